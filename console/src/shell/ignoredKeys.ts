import { type AnyRouter, defaultParseSearch } from '@tanstack/react-router'
import { alerts } from '../api/alerts.ts'
import { m } from '@steward/contract/paraglide/messages'
import { formatList } from '../i18n/format.ts'
import { nameMissingView } from '../saved-views/missingView.ts'
import { defaultLimit } from '../ui/table/search.ts'

/** What a list does without being asked; it is left out of its address. */
const implied: Readonly<Record<string, string>> = { page: '1', limit: String(defaultLimit) }

/**
 * The search parameters of an address that its page does not know, or of which it refused the value, or one of several values.
 * `taken`: what the page took over.
 */
export function ignoredKeys(asked: URL, taken: Readonly<Record<string, unknown>>): string[] {
  const search: Record<string, unknown> = defaultParseSearch(asked.search)
  return Object.keys(search).filter((key) => {
    const value = taken[key]
    if (value === undefined) return String(search[key]) !== implied[key]
    const kept: readonly unknown[] = Array.isArray(value) ? value : []
    return Array.isArray(search[key]) && search[key].some((one) => !kept.includes(one))
  })
}

/** Names them once, after the first page was opened by its address: a link with a mistyped filter shows more than it promises. */
export function nameIgnoredKeys(router: AnyRouter): void {
  const [navigation] = performance.getEntriesByType('navigation')
  const asked = navigation && new URL(navigation.name)
  if (!asked || asked.pathname !== router.options.basepath + router.state.location.pathname) return
  // What each route's own `validateSearch` took over; `search` also has what it does not know. Saved views are the same on every list.
  const taken = router.state.matches.flatMap((match) => Object.entries(match._strictSearch).filter(([, value]) => value !== undefined))
  const ignored = ignoredKeys(asked, { savedView: true, ...Object.fromEntries(taken) })
  if (ignored.length > 0) alerts.warning(m.shell_ignored_keys({ count: ignored.length, names: formatList(ignored) }))
  // A view that can't be read now is not shown either.
  if (asked.searchParams.has('savedView')) void nameMissingView(router).catch(() => undefined)
}
