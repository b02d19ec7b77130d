import { viewedLists } from '@steward/contract/saved-views/lists'
import type { SavedView } from '@steward/contract/saved-views/schemas'
import { writeStarts } from './start.ts'
import { addressOf } from './views.ts'

/** Remembers the default views on this device. */
export function keepStarts(userId: string, views: readonly SavedView[]): void {
  const starts = views.filter((view) => view.isDefault)
  writeStarts(userId, Object.fromEntries(starts.map((view) => [viewedLists[view.list], addressOf(view)])))
}

/** Then a list opens without its view, rather than late. */
const longestMs = 1000

/** Remembers the default views once they are read, and waits for that a short time. */
export async function learnFrom(userId: string, read: Promise<{ items: readonly SavedView[] } | undefined>): Promise<void> {
  const kept = read.then((views) => views && keepStarts(userId, views.items))
  await Promise.race([kept, new Promise((resolve) => setTimeout(resolve, longestMs))])
}
