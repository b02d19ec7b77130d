import { CsvError, type InfoRecord, parse } from 'csv-parse/sync'
import { problem } from '@steward/contract/errors'
import type { FieldFault } from '@steward/contract/errors'
import { emailAddress, userName } from '@steward/contract/rules/names'
import { fieldFaults } from '@steward/contract/field-faults'
import type { z } from 'zod'
import { withoutFormulaGuard } from '../../exports/csv.ts'
import { exportedColumns } from '../export.ts'

/** Columns of the file of rejected lines, which can be fixed and imported as is. */
export const rejectedColumns = ['email', 'givenName', 'familyName', 'groups', 'line', 'reason'] as const

/** Maximum number of users in one file. */
export const maximumLines = 10_000

/** A line of the file, checked as far as possible without the database. */
export interface ImportLine {
  line: number
  email: string
  /** Undefined if the cell is empty or the column is missing: an existing user keeps it. */
  givenName: string | undefined
  familyName: string | undefined
  /** Names of groups without duplicates; undefined if an existing user keeps their groups. */
  groups: string[] | undefined
  /** The cells as in the file, valid or not. */
  text: Record<Exclude<Column, 'email'>, string>
  faults: FieldFault[]
  /** The errors are about the file, not about one user. */
  isWholeFile: boolean
}

type Column = 'email' | 'givenName' | 'familyName' | 'groups'

/** Headers that spreadsheets and other directories use; letters and digits only, in lower case. */
const aliases: Readonly<Record<string, Column>> = {
  email: 'email',
  emailaddress: 'email',
  mail: 'email',
  workemail: 'email',
  givenname: 'givenName',
  firstname: 'givenName',
  forename: 'givenName',
  familyname: 'familyName',
  lastname: 'familyName',
  surname: 'familyName',
  groups: 'groups',
  group: 'groups',
  groupnames: 'groups',
}
const reduced = (header: string) => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
/** Columns of our own files that an import ignores. */
const passedOver = new Set([...exportedColumns, ...rejectedColumns].map(reduced).filter((name) => !(name in aliases)))

interface CsvRecord {
  record: string[]
  info: InfoRecord
}

/**
 * Reads a CSV file of users (RFC 4180, in UTF-8 with or without byte order mark; separated by comma, semicolon or tab).
 * @throws import_empty, import_too_large
 */
export function parseImport(text: string): ImportLine[] {
  const records = readRecords(text)
  if (!Array.isArray(records)) return [records]
  const [header, ...data] = records
  if (!header || data.length === 0) throw problem('import_empty')
  if (data.length > maximumLines) throw problem('import_too_large', { maximum: maximumLines })
  const columns = readHeader(header.record)
  if (columns.faults.length > 0) return [emptyLine(header.info.lines, columns.faults, true)]
  const lines = data.map(({ record, info }) => readLine(record, info.lines, columns.names))
  refuseDuplicates(lines)
  return lines
}

const emptyLine = (line: number, faults: FieldFault[], isWholeFile: boolean): ImportLine => ({
  line,
  email: '',
  givenName: undefined,
  familyName: undefined,
  groups: undefined,
  text: { givenName: '', familyName: '', groups: '' },
  faults,
  isWholeFile,
})

/** The records with their positions, or the line that isn't valid CSV: what follows it can't be parsed either. */
function readRecords(text: string): CsvRecord[] | ImportLine {
  const [firstLine = ''] = text.split(/\r?\n/, 1)
  const delimiter = [',', ';', '\t'].find((candidate) => firstLine.includes(candidate)) ?? ','
  try {
    // With `info` each record comes with its position; the option's types don't say so.
    return parse(text, {
      bom: true,
      info: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as CsvRecord[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = 'lines' in error ? Number(error.lines) : 1
    return emptyLine(line, [{ field: 'line', code: 'import_malformed' }], true)
  }
}

function readHeader(cells: readonly string[]): { names: (Column | undefined)[]; faults: FieldFault[] } {
  const faults: FieldFault[] = []
  const names = cells.map((cell) => {
    const name = reduced(cell)
    const column = aliases[name]
    if (column === undefined && name !== '' && !passedOver.has(name)) {
      faults.push({ field: cell, code: 'import_column_unknown', parameters: { name: cell } })
    }
    return column
  })
  for (const column of new Set(Object.values(aliases))) {
    const count = names.filter((name) => name === column).length
    if (count > 1) faults.push({ field: column, code: 'import_column_twice', parameters: { name: column } })
    if (count === 0 && column === 'email') faults.push({ field: column, code: 'import_column_missing', parameters: { name: column } })
  }
  return { names, faults }
}

function readLine(cells: readonly string[], line: number, columns: readonly (Column | undefined)[]): ImportLine {
  const cell = (column: Column) => withoutFormulaGuard(cells[columns.indexOf(column)]?.trim() ?? '')
  const read = emptyLine(line, [], false)
  if (cells.slice(columns.length).some((extra) => extra !== '')) read.faults.push({ field: 'line', code: 'import_malformed' })
  const email = cell('email')
  read.email = check(emailAddress, email, 'email', read.faults) ?? email
  read.text = { givenName: cell('givenName'), familyName: cell('familyName'), groups: cell('groups') }
  read.givenName = cell('givenName') === '' ? undefined : check(userName, cell('givenName'), 'givenName', read.faults)
  read.familyName = cell('familyName') === '' ? undefined : check(userName, cell('familyName'), 'familyName', read.faults)
  const groups = splitGroups(cell('groups'))
  read.groups = groups.length === 0 ? undefined : groups
  return read
}

function check(schema: z.ZodType<string>, value: string, field: string, faults: FieldFault[]): string | undefined {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  faults.push(...fieldFaults(result.error.issues, value).map((fault) => ({ ...fault, field })))
  return undefined
}

function splitGroups(cell: string): string[] {
  const byKey = new Map<string, string>()
  for (const part of cell.split(';')) {
    const name = part.trim()
    if (name !== '' && !byKey.has(name.toLowerCase())) byKey.set(name.toLowerCase(), name)
  }
  return [...byKey.values()]
}

/** An address can only appear once in the file: all lines after its first are rejected. */
function refuseDuplicates(lines: readonly ImportLine[]): void {
  const first = new Map<string, number>()
  for (const { line, email, faults } of lines) {
    const key = email.toLowerCase()
    const before = first.get(key)
    if (before === undefined) first.set(key, line)
    else if (key !== '') faults.push({ field: 'email', code: 'import_duplicate', parameters: { line: before } })
  }
}
