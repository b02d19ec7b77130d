import { Readable } from 'node:stream'
import { type CsvSource, byteOrderMark, copyCsv } from '../db/csv-copy.ts'
import type { Db } from '../db/pool.ts'
import type { TenantContext } from '../db/tenant.ts'

/** A reader that takes nothing for so long loses its connection. */
const idleLimitMs = 60_000
/** Exports run on connections of their own; more than these wait for one another. */
const atOnce = 4

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
 * A CSV file of everything a query answers, whatever its size, in constant memory: the database writes it as fast as the
 * reader takes it. Ending the stream early frees the connection.
 */
export function csvStream(db: Db, ctx: TenantContext, source: CsvSource): Readable {
  return Readable.from(bytesOf(db, ctx, source), { objectMode: false })
}

async function* bytesOf(db: Db, ctx: TenantContext, source: CsvSource): AsyncGenerator<Buffer> {
  await turns.take()
  try {
    const copy = await copyCsv(db, ctx, source)
    try {
      yield byteOrderMark
      for await (const bytes of copy.stream as AsyncIterable<Buffer>) {
        // A connection that is closed fails the next read.
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
    turns.give()
  }
}
