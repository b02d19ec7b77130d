import { Readable } from 'node:stream'
import { type CsvSource, beginningOf, copyCsv } from '../db/csv-copy.ts'
import type { Db } from '../db/pool.ts'
import type { TenantContext } from '../db/tenant.ts'
import { SharedTurns } from '../db/turns.ts'

/** A reader that stalls for this long loses its connection. */
const idleLimitMs = 60_000
/** Exports use separate connections; more than this many wait for each other. */
const atOnce = 4

const turns = new SharedTurns(atOnce)

/**
 * A file of all rows of a query, of any size, in constant memory: the database writes it as fast as the reader takes it.
 * Ending the stream early frees the connection.
 */
export function csvStream(db: Db, ctx: TenantContext, source: CsvSource): Readable {
  return Readable.from(bytesOf(db, ctx, source), { objectMode: false })
}

async function* bytesOf(db: Db, ctx: TenantContext, source: CsvSource): AsyncGenerator<Buffer> {
  const giveTurn = await turns.take(ctx.tenantId)
  try {
    const copy = await copyCsv(db, ctx, source)
    try {
      yield beginningOf(source)
      for await (const bytes of copy.stream as AsyncIterable<Buffer>) {
        // Reading from a closed connection fails.
        const impatience = setTimeout(() => void copy.close(), idleLimitMs)
        try {
          yield bytes
        } finally {
          clearTimeout(impatience)
        }
      }
    } finally {
      await copy.close()
    }
  } finally {
    giveTurn()
  }
}
