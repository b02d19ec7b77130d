import type { Logger } from 'pino'
import { type ErrorParameters, type FieldFault, problem } from '@steward/contract/errors'
import { fieldFaults } from '@steward/contract/field-faults'
import type { FileStream } from '@steward/contract/files'
import type { Language } from '@steward/contract/languages'
import { shownRefusedLines } from '@steward/contract/reference-data/constants'
import type { TableUploadReport } from '@steward/contract/reference-data/currencies-schemas'
import type { FileKind } from '@steward/contract/rules/exports'
import type { z } from 'zod'
import type { Db } from '../../db/pool.ts'
import { repeating } from '../../db/savepoint.ts'
import type { TenantTransaction } from '../../db/tenant.ts'
import type { ExportsArea } from '../../exports/area.ts'
import { withoutFormulaGuard } from '../../exports/csv.ts'
import { reasonColumns, rejectedFile } from '../../exports/rejected-file.ts'
import type { Caller } from '../../http/caller.ts'
import { originOf, recordEvent } from '../../system-log/record.ts'
import { matchHeader, plainHeader } from '../../uploads/csv-records.ts'
import type { Progress } from '../../uploads/progress.ts'
import * as staging from '../../uploads/staging.ts'
import { type UploadRequest, withUpload } from '../../uploads/with-upload.ts'
import { type Constraints, attempts, hasLost, refusalOf } from './change.ts'
import type { Outcome, RowFault, Saved } from './rows.ts'

/** A table that takes files. */
export interface UploadTable<Row> {
  /** The name of the table in the system log. */
  what: string
  /** The fields that a file can have, with what their cells mean. */
  fields: Readonly<Record<string, (cell: string) => unknown>>
  required: readonly string[]
  /** Fields of the table's own files that are not read. */
  ignored: readonly string[]
  schema: z.ZodType<Row>
  /** Unique in a file, in any case. */
  keyField: string
  keyOf(row: Row): string
  rejected: { kind: FileKind; name: string }
  constraints: Constraints
  /** What one upload needs besides its rows. */
  begin(): TableSaver<Row>
}

/** Saves the rows of one upload. */
export interface TableSaver<Row> {
  /** Called for each valid row, in the order of the file. */
  see?(row: Row): void
  /**
   * Called when all rows were seen, and again if the upload is repeated because another change came first. Returns how to save some of
   * the rows, or only to check them, and the key of the row that has to be the last.
   */
  open(tx: TenantTransaction, caller: Caller): Promise<{ save(rows: Row[], options: SaveOptions): Promise<Saved>; lastKey?: string }>
}

export interface SaveOptions {
  /** Other lines are refused already: nothing is written. */
  isCheck: boolean
}

export interface TableUploadContext {
  db: Db
  log: Pick<Logger, 'warn'>
  keep: ExportsArea['keep']
}

export interface TableUploadRequest extends UploadRequest {
  file: FileStream
  language: Language
}

/** What cells mean. An empty one has no value, except as text. */
export const cells = {
  text: (cell: string) => cell,
  number: (cell: string) => (/^-?\d+$/.test(cell) ? Number(cell) : cell || undefined),
  boolean: (cell: string) => booleans.get(cell.toLowerCase()) ?? (cell || undefined),
}

/** Also as Excel writes them in German. */
const booleans = new Map([
  ['true', true],
  ['false', false],
  ['wahr', true],
  ['falsch', false],
])

/**
 * Creates and changes rows of a table from a file with a header line, which names its fields in any order: all of them, or none and the
 * reasons.
 * @throws upload_empty, file_encoding_invalid, body_too_large, table_upload_refused
 */
export function uploadTable<Row>(
  context: TableUploadContext,
  caller: Caller,
  { file, language, ...request }: TableUploadRequest,
  table: UploadTable<Row>,
): Promise<TableUploadReport> {
  return withUpload(context, caller, request, async (transaction, progress) => {
    const { tx } = transaction
    const saver = table.begin()
    const reader = createReader(table, (row) => saver.see?.(row))
    const { signal } = request
    const { count, isBroken } = await staging.stageFile(transaction, file, reader, { progress, signal, malformed: 'upload_malformed' })
    if (count === 0 && !isBroken) throw problem('upload_empty')
    await staging.refuseDuplicates(tx, { field: table.keyField, code: 'upload_duplicate' })
    await staging.refuseFaulty(tx)
    Object.assign(progress, { step: 'saving', total: count })
    const report = await saveLines(tx, caller, { table, saver, reader, progress })
    const refused = await staging.countRefused(tx)
    if (refused.count > 0) {
      const content = rejectedFile(reader.columns(), staging.readRefused(tx), language)
      const fileId =
        refused.withCells > 0 ? await context.keep(caller, { ...table.rejected, content, rowCount: refused.withCells }) : undefined
      throw await refusal(tx, refused.count, fileId)
    }
    const details = { what: table.what, lines: count, created: report.created, changed: report.changed }
    await recordEvent(tx, { kind: 'import', outcome: 'success', ...originOf(caller), details })
    return report
  })
}

