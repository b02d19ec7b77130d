import { type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '@steward/contract/http'
import { eventOutcomes } from '@steward/contract/system-log/constants'
import type { exportSystemLog } from '@steward/contract/system-log/endpoints'
import type { Level } from '../db/log-runs.ts'
import type { Plan } from '../db/log-slice.ts'
import { rangeOf } from '../http/log-paging.ts'

export type SystemLogFilter = QueryOf<typeof exportSystemLog>

const bothOutcomes: readonly string[] = eventOutcomes

/** Each combination of filters has an index with their columns before the time, except the text (docs/adr/032). */
export function planOf(filter: SystemLogFilter, now: Date, keptSince?: Date): Plan {
  const range = rangeOf(filter, now, keptSince)
  const { search } = filter
  const level = (column: string, type: Level['type'], values: readonly string[] | undefined): Level => ({
    column,
    type,
    values: values !== undefined && values.length > 0 ? values : undefined,
  })
  const user: Level = { ...level('user_id', 'uuid', filter.userId), isShared: true }
  const address = level('address', 'inet', filter.address === undefined ? undefined : [filter.address])
  const kind = level('kind', 'text', filter.kind)
  const outcome = level('outcome', 'text', filter.outcome === undefined ? undefined : [filter.outcome])
  const text = search ? [sql`(strpos(lower(concat_ws(e'\\n', username, user_agent)), lower(${search})) > 0 or request_id = ${search})`] : []
  const given = [user, address, kind, outcome].filter(({ values }) => values !== undefined)
  if (given.length === 0) return { range, leading: [], others: text }
  const leading = [sql`(${sql.join(given.map(isAny), sql` and `)})`]
  const byUser = user.values ? [user] : []
  const byAddress = address.values ? [address] : []
  if (user.values && address.values) {
    const rest = given.filter((one) => one === kind || one === outcome)
    return { range, leading, others: [...rest.map(isAny), ...text], levels: [user, address] }
  }
  return { range, leading, others: text, levels: [...byUser, ...byAddress, kind, { ...outcome, values: outcome.values ?? bothOutcomes }] }
}

const isAny = ({ column, type, values }: Level): RawBuilder<unknown> => sql`${sql.ref(column)} = any(${values ?? []}::${sql.raw(type)}[])`

/** Of the index with the events of a user. */
export const levelsOfUser = (userId: string): Level[] => [
  { column: 'user_id', type: 'uuid', values: [userId], isShared: true },
  { column: 'kind', type: 'text', values: undefined },
  { column: 'outcome', type: 'text', values: bothOutcomes },
]
