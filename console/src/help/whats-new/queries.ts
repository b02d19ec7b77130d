import { useQuery, type QueryClient } from '@tanstack/react-query'
import { listWhatsNew, markWhatsNewSeen } from '@steward/contract/help/whats-new'
import { api } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'

/** New entries come with new versions: what was read in another window is seen when people return to this one. */
export const whatsNewQuery = { ...endpointQuery(listWhatsNew, [], {}), staleTime: 300_000 }

/** How many entries the user has not seen; 0 until it is known. */
export function useUnreadNews(): number {
  const { data } = useQuery({ ...whatsNewQuery, select: ({ items }) => items.filter(({ isUnread }) => isUnread).length })
  return data ?? 0
}

/** Marks everything up to the newest entry as read. If that fails, the mark stays until the panel opens again. */
export async function markSeen(client: QueryClient, entryId: string): Promise<void> {
  try {
    await api(markWhatsNewSeen, { body: { entryId } })
  } catch {
    return
  }
  client.setQueryData(whatsNewQuery.queryKey, (known) => known && { items: known.items.map((item) => ({ ...item, isUnread: false })) })
}
