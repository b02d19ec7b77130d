import { examinedEntries } from '@steward/contract/audit-log/constants'
import type { listArchivedChanges } from '@steward/contract/audit-log/endpoints'
import type { QueryOf } from '@steward/contract/http'
import type { Db } from '../db/pool.ts'
import { type TenantContext, fromReplica, withTenant } from '../db/tenant.ts'
import { logPageOf, logPartOf } from '../http/log-paging.ts'
import type { ArchiveService } from '../log-archive/service.ts'
import { matcherOf, rowOf } from './archived.ts'
import { positionOf } from './changes.ts'
import { toEntry } from './entries.ts'
import { readStates } from './entity-states.ts'

/**
 * The entries of an archived month, as the log lists its own.
 * @throws not_found, invalid_request, archive_unavailable, archive_damaged
 */
export async function listArchivedEntries(
  { db, archive }: { db: Db; archive: ArchiveService },
  ctx: TenantContext,
  archiveId: string,
  query: QueryOf<typeof listArchivedChanges>,
) {
  const page = logPageOf(query)
  const slice = await archive.read(ctx, archiveId, { isMatch: matcherOf(query), rowOf }, { ...page, examined: examinedEntries })
  const rows = page.direction === 'older' ? slice.rows : slice.rows.toReversed()
  const stateOf = await withTenant(db, ctx, (tx) => readStates(tx, rows), fromReplica)
  const [first, last] = [rows[0], rows.at(-1)]
  const ends = { newest: first && positionOf(first), oldest: last && positionOf(last) }
  return {
    items: rows.map((row) => toEntry(row, stateOf(row))),
    ...logPartOf(page, slice, ends, { from: undefined, until: undefined }),
  }
}
