import type { Readable } from 'node:stream'
import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Db } from './pool.ts'
import type { TenantContext } from './tenant.ts'

/** The queries of a CSV file: its columns are named like those of `rows`; `count` returns the number of rows as `n`. */
export interface CsvSource {
  rows: CompiledQuery
  count: CompiledQuery<{ n: number }>
}

/** A running CSV export of a query. */
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

/**
 * Starts `COPY … TO STDOUT` of a query as the tenant sees it, on a separate connection: one snapshot, in constant memory.
 * `total`, if requested, is counted in the same snapshot first.
 */
export async function copyCsv(db: Db, ctx: Pick<TenantContext, 'tenantId'>, source: CsvSource): Promise<CsvCopy & { total: number }> {
  const client = await db.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(`select set_config('role', 'steward_app', true), set_config('steward.tenant_id', $1, true)`, [ctx.tenantId])
    const counted = await client.query<{ n: number }>(source.count.sql, [...source.count.parameters])
    const stream = client.query(copyTo(`copy (${withLiterals(source.rows)}) to stdout (format csv, header, encoding 'UTF8')`))
    return { stream, total: counted.rows[0]?.n ?? 0, rowCount: () => stream.rowCount, close: () => client.end() }
  } catch (error) {
    await client.end()
    throw error
  }
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
