import { type FieldFault, problem } from '@steward/contract/errors'
import { fieldFaults } from '@steward/contract/field-faults'
import type { FileStream } from '@steward/contract/files'
import { shownRefusedLines } from '@steward/contract/reference-data/constants'
import type { TableUploadReport } from '@steward/contract/reference-data/currencies-schemas'
import type { z } from 'zod'
import type { TenantTransaction } from '../../db/tenant.ts'
import { withoutFormulaGuard } from '../../exports/csv.ts'
import type { Caller } from '../../http/caller.ts'
import { originOf, recordEvent } from '../../system-log/record.ts'
import { CsvSyntaxError, csvRecords, matchHeader, plainHeader } from '../../uploads/csv-records.ts'
import { decode } from '../../uploads/decode.ts'
import type { Saved } from './rows.ts'

/** Files of tables are small, so they are read before they are saved. */
const maximumLines = 10_000

/** A table that takes files. */
export interface UploadTable<Row> {
  /** The fields that a file can have, with what their cells mean. */
  fields: Readonly<Record<string, (cell: string) => unknown>>
  required: readonly string[]
  /** Fields of the table's own files that are not read. */
  ignored: readonly string[]
  schema: z.ZodType<Row>
  /** Unique in a file, in any case. */
  keyField: string
  keyOf(row: Row): string
}

/** The rows of a file with their lines, and what is wrong with the others. */
export interface Upload<Row> {
  lines: { line: number; row: Row }[]
  /** With fields like `lines.3.currencyCode`. */
  faults: FieldFault[]
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

const faultIn = (line: number, { field, ...fault }: FieldFault): FieldFault => ({ field: `lines.${line}.${field}`, ...fault })

/**
 * Reads a file of a table: a header line with the names of its fields, in any order.
 * @throws upload_empty, import_too_large, file_encoding_invalid
 */
export async function readUpload<Row>(file: FileStream, table: UploadTable<Row>): Promise<Upload<Row>> {
  const upload: Upload<Row> = { lines: [], faults: [] }
  const firstLines = new Map<string, number>()
  let columns: (string | undefined)[] | undefined
  let count = 0
  try {
    for await (const { line, cells } of csvRecords(decode(file).text)) {
      if (columns) {
        if (++count > maximumLines) throw problem('import_too_large', { maximum: maximumLines })
        readLine(upload, firstLines, table, columns, line, cells)
      } else {
        columns = readHeader(upload, table, line, cells)
        if (upload.faults.length > 0) return upload
      }
    }
  } catch (error) {
    if (!(error instanceof CsvSyntaxError)) throw error
    upload.faults.push(faultIn(error.line, { field: 'line', code: 'upload_malformed' }))
    return upload
  }
  if (count === 0) throw problem('upload_empty')
  return upload
}

function readHeader<Row>(
  upload: Upload<Row>,
  { fields, required, ignored }: UploadTable<Row>,
  line: number,
  header: readonly string[],
): (string | undefined)[] {
  const { columns, faults } = matchHeader(header, {
    headers: Object.fromEntries(Object.keys(fields).map((name) => [plainHeader(name), name])),
    required,
    ignored: new Set(ignored.map(plainHeader)),
  })
  upload.faults.push(...faults.map(({ kind, name }) => faultIn(line, { field: name, code: `upload_column_${kind}`, parameters: { name } })))
  return columns
}

function readLine<Row>(
  { lines, faults }: Upload<Row>,
  firstLines: Map<string, number>,
  { fields, schema, keyField, keyOf }: UploadTable<Row>,
  columns: readonly (string | undefined)[],
  line: number,
  given: readonly string[],
): void {
  if (given.slice(columns.length).some((cell) => cell !== '')) faults.push(faultIn(line, { field: 'line', code: 'upload_malformed' }))
  const input = Object.fromEntries(
    columns.flatMap((name, index) => {
      const meaning = name === undefined ? undefined : fields[name]
      return meaning ? [[name, meaning(withoutFormulaGuard(given[index] ?? ''))]] : []
    }),
  )
  const result = schema.safeParse(input)
  if (!result.success) {
    faults.push(...fieldFaults(result.error.issues, input).map((fault) => faultIn(line, fault)))
    return
  }
  const key = keyOf(result.data).toLowerCase()
  const first = firstLines.get(key)
  if (first === undefined) firstLines.set(key, line)
  else faults.push(faultIn(line, { field: keyField, code: 'upload_duplicate', parameters: { line: first } }))
  if (first === undefined) lines.push({ line, row: result.data })
}

/**
 * Saves the rows of a file, all or none.
 * @param what the name of the table in the system log
 * @throws table_upload_refused
 */
export async function saveUpload<Row>(
  tx: TenantTransaction,
  caller: Caller,
  { lines, faults }: Upload<Row>,
  what: string,
  save: (rows: Row[]) => Promise<Saved>,
): Promise<TableUploadReport> {
  const saved = await save(lines.map(({ row }) => row))
  const all = [...faults, ...saved.faults.map(({ index, ...fault }) => faultIn(lines[index]?.line ?? 0, fault))]
  if (all.length > 0) throw refusal(all)
  const count = (outcome: Saved['outcomes'][number]) => saved.outcomes.filter((one) => one === outcome).length
  const report = { created: count('created'), changed: count('changed'), unchanged: count('unchanged') }
  const details = { what, lines: lines.length, created: report.created, changed: report.changed }
  await recordEvent(tx, { kind: 'import', outcome: 'success', ...originOf(caller), details })
  return report
}

function refusal(faults: readonly FieldFault[]) {
  const lineOf = ({ field }: FieldFault) => Number(field.split('.')[1])
  const fields = faults.toSorted((a, b) => lineOf(a) - lineOf(b)).slice(0, shownRefusedLines)
  return problem('table_upload_refused', { refused: new Set(faults.map(lineOf)).size }, { fields })
}
