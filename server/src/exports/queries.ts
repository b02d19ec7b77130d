import { type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '@steward/contract/http'
import type { FileKind } from '@steward/contract/rules/exports'
import type { ExportFailure, TemporaryFile, TemporaryFileStatus } from '@steward/contract/exports/schemas'
import type { listTemporaryFiles } from '@steward/contract/exports/endpoints'
import type { CsvSource } from '../db/csv-copy.ts'
import { hasWords } from '../db/has-words.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { NewRow, RowUpdate } from '../db/types.ts'
import type { Principal } from '../http/principal.ts'

export interface FileRow {
  temporary_file_id: string
  kind: FileKind
  file_name: string
  status: TemporaryFileStatus
  failure: ExportFailure | null
  row_count: number
  total_rows: number | null
  size_bytes: number
  created_by_name: string
  is_own: boolean
  created_at: Date
  finished_at: Date | null
  expires_at: Date
}

/** The viewer, and whether they can see everyone's files. */
export interface Viewer {
  principal: Pick<Principal, 'type' | 'id'>
  seesAll: boolean
  now: Date
}

type Filter = Omit<QueryOf<typeof listTemporaryFiles>, 'limit' | 'offset'>

const isOwn = ({ principal }: Viewer) => sql<boolean>`(f.created_by_type = ${principal.type} and f.created_by::text = ${principal.id})`

/** Between its end and the next cleanup a file counts as expired. */
const statusAt = (now: Date) => sql`case when f.status = 'ready' and f.expires_at <= ${now} then 'expired' else f.status end`

const columns = (viewer: Viewer) => sql`
  f.temporary_file_id, f.kind, f.file_name, ${statusAt(viewer.now)} as status, f.failure, f.row_count, f.total_rows, f.size_bytes,
  f.created_by_name, ${isOwn(viewer)} as is_own, f.created_at, f.finished_at, f.expires_at`

const isVisible = (tenantId: string, viewer: Viewer): RawBuilder<boolean> =>
  viewer.seesAll ? sql`f.tenant_id = ${tenantId}::uuid` : sql`f.tenant_id = ${tenantId}::uuid and ${isOwn(viewer)}`

function conditions(tenantId: string, viewer: Viewer, { search, status, kind }: Filter) {
  const all: RawBuilder<unknown>[] = [isVisible(tenantId, viewer)]
  if (search) all.push(hasWords(search, sql`concat_ws(' ', f.file_name, f.created_by_name)`))
  if (status?.length) all.push(sql`${statusAt(viewer.now)} = any(${status}::text[])`)
  if (kind?.length) all.push(sql`f.kind = any(${kind}::text[])`)
  return sql.join(all, sql` and `)
}

const orders = { fileName: 'f.file_name', createdAt: 'f.created_at', expiresAt: 'f.expires_at', sizeBytes: 'f.size_bytes' } as const

function order(sort: Filter['sort']) {
  const isDescending = sort.startsWith('-')
  // The sorts are those of the contract; a leading minus is the only prefix.
  const column = orders[(isDescending ? sort.slice(1) : sort) as keyof typeof orders]
  const direction = sql.raw(isDescending ? 'desc' : 'asc')
  return sql`${sql.ref(column)} ${direction}, f.temporary_file_id ${direction}`
}

/** A page of the files that the viewer can see, and their count; a tenant has tens, not millions. */
export async function readFilePage(tx: TenantTransaction, viewer: Viewer, filter: Filter, page: { limit: number; offset: number }) {
  const matching = sql`from temporary_file f where ${conditions(tenantIdOf(tx), viewer, filter)}`
  const { rows } = await sql<FileRow>`
    select ${columns(viewer)} ${matching} order by ${order(filter.sort)} limit ${page.limit} offset ${page.offset}`.execute(tx)
  const counted = await sql<{ n: number }>`select count(*) as n ${matching}`.execute(tx)
  return { rows, totalCount: counted.rows[0]?.n ?? 0 }
}

/** One file that the viewer can see; `lock` locks it until the end of the transaction. */
export async function findFile(tx: TenantTransaction, viewer: Viewer, fileId: string, lock = false): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select ${columns(viewer)} from temporary_file f where ${isVisible(tenantIdOf(tx), viewer)} and f.temporary_file_id = ${fileId}
    ${lock ? sql`for update` : sql``}`.execute(tx)
  return rows[0]
}

/** Bytes used by a tenant's files, except one of them. */
export async function bytesInUse(tx: TenantTransaction, exceptFileId?: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(size_bytes), 0)::bigint as n from temporary_file
     where tenant_id = ${tenantIdOf(tx)}::uuid and status in ('ready', 'running') and temporary_file_id is distinct from ${exceptFileId ?? null}::uuid`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

/** A row as a contract file. */
export const toTemporaryFile = (row: FileRow): TemporaryFile => ({
  fileId: row.temporary_file_id,
  fileName: row.file_name,
  kind: row.kind,
  status: row.status,
  failure: row.failure,
  rowCount: row.row_count,
  totalRows: row.total_rows,
  sizeBytes: row.size_bytes,
  createdBy: row.created_by_name,
  isOwn: row.is_own,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  expiresAt: row.expires_at.toISOString(),
})

/** The rows of an export; the database gives up after `mostMs`. */
export async function countRows(tx: TenantTransaction, count: CsvSource['count'], mostMs: number): Promise<number> {
  await sql`select set_config('statement_timeout', ${String(mostMs)}, true)`.execute(tx)
  const { rows } = await tx.executeQuery(count)
  return rows[0]?.n ?? 0
}

/** Exports of a principal that are queued or running. */
export async function countUnfinished(tx: TenantTransaction, principalId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('temporary_file')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('created_by', '=', principalId)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the id. */
export async function insertFile(tx: TenantTransaction, file: Omit<NewRow<'temporary_file'>, 'tenant_id'>): Promise<string> {
  const { temporary_file_id: fileId } = await tx
    .insertInto('temporary_file')
    .values({ tenant_id: tenantIdOf(tx), ...file })
    .returning('temporary_file_id')
    .executeTakeFirstOrThrow()
  return fileId
}

export async function changeFile(tx: TenantTransaction, fileId: string, changed: RowUpdate<'temporary_file'>): Promise<void> {
  await tx.updateTable('temporary_file').set(changed).where('temporary_file_id', '=', fileId).execute()
}

export async function deleteFile(tx: TenantTransaction, fileId: string): Promise<void> {
  await tx.deleteFrom('temporary_file').where('temporary_file_id', '=', fileId).execute()
}
