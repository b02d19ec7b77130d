import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query'
import type { ResponseOf } from '@steward/contract/http'
import {
  acknowledgeAllNotifications,
  acknowledgeNotification,
  dismissNotification,
  listNotifications,
} from '@steward/contract/notifications/endpoints'
import type { Notification } from '@steward/contract/notifications/schemas'
import { api } from '../api/client.ts'
import { noting, queryClient } from '../api/query.ts'
import { addUnread, isUnread, unreadQuery } from './inbox.ts'

/** The user's notifications in pages, and the actions on them, with optimistic updates. */

type Page = ResponseOf<typeof listNotifications>

export const notificationsQuery = (unreadOnly: boolean) =>
  infiniteQueryOptions({
    queryKey: [listNotifications.id, { unreadOnly }] as const,
    queryFn: async ({ pageParam, queryKey, signal }) => {
      const query = { before: pageParam, ...(unreadOnly ? { unread: 'true' as const } : {}) }
      const page = await api(listNotifications, { query, signal }, { onFailure: noting(queryKey) })
      if (pageParam === undefined) {
        queryClient.setQueryData(unreadQuery.queryKey, { unreadCount: page.unreadCount, cursor: page.cursor })
      }
      return page
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: Page) => (last.hasMore ? last.items.at(-1)?.notificationId : undefined),
  })

function changeLists(change: (items: Notification[]) => Notification[]): void {
  queryClient.setQueriesData<InfiniteData<Page, string | undefined>>(
    { queryKey: [listNotifications.id] },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) },
  )
}

/** Reverts an optimistic update by refetching. */
function takeBack(): void {
  void queryClient.invalidateQueries({ queryKey: [listNotifications.id] })
  void queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey })
}

const acknowledged = (item: Notification): Notification => ({ ...item, status: 'ACKNOWLEDGED' })

async function attempt(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    takeBack()
    throw error
  }
}

export async function acknowledge({ notificationId }: Notification): Promise<void> {
  changeLists((items) => items.map((item) => (item.notificationId === notificationId ? acknowledged(item) : item)))
  addUnread(-1)
  await attempt(api(acknowledgeNotification, { params: { notificationId } }))
}

/** Acknowledges everything up to the newest one shown; later ones stay unread. */
export async function acknowledgeAll({ notificationId: through }: Notification): Promise<void> {
  changeLists((items) => items.map((item) => (item.notificationId <= through ? acknowledged(item) : item)))
  await attempt(
    api(acknowledgeAllNotifications, { body: { through } }).then(({ unreadCount }) =>
      queryClient.setQueryData(unreadQuery.queryKey, (known) => known && { ...known, unreadCount }),
    ),
  )
}

export async function remove(removed: Notification): Promise<void> {
  const { notificationId } = removed
  changeLists((items) => items.filter((item) => item.notificationId !== notificationId))
  if (isUnread(removed)) addUnread(-1)
  await attempt(api(dismissNotification, { params: { notificationId } }))
}
