import type { FieldFault } from '@steward/contract/errors'
import { emailAddress, userName } from '@steward/contract/rules/names'
import { fieldFaults } from '@steward/contract/field-faults'
import type { z } from 'zod'
import { withoutFormulaGuard } from '../../exports/csv.ts'
import { reasonColumns } from '../../exports/rejected-file.ts'
import { type Columns, matchHeader, plainHeader } from '../../uploads/csv-records.ts'
import type { LineReader, StagedLine } from '../../uploads/staging.ts'
import { exportedColumns } from '../export.ts'

/** The columns that are read. */
export const importColumns = ['email', 'givenName', 'familyName', 'groups'] as const

/**
 * Maximum number of users in one file. Memory doesn't limit it, but all of them are created in one transaction, which locks their groups
 * as long as it runs.
 */
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
  /** The cells of `importColumns` as in the file, valid or not. */
  cells: string[]
  faults: FieldFault[]
}

type Column = (typeof importColumns)[number]

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
const ignored = new Set([...exportedColumns, ...reasonColumns].map(plainHeader))

/**
 * Reads the records of a file of users.
 * @param see is called for each group that a line names, in lower case
 */
export function createReader(see: (group: string) => void): LineReader {
  let columns: readonly (Column | undefined)[] = []
  return {
    header(given) {
      const header = matchHeader(given, { headers, required: ['email'], ignored })
      columns = header.columns
      return header.faults.map(({ kind, name }) => ({ field: name, code: `import_column_${kind}`, parameters: { name } }))
    },
    line(given) {
      const cells = importColumns.map((column) => withoutFormulaGuard(given[columns.indexOf(column)]?.trim() ?? ''))
      const isMalformed = given.slice(columns.length).some((extra) => extra !== '')
      for (const name of splitGroups(cells[3] ?? '')) see(name.toLowerCase())
      const key = cells[0]?.toLowerCase() || undefined
      return { cells, key, faults: isMalformed ? [{ field: 'line', code: 'import_malformed' }] : [] }
    },
  }
}

/** Checks a line as far as possible without the database. */
export function parseLine({ line, cells = [], faults: before }: StagedLine): ImportLine {
  const [email = '', givenName = '', familyName = '', groups = ''] = cells
  const faults = [...before]
  const names = splitGroups(groups)
  return {
    line,
    cells,
    email: check(emailAddress, email, 'email', faults) ?? email,
    givenName: givenName === '' ? undefined : check(userName, givenName, 'givenName', faults),
    familyName: familyName === '' ? undefined : check(userName, familyName, 'familyName', faults),
    groups: names.length === 0 ? undefined : names,
    faults,
  }
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