interface TableReader<Row> extends staging.LineReader {
  /** The columns that are kept of each line. */
  columns(): string[]
  parse(kept: readonly string[]): z.ZodSafeParseResult<Row>
}

function createReader<Row>(table: UploadTable<Row>, see: (row: Row) => void): TableReader<Row> {
  const { fields, required, schema, keyOf } = table
  const ignored = new Set([...table.ignored, ...reasonColumns].map(plainHeader))
  let kept: { name: string; index: number; meaning: (cell: string) => unknown }[] = []
  let width = 0
  const parse = (values: readonly string[]) => schema.safeParse(inputOf(values))
  const inputOf = (values: readonly string[]) =>
    Object.fromEntries(kept.map(({ name, meaning }, index) => [name, meaning(values[index] ?? '')]))
  return {
    header(given) {
      const headers = Object.fromEntries(Object.keys(fields).map((name) => [plainHeader(name), name]))
      const { columns, faults } = matchHeader(given, { headers, required, ignored })
      kept = columns.flatMap((name, index) => {
        const meaning = name === undefined ? undefined : fields[name]
        return name !== undefined && meaning ? [{ name, index, meaning }] : []
      })
      width = given.length
      return faults.map(({ kind, name }) => ({ field: name, code: `upload_column_${kind}`, parameters: { name } }))
    },
    line(given) {
      const values = kept.map(({ index }) => withoutFormulaGuard(given[index] ?? ''))
      const faults: FieldFault[] = []
      if (given.slice(width).some((cell) => cell !== '')) faults.push({ field: 'line', code: 'upload_malformed' })
      const result = parse(values)
      if (!result.success) return { cells: values, faults: [...faults, ...fieldFaults(result.error.issues, inputOf(values))] }
      see(result.data)
      return { cells: values, key: keyOf(result.data).toLowerCase(), faults }
    },
    columns: () => kept.map(({ name }) => name),
    parse,
  }
}

interface Saving<Row> {
  table: UploadTable<Row>
  saver: TableSaver<Row>
  reader: TableReader<Row>
  progress: Progress
}

/** Saves the lines without a fault, and refuses those that can't be saved. */
async function saveLines<Row>(
  tx: TenantTransaction,
  caller: Caller,
  { table: { constraints }, saver, reader, progress }: Saving<Row>,
): Promise<TableUploadReport> {
  const work = async () => {
    const counts: Record<Outcome, number> = { created: 0, changed: 0, unchanged: 0 }
    progress.lines = 0
    const { save, lastKey } = await saver.open(tx, caller)
    let isCheck = (await staging.countRefused(tx)).count > 0
    for await (const lines of staging.readFaultless(tx, lastKey)) {
      const rows = lines.flatMap(({ cells: values = [] }) => reader.parse(values).data ?? [])
      const { outcomes, faults } = await save(rows, { isCheck })
      for (const outcome of outcomes) counts[outcome]++
      const byIndex = Map.groupBy(faults, ({ index }) => index)
      const refused = lines.flatMap((line, index) => {
        const own = byIndex.get(index)?.map(withoutIndex)
        return own ? [{ ...line, faults: own }] : []
      })
      await staging.refuseLines(tx, refused)
      isCheck ||= refused.length > 0
      progress.lines += lines.length
    }
    return counts
  }
  try {
    return await repeating(tx, { attempts, hasLost: (error) => hasLost(error, constraints) }, work)
  } catch (error) {
    throw refusalOf(error, constraints)
  }
}

const withoutIndex = ({ field, code, parameters }: RowFault): FieldFault => ({ field, code, ...(parameters ? { parameters } : {}) })

async function refusal(tx: TenantTransaction, refused: number, rejectedFileId: string | undefined) {
  const lines = await staging.firstRefused(tx, shownRefusedLines)
  const fields = lines.flatMap(({ line, faults }) => faults.map(({ field, ...fault }) => ({ field: `lines.${line}.${field}`, ...fault })))
  const parameters: ErrorParameters = rejectedFileId === undefined ? { refused } : { refused, rejectedFileId }
  return problem('table_upload_refused', parameters, { fields: fields.slice(0, shownRefusedLines) })
}
