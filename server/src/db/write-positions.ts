/** A key for what was written for all tenants. */
const all = '*'
/** What the primary had this long ago, a replica has to have, too. */
export const longestLagMs = 10_000
const markEveryMs = 1_000

/**
 * Where in the write-ahead log the latest announced change of each tenant is, in bytes, as far as this process has to know: older
 * changes are covered by what every replica must have.
 */
export class WritePositions {
  readonly #now: () => number
  /** Changed after the latest question for the position was sent: their changes can be behind its answer. */
  #noted = new Set<string>()
  /** Changed before the question was sent that has no answer yet. */
  #asked = new Set<string>()
  readonly #positions = new Map<string, bigint>()
  /** Positions of the primary, oldest first; the first one is the newest that is old enough, if there is one. */
  readonly #marks: { at: number; position: bigint }[] = []

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** A change of this tenant was announced. */
  note(tenantId: string): void {
    this.#noted.add(tenantId)
  }

  /** Anything can have changed. */
  noteAll(): void {
    this.#noted.add(all)
  }

  /**
   * Asks the primary for its position, and takes the answer as that of the changes noted before.
   * @param ask only one question at a time
   */
  async learn(ask: () => Promise<bigint>): Promise<bigint> {
    this.#asked = this.#noted
    this.#noted = new Set()
    try {
      const position = await ask()
      for (const tenantId of this.#asked) this.#positions.set(tenantId, position)
      this.#mark(position)
      return position
    } catch (error) {
      for (const tenantId of this.#asked) this.#noted.add(tenantId)
      throw error
    } finally {
      this.#asked = new Set()
    }
  }

  /** The position that a replica has to have reached to answer a tenant; undefined if it isn't known. */
  neededBy(tenantId: string): bigint | undefined {
    for (const changed of [this.#noted, this.#asked]) if (changed.has(tenantId) || changed.has(all)) return undefined
    return [this.neededByAll, this.#positions.get(tenantId) ?? 0n, this.#positions.get(all) ?? 0n].reduce((a, b) => (a > b ? a : b))
  }

  /** What the primary had `longestLagMs` ago. */
  get neededByAll(): bigint {
    const [mark] = this.#marks
    return mark && mark.at <= this.#now() - longestLagMs ? mark.position : 0n
  }

  #mark(position: bigint): void {
    const now = this.#now()
    const last = this.#marks.at(-1)
    if (!last || last.at <= now - markEveryMs) this.#marks.push({ at: now, position })
    while ((this.#marks[1]?.at ?? now) <= now - longestLagMs) this.#marks.shift()
    for (const [tenantId, known] of this.#positions) if (known <= this.neededByAll) this.#positions.delete(tenantId)
  }
}
