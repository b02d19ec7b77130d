import { type RawBuilder, sql } from 'kysely'
import type { ErrorParameters } from '@steward/contract/errors'
import type { Language } from '@steward/contract/languages'
import type { RateUpload, UploadStatus } from '@steward/contract/reference-data/rates-schemas'
import { type TenantTransaction, tenantIdOf } from '../../db/tenant.ts'
import type { NewRow } from '../../db/types.ts'
import { faultText } from '../../http/problems.ts'

/** A fault of a line, as stored: its message is made for each reader. */
export interface StoredFault {
  line: number
  field: string
  code: string
  parameters?: ErrorParameters
}

interface UploadRow {
  rate_upload_id: string
  currency_scheme_code: string
  vintage: string
  file_name: string
  size_bytes: number
  status: UploadStatus
  encoding: string | null
  read_bytes: number
  row_count: number
  added: number
  changed: number
  unchanged: number
  refused: number
  refused_lines: StoredFault[]
  rejected_file_id: string | null
  created_by: string
  created_at: Date
  finished_at: Date | null
}

/** A file that was deleted or has expired isn't offered any more. */
const availableFile = (now: Date) => sql`
  (select f.temporary_file_id from temporary_file f
    where f.tenant_id = u.tenant_id and f.temporary_file_id = u.rejected_file_id and f.status = 'ready' and f.expires_at > ${now})`

async function readUploads(tx: TenantTransaction, condition: RawBuilder<unknown>, now: Date): Promise<UploadRow[]> {
  const { rows } = await sql<UploadRow>`
    select u.rate_upload_id, s.currency_scheme_code, v.vintage, u.file_name, u.size_bytes, u.status, u.encoding, u.read_bytes, u.row_count,
           u.added, u.changed, u.unchanged, u.refused, u.refused_lines, ${availableFile(now)} as rejected_file_id,
           u.created_by, u.created_at, u.finished_at
      from rate_upload u
      join currency_vintage v on v.tenant_id = u.tenant_id and v.currency_vintage_id = u.currency_vintage_id
      join currency_scheme s on s.tenant_id = v.tenant_id and s.currency_scheme_id = v.currency_scheme_id
     where u.tenant_id = ${tenantIdOf(tx)}::uuid and ${condition}`.execute(tx)
  return rows
}

export async function findUpload(tx: TenantTransaction, uploadId: string, now: Date): Promise<UploadRow | undefined> {
  const [row] = await readUploads(tx, sql`u.rate_upload_id = ${uploadId}`, now)
  return row
}

/** A page of the uploads of a vintage, the newest first, and their count: tens, not millions. */
export async function readUploadPage(
  tx: TenantTransaction,
  currencyVintageId: string,
  { limit, offset }: { limit: number; offset: number },
  now: Date,
): Promise<{ rows: UploadRow[]; totalCount: number }> {
  const ofVintage = sql`u.currency_vintage_id = ${currencyVintageId}`
  const rows = await readUploads(
    tx,
    sql`${ofVintage} order by u.created_at desc, u.rate_upload_id desc limit ${limit} offset ${offset}`,
    now,
  )
  const { count } = await tx
    .selectFrom('rate_upload as u')
    .where('u.currency_vintage_id', '=', currencyVintageId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { rows, totalCount: count }
}

/** A row as a contract upload, in a language, with its first refused lines. */
export const toUpload = (row: UploadRow, language: Language, shownLines?: number): RateUpload => ({
  uploadId: row.rate_upload_id,
  currencySchemeCode: row.currency_scheme_code,
  vintage: row.vintage,
  fileName: row.file_name,
  sizeBytes: row.size_bytes,
  status: row.status,
  encoding: row.encoding,
  readBytes: row.read_bytes,
  rowCount: row.row_count,
  added: row.added,
  changed: row.changed,
  unchanged: row.unchanged,
  refused: row.refused,
  refusedLines: row.refused_lines
    .slice(0, shownLines)
    .map(({ line, ...fault }) => ({ line, field: fault.field, code: fault.code, message: faultText(fault, language) })),
  rejectedFileId: row.rejected_file_id,
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
})

/** Publishing waits for the transaction, and then sees the upload. Returns undefined if there is no such vintage. */
export async function lockVintageStatus(tx: TenantTransaction, currencyVintageId: string): Promise<'Draft' | 'Published' | undefined> {
  const vintage = await tx
    .selectFrom('currency_vintage')
    .select('status')
    .where('currency_vintage_id', '=', currencyVintageId)
    .forShare()
    .executeTakeFirst()
  return vintage?.status
}

/** Returns the id. */
export async function insertUpload(tx: TenantTransaction, upload: Omit<NewRow<'rate_upload'>, 'tenant_id'>): Promise<string> {
  const { rate_upload_id: uploadId } = await tx
    .insertInto('rate_upload')
    .values({ tenant_id: tenantIdOf(tx), ...upload })
    .returning('rate_upload_id')
    .executeTakeFirstOrThrow()
  return uploadId
}

export const lockUpload = (tx: TenantTransaction, uploadId: string) =>
  tx.selectFrom('rate_upload').select('status').where('rate_upload_id', '=', uploadId).forUpdate().executeTakeFirst()

/** Writes how much arrived; also shows that the upload is alive. */
export async function writeSize(tx: TenantTransaction, uploadId: string, sizeBytes: number): Promise<void> {
  await tx
    .updateTable('rate_upload')
    .set({ size_bytes: sizeBytes, heartbeat_at: sql<Date>`now()` })
    .where('rate_upload_id', '=', uploadId)
    .execute()
}

/** Returns false if the upload is no longer being received. */
export async function queueUpload(tx: TenantTransaction, uploadId: string, sizeBytes: number): Promise<boolean> {
  const queued = await tx
    .updateTable('rate_upload')
    .set({ status: 'queued', size_bytes: sizeBytes, heartbeat_at: sql<Date>`now()` })
    .where('rate_upload_id', '=', uploadId)
    .where('status', '=', 'receiving')
    .returning('rate_upload_id')
    .executeTakeFirst()
  return queued !== undefined
}

/** Ends uploads to a vintage that were being received and have been silent for so long. Returns their ids. */
export async function failSilentUploads(tx: TenantTransaction, currencyVintageId: string, silentSeconds: number): Promise<string[]> {
  const failed = await tx
    .updateTable('rate_upload')
    .set({ status: 'failed', finished_at: sql<Date>`now()` })
    .where('currency_vintage_id', '=', currencyVintageId)
    .where('status', '=', 'receiving')
    .where('heartbeat_at', '<', sql<Date>`now() - make_interval(secs => ${sql.lit(silentSeconds)})`)
    .returning('rate_upload_id')
    .execute()
  return failed.map((upload) => upload.rate_upload_id)
}

export async function deleteUpload(tx: TenantTransaction, uploadId: string): Promise<void> {
  await tx.deleteFrom('rate_upload').where('rate_upload_id', '=', uploadId).execute()
}

/** Bytes of the tenant's uploads that aren't read yet. */
export async function bytesReceived(tx: TenantTransaction): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(size_bytes), 0)::bigint as n from rate_upload
     where tenant_id = ${tenantIdOf(tx)}::uuid and status in ('receiving', 'queued', 'reading', 'storing')`.execute(tx)
  return rows[0]?.n ?? 0
}
