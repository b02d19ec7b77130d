import { sql } from 'kysely'
import { ProblemException } from '@steward/contract/errors'
import { ratesPerUpload, shownRefusedLines } from '@steward/contract/reference-data/constants'
import { type CopyTransaction, withCopy } from '../../db/copy-transaction.ts'
import { type TenantTransaction, noteChange } from '../../db/tenant.ts'
import { rejectedFile } from '../../exports/rejected-file.ts'
import { copyRows } from '../../uploads/copy-rows.ts'
import { csvBatches } from '../../uploads/csv-batches.ts'
import { type CsvRecord, CsvSyntaxError } from '../../uploads/csv-records.ts'
import { decode } from '../../uploads/decode.ts'
import { type UploadEnd, announceEnd, recordEnd } from './announce.ts'
import { type Claim, Superseded, contextOf, isRunOf } from './claim.ts'
import { readSlices, removeChunks } from './content.ts'
import type { UploadContext } from './context.ts'
import { type LineChecker, createLineChecker, rateColumns } from './lines.ts'
import type { Progress } from './progress.ts'
import type { StoredFault } from './queries.ts'
import { collectRefused, copyLines, createStaging, firstRefused, hasDuplicates, readRefused, storeLines } from './staging.ts'

interface Run {
  progress: Progress
  signal: AbortSignal
  /** Ends reports of progress, which would wait for the transaction's end. */
  beforeEnd(): Promise<void>
}

/** Reads an upload and stores its rates, in one transaction: all of them, or none and the reasons. */
export async function takeIn(context: UploadContext, claim: Claim, run: Run): Promise<void> {
  const { db, settings } = context
  await withCopy(db, contextOf(claim), run.signal, async (transaction) => {
    const { tx } = transaction
    await createStaging(tx)
    const lines = await copyIn(context, claim, run, transaction)
    run.progress.status = 'storing'
    const isRefused = lines.refusedCount > 0 || (!lines.isSorted && (await hasDuplicates(tx)))
    const end = isRefused ? await refuse(context, claim, tx) : await store(claim, tx, lines)
    await run.beforeEnd()
    run.signal.throwIfAborted()
    await writeEnd(tx, claim, run.progress, end, settings.now())
  })
}

/** Copies the lines into the staging table while they are read and checked. */
async function copyIn(
  { db, settings }: UploadContext,
  claim: Claim,
  { progress, signal }: Run,
  { tx, copyFrom, staging }: CopyTransaction,
) {
  const currencies = await tx.selectFrom('currency').select(['currency_code', 'is_active']).execute()
  const lines = createLineChecker(currencies, claim.anchor_currency_code)
  const file = decode(counted(readSlices(db, contextOf(claim), claim.rate_upload_id, claim.size_bytes), progress))
  async function* rows(): AsyncGenerator<string> {
    for await (const text of rowsOf(csvBatches(file.text), lines, settings.ratesPerUpload ?? ratesPerUpload)) {
      progress.rows = lines.rowCount
      progress.encoding = file.encoding()
      yield text
    }
  }
  await staging(() => copyRows(rows(), copyFrom(copyLines), signal))
  return lines
}

async function* counted(bytes: AsyncIterable<Buffer>, progress: Progress): AsyncGenerator<Buffer> {
  for await (const slice of bytes) {
    yield slice
    progress.bytes += slice.length
  }
}

/** The rows of lines as COPY reads them. What can't be read is a refused line, after which nothing follows. */
async function* rowsOf(batches: AsyncIterable<CsvRecord[]>, lines: LineChecker, maximum: number): AsyncGenerator<string> {
  try {
    for await (const batch of batches) {
      const { rows, isOver } = rowsOfBatch(batch, lines, maximum)
      yield rows
      if (isOver) return
    }
    if (lines.rowCount === 0) yield lines.refuse(1, { faults: [{ field: '', code: 'upload_empty' }] })
  } catch (error) {
    yield lines.refuse(...unreadable(error))
  }
}

function rowsOfBatch(batch: readonly CsvRecord[], lines: LineChecker, maximum: number): { rows: string; isOver: boolean } {
  let rows = ''
  for (const { line, cells } of batch) {
    if (lines.rowCount === maximum) {
      rows += lines.refuse(line, { faults: [{ field: '', code: 'too_many', parameters: { maximum } }] })
      return { rows, isOver: true }
    }
    rows += lines.rowOf(line, cells)
    const isHeaderRefused = lines.rowCount === 0 && lines.refusedCount > 0
    if (isHeaderRefused) return { rows, isOver: true }
  }
  return { rows, isOver: false }
}

/** @throws what isn't a fault of the file */
function unreadable(error: unknown): Parameters<LineChecker['refuse']> {
  if (error instanceof CsvSyntaxError) return [error.line, { faults: [{ field: '', code: 'upload_malformed' }] }]
  if (error instanceof ProblemException && error.code === 'file_encoding_invalid') {
    const { code, parameters } = error
    return [Number(parameters['line']), { faults: [{ field: '', code, parameters }] }]
  }
  throw error
}

async function store(claim: Claim, tx: TenantTransaction, lines: LineChecker): Promise<UploadEnd> {
  const { currency_vintage_id: currencyVintageId } = claim
  const { rate_count: rateCount } = await tx
    .selectFrom('currency_vintage')
    .select('rate_count')
    .where('currency_vintage_id', '=', currencyVintageId)
    .executeTakeFirstOrThrow()
  noteChange(tx, 'currency_rate')
  return { kind: 'finished', ...(await storeLines(tx, { currencyVintageId, rateCount }, lines)) }
}

async function refuse({ keep }: UploadContext, claim: Claim, tx: TenantTransaction): Promise<UploadEnd> {
  const { count, withCells } = await collectRefused(tx)
  const shown = (await firstRefused(tx, shownRefusedLines)).flatMap(({ line, faults }) => faults.map((fault) => ({ line, ...fault })))
  const content = rejectedFile(rateColumns, readRefused(tx), claim.language)
  const fileId =
    withCells === 0
      ? undefined
      : await keep(contextOf(claim), { kind: 'rejectedRates', name: 'rejected-rates', content, rowCount: withCells })
  return { kind: 'refused', refused: count, refusedLines: shown.slice(0, shownRefusedLines), rejectedFileId: fileId }
}

/** @throws {Superseded} if another run took the upload over */
async function writeEnd(tx: TenantTransaction, claim: Claim, progress: Progress, end: UploadEnd, now: Date): Promise<void> {
  const { added = 0, changed = 0, unchanged = 0 } = end.kind === 'finished' ? end : {}
  const refused = end.kind === 'refused' ? end : undefined
  const faults: StoredFault[] = refused?.refusedLines ?? []
  const { rows } = await sql`
    update rate_upload
       set status = ${end.kind}, run_id = null, finished_at = ${now}, encoding = ${progress.encoding}, read_bytes = ${progress.bytes},
           row_count = ${progress.rows}, added = ${added}, changed = ${changed}, unchanged = ${unchanged}, refused = ${refused?.refused ?? 0},
           refused_lines = ${JSON.stringify(faults)}::jsonb, rejected_file_id = ${refused?.rejectedFileId ?? null}
     where ${isRunOf(claim)} returning 1`.execute(tx)
  if (rows.length === 0) throw new Superseded()
  noteChange(tx, 'rate_upload')
  await removeChunks(tx, claim.rate_upload_id)
  await recordEnd(tx, claim, end)
  await announceEnd(tx, claim, end, now)
}
