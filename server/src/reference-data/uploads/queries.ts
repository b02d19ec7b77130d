import { type RawBuilder, sql } from 'kysely'
import type { ErrorParameters } from '@steward/contract/errors'
import type { Language } from '@steward/contract/languages'
import type { RateUpload, UploadStatus } from '@steward/contract/reference-data/rates-schemas'
import { type TenantTransaction, tenantIdOf } from '../../db/tenant.ts'
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
