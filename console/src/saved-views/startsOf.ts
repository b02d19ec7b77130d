import { viewedLists } from '@steward/contract/saved-views/lists'
import type { SavedView } from '@steward/contract/saved-views/schemas'
import { addressOf } from './views.ts'

/** The default views: search parameters by the path of a list. */
export const startsOf = (views: readonly SavedView[]): Record<string, string> =>
  Object.fromEntries(views.filter((view) => view.isDefault).map((view) => [viewedLists[view.list], addressOf(view)]))

/** Then a list opens without its view, rather than late. */
const longestMs = 1000

/** The default views among those that are being read; undefined if that failed or takes long. */
export const startsSoon = (read: Promise<{ items: readonly SavedView[] } | undefined>): Promise<Record<string, string> | undefined> =>
  Promise.race([
    read.then((views) => views && startsOf(views.items)),
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), longestMs)),
  ])
