import { pipeline } from 'node:stream'
import { CsvError, type InfoRecord, parse } from 'csv-parse'

/** One record of a CSV file. */
export interface CsvRecord {
  /** Where it begins in the file; the first line is 1. */
  line: number
  cells: string[]
}

/** The file isn't CSV from this line on: what follows can't be read either. */
export class CsvSyntaxError extends Error {
  readonly line: number
  constructor(line: number) {
    super(`line ${line} is not valid CSV`)
    this.name = 'CsvSyntaxError'
    this.line = line
  }
}

const delimiters = [',', ';', '\t'] as const
/** Maximum length of a record: a quote that stays open would read the rest of the file as one. */
export const maximumRecord = 256 * 1024

/**
 * Reads CSV (RFC 4180) while it arrives, in constant memory: separated by comma, semicolon or tab, as its first line tells. Empty lines
 * are skipped, and cells are trimmed; a line break in a cell is `\n`. The records can have any number of cells.
 * @throws {CsvSyntaxError} while reading
 */
export async function* csvRecords(text: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  const { first, whole } = await readFirstLine(withPlainLineBreaks(text))
  let lastLine = 0
  const parser = parse({
    info: true,
    record_delimiter: '\n',
    delimiter: delimiterOf(first),
    max_record_size: maximumRecord,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    on_record: (cells: string[], { lines }) => {
      lastLine = lines
      return cells
    },
  })
  // An error of either side ends the loop below, which throws it.
  pipeline(whole, parser, () => {})
  try {
    // With `info` each record comes with its position; the option's types don't say so.
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: InfoRecord }>) {
      yield { line: info.lines - lineBreaksIn(record), cells: record }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new CsvSyntaxError(isOpen.has(error.code) ? lastLine + 1 : Number('lines' in error ? error.lines : 1))
  }
}

/** Errors that the parser notices long after the line of the quote. */
const isOpen: ReadonlySet<string> = new Set(['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'])

/** The parser would count `\r\n` in a cell as two lines. */
export async function* withPlainLineBreaks(text: AsyncIterable<string>): AsyncGenerator<string> {
  let isBroken = false
  for await (const piece of text) {
    const rest = isBroken && piece.startsWith('\n') ? piece.slice(1) : piece
    yield rest.replace(/\r\n?/g, '\n')
    isBroken = piece === '' ? isBroken : piece.endsWith('\r')
  }
}

/** The first line that isn't empty, and the text from the beginning. */
export async function readFirstLine(text: AsyncGenerator<string>): Promise<{ first: string; whole: AsyncGenerator<string> }> {
  let start = ''
  let isEnd = false
  while (!isEnd && start.length < maximumRecord && !/\S.*\n/.test(start)) {
    const next = await text.next()
    isEnd = next.done === true
    if (!next.done) start += next.value
  }
  async function* whole() {
    yield start
    yield* text
  }
  return { first: start.trimStart().split('\n', 1)[0] ?? '', whole: whole() }
}

/** The one that most cells of the header are separated by. */
export function delimiterOf(header: string): string {
  const unquoted = header.replace(/"[^"]*"/g, '')
  const count = (delimiter: string) => unquoted.split(delimiter).length
  return delimiters.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}

const lineBreaksIn = (cells: readonly string[]) =>
  cells.reduce((sum, cell) => (cell.includes('\n') ? sum + cell.split('\n').length - 1 : sum), 0)

/** The columns that a file can have. */
export interface Columns<C extends string> {
  /** What headers mean, by their letters and digits in lower case. */
  headers: Readonly<Record<string, C>>
  required: readonly C[]
  /** Headers of columns that aren't read, in the same form. */
  ignored?: ReadonlySet<string>
}

/** A header as `Columns` has it: letters and digits only, in lower case. */
export const plainHeader = (header: string): string => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

export interface HeaderFault {
  kind: 'unknown' | 'twice' | 'missing'
  /** The header as in the file; of a missing column its name. */
  name: string
}

/** The column of each cell of a header, and what is wrong with it. */
export function matchHeader<C extends string>(
  cells: readonly string[],
  { headers, required, ignored }: Columns<C>,
): { columns: (C | undefined)[]; faults: HeaderFault[] } {
  const faults: HeaderFault[] = []
  const columns = cells.map((cell) => {
    const name = plainHeader(cell)
    const column = Object.hasOwn(headers, name) ? headers[name] : undefined
    if (column === undefined && name !== '' && !ignored?.has(name)) faults.push({ kind: 'unknown', name: cell })
    return column
  })
  for (const column of new Set(Object.values(headers))) {
    const count = columns.filter((name) => name === column).length
    if (count > 1) faults.push({ kind: 'twice', name: column })
    if (count === 0 && required.includes(column)) faults.push({ kind: 'missing', name: column })
  }
  return { columns, faults }
}
