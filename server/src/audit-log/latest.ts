import type { AuditChange } from '@steward/contract/audit-log/schemas'
import type { TenantTransaction } from '../db/tenant.ts'
import { changeOf, keyOf } from './changes.ts'
import { readNewest, readStates } from './queries.ts'
import { toChange } from './service.ts'

/** Of each transaction; of one that changed more, the newest entries represent all. */
const readEntries = 60

/** The latest changes since a time, newest first, in two queries of any size. */
export async function readLatestChanges(tx: TenantTransaction, since: Date, limit: number): Promise<AuditChange[]> {
  const rows = await readNewest(tx, since, { transactions: limit, entries: readEntries })
  const changes = [...Map.groupBy(rows, keyOf).values()].slice(0, limit).map((entries) => changeOf(entries.toReversed()))
  const stateOf = await readStates(
    tx,
    changes.map(({ first }) => first),
  )
  return changes.map((change) => toChange(change, stateOf(change.first)))
}
