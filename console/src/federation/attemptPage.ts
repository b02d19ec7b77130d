import type { FederationAttempt } from '@steward/contract/federation/schemas'
import type { TablePage } from '../ui/table/page.ts'
import { defaultLimit } from '../ui/table/search.ts'
import { refusalText } from './refusalMessages.ts'
import type { AttemptsSearch } from './search.ts'

/** The page of attempts for a URL. There are never more than 100, so all of them are loaded and paged here. */
export function attemptPage(all: readonly FederationAttempt[], search: AttemptsSearch): TablePage<FederationAttempt> {
  const words = (search.q ?? '').toLocaleLowerCase().split(/\s+/)
  const found = all.filter(
    (attempt) =>
      (search.outcome === undefined || attempt.outcome === search.outcome) && words.every((word) => textOf(attempt).includes(word)),
  )
  const limit = search.limit ?? defaultLimit
  const offset = ((search.page ?? 1) - 1) * limit
  const items = found.slice(offset, offset + limit)
  return { items, count: items.length, totalCount: found.length, totalIsExact: true }
}

const textOf = ({ username, refusal, attemptId, providerName }: FederationAttempt): string =>
  [username ?? '', refusal === null ? '' : refusalText(refusal), attemptId, providerName].join(' ').toLocaleLowerCase()
