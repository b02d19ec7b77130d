import type { AnyRouter } from '@tanstack/react-router'
import { alerts } from '../api/alerts.ts'
import { m } from '@steward/contract/paraglide/messages'
import { formatList } from '../i18n/format.ts'
import { defaultLimit } from '../ui/table/search.ts'

/** What a list does without being asked; it is left out of its address. */
const implied: Readonly<Record<string, string>> = { page: '1', limit: String(defaultLimit) }

/** The search parameters of an address that its page does not know, or whose values it refused. */
export const ignoredKeys = (asked: URL, known: ReadonlySet<string>): string[] => [
  ...new Set([...asked.searchParams].filter(([key, value]) => !known.has(key) && value !== implied[key]).map(([key]) => key)),
]

/** Names them once, after the first page was opened by its address: a link with a mistyped filter shows more than it promises. */
export function nameIgnoredKeys(router: AnyRouter): void {
  const [navigation] = performance.getEntriesByType('navigation')
  const asked = navigation && URL.parse(navigation.name)
  if (!asked || asked.pathname !== router.options.basepath + router.state.location.pathname) return
  // What each route's own `validateSearch` took over; `search` also has what it does not know. Saved views are the same on every list.
  const taken = router.state.matches.flatMap((match) => Object.entries(match._strictSearch))
  const known = new Set(['savedView', ...taken.flatMap(([key, value]) => (value === undefined ? [] : [key]))])
  const ignored = ignoredKeys(asked, known)
  if (ignored.length > 0) alerts.warning(m.shell_ignored_keys({ count: ignored.length, names: formatList(ignored) }))
}
