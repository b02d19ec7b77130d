import { type RawBuilder, sql } from 'kysely'
import { timeOfId } from './id-time.ts'
import { type TenantTransaction, tenantIdOf } from './tenant.ts'

/** Entries of a log in the order of their IDs, which is that of writing. */
export interface Arrivals {
  /** Only entries after this ID. */
  after: string
  /** Only up to this ID. */
  to: string
  /** Since when entries are kept. */
  keptSince: Date
  limit: number
}

/** Characters of a value that streams send. */
export const shownLength = 8_000

const dayMs = 86_400_000

/** The entries, in a query of the log. They can have happened up to `longestDelayDays` before they were written: bounds the partitions. */
export function within(
  tx: TenantTransaction,
  id: string,
  { after, to, keptSince }: Pick<Arrivals, 'after' | 'to' | 'keptSince'>,
  longestDelayDays: number,
): RawBuilder<unknown> {
  const earliest = new Date(Math.max(keptSince.getTime(), timeOfId(after).getTime() - longestDelayDays * dayMs))
  const latest = new Date(timeOfId(to).getTime() + dayMs)
  return sql`tenant_id = ${tenantIdOf(tx)}::uuid and ${sql.ref(id)} > ${after}::uuid and ${sql.ref(id)} <= ${to}::uuid
    and occurred_at >= ${earliest}::timestamptz and occurred_at < ${latest}::timestamptz`
}
