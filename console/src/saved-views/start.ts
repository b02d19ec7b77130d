import { defaultParseSearch, redirect } from '@tanstack/react-router'
import { listSavedViews } from '@steward/contract/saved-views/list-endpoint'
import { endpointQuery, queryClient } from '../api/query.ts'
import { authState } from '../session/token/state.ts'

/**
 * The views that lists open with, known on this device from the last time that views were loaded: a list then opens with its view
 * without waiting for them.
 */

/** The views of all lists that the user can open. */
export const savedViewsQuery = endpointQuery(listSavedViews, ['saved_view', 'saved_view_default'], {})

/** Search parameters by the path of a list. */
export type Starts = Readonly<Record<string, string>>

const keyOf = (userId: string): string => `steward.startViews.${userId}`

export function readStarts(userId: string): Starts | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return undefined
    return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    // Not written here.
    return undefined
  }
}

export const writeStarts = (userId: string, starts: Starts): void => localStorage.setItem(keyOf(userId), JSON.stringify(starts))

/**
 * Reads the views of someone of whom this device knows none yet, so that the first list opens with the default view. Starts along
 * with what is awaited on entry anyway; afterwards the device knows, also that there is no default.
 */
export async function learnStarts(): Promise<void> {
  const userId = authState().user?.userId
  if (userId === undefined || readStarts(userId) !== undefined) return
  const views = queryClient.ensureQueryData(savedViewsQuery).catch(() => undefined)
  const starts = await import('./startsOf.ts').then(({ startsSoon }) => startsSoon(views)).catch(() => undefined)
  if (starts) writeStarts(userId, starts)
}

interface Opened {
  location: { pathname: string; searchStr: string }
  matches: readonly { cause: string; fullPath: string }[]
}

/** Opens a list with the user's default view, if its address says nothing else. @throws a redirect */
export function openStart({ location, matches }: Opened): void {
  const leaf = matches.at(-1)
  const { user } = authState()
  if (user === null || leaf === undefined || leaf.cause === 'stay' || location.searchStr !== '') return
  // Resource groups have one list for each product.
  const search = readStarts(user.userId)?.[leaf.fullPath.replace(/\/\$app$/, '')]
  // The page validates its parameters itself.
  if (search !== undefined) throw redirect({ to: location.pathname, search: defaultParseSearch(search) as never, replace: true })
}
