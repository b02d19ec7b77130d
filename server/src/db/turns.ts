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
