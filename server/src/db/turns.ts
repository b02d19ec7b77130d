/** A semaphore: limits how many run at the same time; the others wait in line. */
export class Turns {
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

/** Such a line for each key. */
export class TurnsOf {
  readonly #lines = new Map<string, { turns: Turns; users: number }>()
  readonly #count: number
  constructor(count: number) {
    this.#count = count
  }
  /** The keys whose work waits or runs. */
  get keys(): string[] {
    return [...this.#lines.keys()]
  }
  /** Returns the function that gives the turn back. */
  async take(key: string): Promise<() => void> {
    const line = this.#lines.get(key) ?? { turns: new Turns(this.#count), users: 0 }
    this.#lines.set(key, line)
    line.users++
    await line.turns.take()
    return () => {
      line.turns.give()
      if (--line.users === 0) this.#lines.delete(key)
    }
  }
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const give = await this.take(key)
    try {
      return await work()
    } finally {
      give()
    }
  }
}

/** Turns for all keys together. A key never has all of them, so that no one waits for a single other alone. */
export class SharedTurns {
  readonly #all: Turns
  readonly #own: TurnsOf
  /** @param mostOfOne what one key can have; by default three quarters */
  constructor(count: number, mostOfOne: number = count - Math.ceil(count / 4)) {
    this.#all = new Turns(count)
    this.#own = new TurnsOf(mostOfOne)
  }
  /** Returns the function that gives the turn back. */
  async take(key: string): Promise<() => void> {
    const giveOwn = await this.#own.take(key)
    await this.#all.take()
    return () => {
      this.#all.give()
      giveOwn()
    }
  }
}
