import type { TenantTransaction } from '../db/tenant.ts'
import type { Row } from '../db/types.ts'
import type { ArchivedLog } from './archived-log.ts'

export type ArchiveRow = Omit<Row<'log_archive'>, 'tenant_id' | 'log' | 'blocks' | 'is_dropped'>

const columns = ['log_archive_id', 'month', 'part', 'object_key', 'row_count', 'byte_count', 'digest', 'archived_at'] as const

/** The archived months of a log of the tenant, newest first. */
export function readArchives(tx: TenantTransaction, { table }: ArchivedLog): Promise<ArchiveRow[]> {
  return tx.selectFrom('log_archive').select(columns).where('log', '=', table).orderBy('month', 'desc').orderBy('part', 'desc').execute()
}

export function readArchive(tx: TenantTransaction, { table }: ArchivedLog, archiveId: string) {
  return tx
    .selectFrom('log_archive')
    .select([...columns, 'blocks'])
    .where('log', '=', table)
    .where('log_archive_id', '=', archiveId)
    .executeTakeFirst()
}
