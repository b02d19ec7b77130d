import { statfs } from 'node:fs/promises'

/** SQLSTATE disk_full, as from the database itself. */
const diskFull = '53100'
const checkEveryMs = 1_000
/** A database that ran out of space is taken to be full for this long, unless it does so again. */
const rememberedMs = 30_000

/** Thrown instead of a change for which too little space is left. */
export class SpaceError extends Error {
  override name = 'SpaceError'
  readonly code = diskFull
}

/**
 * Space for the database. The built-in one keeps a reserve: without space for its log PostgreSQL ends, and then nothing can be read
 * either, so changes are refused before that.
 */
export class FreeSpace {
  readonly #directory: string | undefined
  readonly #reserveBytes: number
  #timer: NodeJS.Timeout | undefined
  #isShort = false
  #isSpent = false
  #ranOutAt = -Infinity

  constructor(directory: string | undefined, reserveBytes: number) {
    this.#directory = directory
    this.#reserveBytes = reserveBytes
  }

  /** Changes have to be refused. */
  get isShort(): boolean {
    return this.#isShort
  }

  /** Even what ends or renews sessions has to be refused: half of the reserve is used up. */
  get isSpent(): boolean {
    return this.#isSpent
  }

  /** Changes are refused, here or by the database. */
  get isFull(): boolean {
    return this.#isShort || performance.now() - this.#ranOutAt < rememberedMs
  }

  /** The database had no space for a change. */
  noteFull(): void {
    this.#ranOutAt = performance.now()
  }

  /** Looks every second from now on, until `close`. */
  async watch(): Promise<void> {
    await this.check()
    if (this.#directory !== undefined) this.#timer = setInterval(() => void this.check(), checkEveryMs).unref()
  }

  async check(): Promise<void> {
    if (this.#directory === undefined) return
    const found = await statfs(this.#directory).catch(() => undefined)
    if (!found) return
    const freeBytes = found.bavail * found.bsize
    this.#isShort = freeBytes < this.#reserveBytes
    this.#isSpent = freeBytes < this.#reserveBytes / 2
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
