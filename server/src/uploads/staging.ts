import { type RawBuilder, sql } from 'kysely'
import type { FieldFault } from '@steward/contract/errors'
import type { FileStream } from '@steward/contract/files'
import type { Encoding } from '@steward/contract/rules/encodings'
import type { CopyTransaction } from '../db/copy-transaction.ts'
import type { TenantTransaction } from '../db/tenant.ts'
import { copyRows, escaped } from './copy-rows.ts'
import { csvBatches } from './csv-batches.ts'
import { type CsvRecord, CsvSyntaxError } from './csv-records.ts'
import { decode } from './decode.ts'
import type { Progress } from './progress.ts'

/** The lines of a file that is being uploaded, in temporary tables of its transaction: memory doesn't grow with the file. */

/** Lines per read. */
const linesPerBatch = 2_000

/** A line with its cells as in the file, and what is wrong with it. */
export interface StagedLine {
  line: number
  /** Undefined if the fault is of the file rather than of a line. */
  cells: string[] | undefined
  faults: FieldFault[]
}

/** Reads the records of one kind of file. */
export interface LineReader {
  /** Reads the header; its faults refuse the file. */
  header(cells: readonly string[]): FieldFault[]
  /** The cells to keep of a line, what no other line can have too, in lower case, and what is wrong with it so far. */
  line(cells: readonly string[]): { cells: string[]; key?: string; faults?: FieldFault[] }
}

/** What a file has. */
export interface Staged {
  /** Lines after the header. */
  count: number
  encoding: Encoding
  /** The file can't be read from a line on. */
  isBroken: boolean
}

export async function createStaging(tx: TenantTransaction): Promise<void> {
  // Duplicates are found by hashing or sorting all keys.
  await sql`set local work_mem = '64MB'`.execute(tx)
  // A process that stops without closing its connection must not hold its rows forever.
  await sql`set local idle_in_transaction_session_timeout = '2min'`.execute(tx)
  await sql`create temp table staged_line (line integer not null, key text collate "C", cells text, faults jsonb) on commit drop`.execute(
    tx,
  )
  await sql`create temp table refused_line (line integer not null, cells text, faults jsonb not null) on commit drop`.execute(tx)
}

interface StagingOptions {
  progress: Progress
  signal: AbortSignal
  /** The code of a line from which on the file isn't CSV. */
  malformed: string
  /** Most lines after the header, and the error of a file with more. */
  maximum?: { lines: number; error: () => Error }
}

/**
 * Copies the lines of a file into the staging table while they arrive.
 * @throws file_encoding_invalid, body_too_large, the error of `maximum`, invalid_request if the client leaves
 */
export async function stageFile(
  { tx, copyFrom, staging }: CopyTransaction,
  file: FileStream,
  reader: LineReader,
  { progress, signal, malformed, maximum }: StagingOptions,
): Promise<Staged> {
  const { text, encoding } = decode(file)
  let isHeaderRead = false
  let isBroken = false
  function* rowsOf(batch: readonly CsvRecord[]): Generator<string> {
    for (const { line, cells } of batch) {
      if (isHeaderRead) {
        if (progress.lines === maximum?.lines) throw maximum.error()
        progress.lines++
        yield rowOf(line, reader.line(cells))
        continue
      }
      isHeaderRead = true
      const faults = reader.header(cells)
      if (faults.length === 0) continue
      isBroken = true
      yield rowOf(line, { faults })
      return
    }
  }
  async function* rows(): AsyncGenerator<string> {
    try {
      for await (const batch of csvBatches(text)) {
        yield [...rowsOf(batch)].join('')
        if (isBroken) return
      }
    } catch (error) {
      if (!(error instanceof CsvSyntaxError)) throw error
      isBroken = true
      yield rowOf(error.line, { faults: [{ field: 'line', code: malformed }] })
    }
  }
  await staging(() => copyRows(rows(), copyFrom("copy staged_line (line, key, cells, faults) from stdin (null '')"), signal))
  await sql`analyze staged_line`.execute(tx)
  return { count: progress.lines, encoding: encoding(), isBroken }
}

