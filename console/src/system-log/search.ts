import { logSearch, textsParam, type LogSearch } from '../ui/filter/logSearch.ts'
import { choiceParam, idsParam, textParam } from '../ui/table/search.ts'

/** Search parameters of the system log; `q` is part of a username or user agent, or a request id. */
export interface SystemLogSearch extends LogSearch {
  /** The contract's kinds of events; the page names those it does not know. */
  kind?: string[]
  outcome?: 'success' | 'failure'
  /** User ids. */
  userId?: string[]
  address?: string
  /** The id of an archived month to show instead. */
  archive?: string
}

const address = /^(\d{1,3}(\.\d{1,3}){3}|[\da-f:.]*:[\da-f:.]*)$/i

/** Parses the page's search parameters; invalid ones are left out. */
export function systemLogSearch(raw: Record<string, unknown>): SystemLogSearch {
  const from = textParam(raw.address)
  return logSearch(raw, {
    kind: textsParam(raw.kind, /^[a-z_]{1,50}$/),
    outcome: choiceParam(raw.outcome, ['success', 'failure']),
    userId: idsParam(raw.userId),
    address: from !== undefined && address.test(from) ? from : undefined,
    archive: idsParam(raw.archive)?.[0],
  })
}
