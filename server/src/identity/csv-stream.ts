import { Readable } from 'node:stream'
import type { CompiledQuery } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { TenantContext } from '../db/tenant.ts'
import { csvLine } from './csv.ts'

/** Rows that travel from the database at once. */
const batch = 2_000
/** A reader that takes nothing for so long loses its connection. */
const idleLimitMs = 60_000
/** Exports run on connections of their own; more than these wait for one another. */
const atOnce = 4

/** Excel takes a file for UTF-8 only when it begins like this. */
const byteOrderMark = '\uFEFF'

export interface CsvSource<R> {
  query: CompiledQuery<R>
  header: readonly string[]
  toCells(row: R): readonly (string | number | boolean | null)[]
}

/** Hands out as many turns at once as it was made with; the others wait in line. */
class Turns {
  readonly #waiting: (() => void)[] = []
  #free: number
  constructor(count: number) {
    this.#free = count
  }
  async take(): Promise<void> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
  give(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free++
  }
}

const turns = new Turns(atOnce)

/**
 * A CSV file of everything a query answers, whatever its size, in constant memory: rows of one snapshot are fetched through a
 * cursor as fast as the reader takes them. Ending the stream early frees the connection.
 */
export function csvStream<R>(db: Db, ctx: TenantContext, source: CsvSource<R>): Readable {
  return Readable.from(lines(db, ctx, source), { objectMode: false })
}

async function* lines<R>(db: Db, ctx: TenantContext, { query, header, toCells }: CsvSource<R>): AsyncGenerator<string> {
  await turns.take()
  const client = await db.connect().catch((error: unknown) => {
    turns.give()
    throw error
  })
  // A connection that breaks between two fetches fails the next one.
  client.on('error', () => undefined)
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(
      `select set_config('role', 'steward_app', true), set_config('steward.tenant_id', $1, true), set_config('cursor_tuple_fraction', '1', true),
              set_config('idle_in_transaction_session_timeout', $2, true)`,
      [ctx.tenantId, String(idleLimitMs)],
    )
    await client.query(`declare exported no scroll cursor for ${query.sql}`, [...query.parameters])
    yield byteOrderMark + csvLine(header)
    for (;;) {
      const { rows } = await client.query(`fetch ${batch} from exported`)
      if (rows.length === 0) break
      // The query's own row type, which the driver does not know.
      yield (rows as R[]).map((row) => csvLine(toCells(row))).join('')
    }
    await client.query('commit')
  } finally {
    await client.end().finally(() => turns.give())
  }
}