const rowOf = (line: number, { key = '', cells, faults = [] }: { key?: string; cells?: string[]; faults?: FieldFault[] }): string =>
  `${line}\t${escaped(key)}\t${cells ? escaped(JSON.stringify(cells)) : ''}\t${faults.length > 0 ? escaped(JSON.stringify(faults)) : ''}\n`

/** Adds a fault to each line whose key an earlier line has, which it names. */
export async function refuseDuplicates(tx: TenantTransaction, { field, code }: Pick<FieldFault, 'field' | 'code'>): Promise<void> {
  await sql`
    update staged_line l
       set faults = coalesce(l.faults, '[]') || jsonb_build_array(jsonb_build_object(
             'field', ${field}::text, 'code', ${code}::text, 'parameters', jsonb_build_object('line', earlier.line)))
      from (select key, min(line) as line from staged_line where key is not null group by key having count(*) > 1) earlier
     where l.key = earlier.key and l.line > earlier.line`.execute(tx)
}

/** Refuses the lines that have faults by now. */
export async function refuseFaulty(tx: TenantTransaction): Promise<void> {
  await sql`insert into refused_line (line, cells, faults) select line, cells, faults from staged_line where faults is not null`.execute(tx)
}

/** Refuses lines, each once. */
export async function refuseLines(tx: TenantTransaction, lines: readonly StagedLine[]): Promise<void> {
  if (lines.length === 0) return
  const given = JSON.stringify(lines.map(({ line, cells, faults }) => ({ line, cells: cells && JSON.stringify(cells), faults })))
  await sql`
    insert into refused_line (line, cells, faults)
    select line, cells, faults from jsonb_to_recordset(${given}::jsonb) given (line integer, cells text, faults jsonb)`.execute(tx)
}

/** How many lines are refused, and how many of them are lines that can be corrected. */
export async function countRefused(tx: TenantTransaction): Promise<{ count: number; withCells: number }> {
  const { rows } = await sql<{ n: number; with_cells: number }>`
    select count(*)::integer as n, count(cells)::integer as with_cells from refused_line`.execute(tx)
  return { count: rows[0]?.n ?? 0, withCells: rows[0]?.with_cells ?? 0 }
}

/** The first refused lines. */
export async function firstRefused(tx: TenantTransaction, limit: number): Promise<StagedLine[]> {
  const { rows } = await sql<Row>`select line, cells, faults from refused_line order by line limit ${limit}`.execute(tx)
  return rows.map(toLine)
}

export const readRefused = (tx: TenantTransaction): AsyncGenerator<StagedLine[]> =>
  read(tx, sql`select line, cells, faults from refused_line order by line`)

/**
 * The lines without a fault in the order of their keys, which is the same for all files: so that two of them don't deadlock.
 * @param lastKey the key of the line that comes last instead
 */
export const readFaultless = (tx: TenantTransaction, lastKey = ''): AsyncGenerator<StagedLine[]> =>
  read(tx, sql`select line, cells, faults from staged_line where faults is null order by key = ${lastKey}::text, key`)

export const readLines = (tx: TenantTransaction): AsyncGenerator<StagedLine[]> =>
  read(tx, sql`select line, cells, faults from staged_line order by line`)

/** What is wrong with the file rather than with lines. */
export const readBroken = (tx: TenantTransaction): AsyncGenerator<StagedLine[]> =>
  read(tx, sql`select line, cells, faults from staged_line where cells is null`)

/** Whether a line has a key. */
export async function hasKey(tx: TenantTransaction, key: string): Promise<boolean> {
  const { rows } = await sql`select from staged_line where key = ${key} limit 1`.execute(tx)
  return rows.length > 0
}

interface Row {
  line: number
  cells: string | null
  faults: FieldFault[] | null
}

/** Reads batches in constant memory. */
async function* read(tx: TenantTransaction, query: RawBuilder<unknown>): AsyncGenerator<StagedLine[]> {
  await sql`declare lines no scroll cursor for ${query}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(linesPerBatch)} from lines`.execute(tx)
    if (rows.length === 0) break
    yield rows.map(toLine)
  }
  await sql`close lines`.execute(tx)
}

// The cells were written by `rowOf` or `refuseLines`.
const toLine = ({ line, cells, faults }: Row): StagedLine => ({
  line,
  cells: cells === null ? undefined : (JSON.parse(cells) as string[]),
  faults: faults ?? [],
})
