import { problem } from '@steward/contract/errors'
import type { FieldFault } from '@steward/contract/errors'
import { emailAddress, userName } from '@steward/contract/rules/names'
import { fieldFaults } from '@steward/contract/field-faults'
import type { FileStream } from '@steward/contract/files'
import type { Encoding } from '@steward/contract/rules/encodings'
import type { z } from 'zod'
import { withoutFormulaGuard } from '../../exports/csv.ts'
import { type Columns, CsvSyntaxError, csvRecords, matchHeader, plainHeader } from '../../uploads/csv-records.ts'
import { decode } from '../../uploads/decode.ts'
import { exportedColumns } from '../export.ts'

/** Columns of the file of rejected lines, which can be fixed and imported as is. */
export const rejectedColumns = ['email', 'givenName', 'familyName', 'groups', 'line', 'reason'] as const

/** Maximum number of users in one file. */
export const maximumLines = 100_000

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

/** Headers that spreadsheets and other directories use. */
const headers: Columns<Column>['headers'] = {
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
/** Columns of our own files that an import ignores. */
const ignored = new Set([...exportedColumns, ...rejectedColumns].map(plainHeader))

/**
 * Reads a CSV file of users (RFC 4180; separated by comma, semicolon or tab) and the encoding found in it.
 * @throws import_empty, import_too_large, file_encoding_invalid
 */
export async function parseImport(file: FileStream): Promise<{ lines: ImportLine[]; encoding: Encoding }> {
  const { text, encoding } = decode(file)
  const lines = await readLines(text)
  return { lines, encoding: encoding() }
}

/** The lines, or the one that isn't valid CSV: what follows it can't be read either. */
async function readLines(text: AsyncIterable<string>): Promise<ImportLine[]> {
  const lines: ImportLine[] = []
  let columns: readonly (Column | undefined)[] | undefined
  try {
    for await (const { line, cells } of csvRecords(text)) {
      if (!columns) {
        const header = matchHeader(cells, { headers, required: ['email'], ignored })
        const faults = header.faults.map(({ kind, name }) => ({ field: name, code: `import_column_${kind}`, parameters: { name } }))
        if (faults.length > 0) return [emptyLine(line, faults, true)]
        columns = header.columns
      } else {
        if (lines.length === maximumLines) throw problem('import_too_large', { maximum: maximumLines })
        lines.push(readLine(cells, line, columns))
      }
    }
  } catch (error) {
    if (!(error instanceof CsvSyntaxError)) throw error
    return [emptyLine(error.line, [{ field: 'line', code: 'import_malformed' }], true)]
  }
  if (lines.length === 0) throw problem('import_empty')
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
