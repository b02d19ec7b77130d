import type { Readable } from 'node:stream'
import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Db } from './pool.ts'
import type { TenantContext } from './tenant.ts'

/** The queries of an exported file: CSV with the columns of `rows`, or JSON Lines. `count` returns the number of rows as `n`. */
export interface CsvSource {
  rows: CompiledQuery
  /** `rows` has one column, of JSON: each is a line. */
  isJsonLines?: true
  count: CompiledQuery<{ n: number }>
}

/** A running export of a query. */
export interface CsvCopy {
  /** Bytes as the database writes them, with backpressure. */
  stream: Readable
  /** Rows that were written; known once the stream has ended. */
  rowCount(): number
  /** Frees the connection, also before the end. */
  close(): Promise<void>
}

/** The byte order mark, without which Excel doesn't recognize UTF-8. */
export const byteOrderMark = Buffer.from('\uFEFF')
/** What an exported file starts with. */
export const beginningOf = ({ isJsonLines }: CsvSource): Buffer => (isJsonLines ? Buffer.alloc(0) : byteOrderMark)

const csvFormat = "format csv, header, encoding 'UTF8'"
/** Writes the text of the only column as it is: JSON never contains these two characters. */
const lineFormat = String.raw`format csv, delimiter E'\x01', quote E'\x02', encoding 'UTF8'`

/**
 * Starts `COPY … TO STDOUT` of a query as the tenant sees it, on a separate connection: one snapshot, in constant memory. A replica does it
 * if it can, unless `fromPrimary`. `total` is counted in the same snapshot first if `isCounted`, else 0.
 */
export async function copyCsv(
  db: Db,
  ctx: Pick<TenantContext, 'tenantId'>,
  source: CsvSource,
  { isCounted = false, fromPrimary = false }: { isCounted?: boolean; fromPrimary?: boolean } = {},
): Promise<CsvCopy & { total: number }> {
  const ofReplica = fromPrimary ? undefined : await db.replica?.connectFor(ctx.tenantId)
  if (ofReplica) {
    const copy = await copyOn(ofReplica, ctx, source, isCounted).catch(() => undefined)
    // What fails for another reason than the replica fails again.
    if (copy) return copy
  }
  return copyOn(await db.connect(), ctx, source, isCounted)
}

async function copyOn(client: pg.Client, ctx: Pick<TenantContext, 'tenantId'>, source: CsvSource, isCounted: boolean) {
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(`select set_config('role', 'steward_app', true), set_config('steward.tenant_id', $1, true)`, [ctx.tenantId])
    const total = isCounted ? await countRows(client, source) : 0
    const stream = client.query(copyTo(`copy (${withLiterals(source.rows)}) to stdout (${source.isJsonLines ? lineFormat : csvFormat})`))
    // It fails when its connection is closed early, also where no one reads it any more. Without a listener, that would end the process.
    stream.on('error', () => undefined)
    return { stream, total, rowCount: () => stream.rowCount, close: () => client.end() }
  } catch (error) {
    await client.end()
    throw error
  }
}

async function countRows(client: pg.Client, { count }: CsvSource): Promise<number> {
  const { rows } = await client.query<{ n: number }>(count.sql, [...count.parameters])
  return rows[0]?.n ?? 0
}

/** A query with its parameters inlined, since COPY takes none. */
export function withLiterals({ sql, parameters }: CompiledQuery): string {
  return sql.replace(/\$(\d+)/g, (_, number: string) => literal(parameters[Number(number) - 1]))
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return `(${value})`
  if (typeof value === 'string') return pg.escapeLiteral(value)
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`
  throw new TypeError(`No literal for ${typeof value}`)
}
