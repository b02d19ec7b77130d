import type { FederationAttempt } from '@steward/contract/federation/schemas'
import { hasWords } from '@steward/contract/rules/search-words'
import type { TablePage } from '../ui/table/page.ts'
import { defaultLimit } from '../ui/table/search.ts'
import { refusalText } from './refusalMessages.ts'
import type { AttemptsSearch } from './search.ts'

/** The page of attempts for a URL. There are never more than 100, so all of them are loaded and paged here. */
export function attemptPage(all: readonly FederationAttempt[], search: AttemptsSearch): TablePage<FederationAttempt> {
  const isFound = hasWords(search.q ?? '')
  const found = all.filter(
    ({ outcome, username, refusal, attemptId, providerName }) =>
      (search.outcome === undefined || outcome === search.outcome) &&
      isFound(username, refusal === null ? '' : refusalText(refusal), attemptId, providerName),
  )
  const limit = search.limit ?? defaultLimit
  const offset = ((search.page ?? 1) - 1) * limit
  const items = found.slice(offset, offset + limit)
  return { items, count: items.length, totalCount: found.length, totalIsExact: true }
}
