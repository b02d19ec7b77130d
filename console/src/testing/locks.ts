type Work<T> = (lock: { name: string } | null) => Promise<T>

/** A browser's locks, which jsdom lacks: one queue per name; shared locks are granted immediately. */
export class Locks {
  readonly #held: { name: string }[] = []
  readonly #last = new Map<string, Promise<unknown>>()

  async request<T>(name: string, ...given: [Work<T>] | [LockOptions, Work<T>]): Promise<T> {
    const work = given.length === 2 ? given[1] : given[0]
    const { mode, ifAvailable } = given.length === 2 ? given[0] : {}
    const granted = async () => {
      const lock = { name }
      this.#held.push(lock)
      return work(lock).finally(() => this.#held.splice(this.#held.indexOf(lock), 1))
    }
    if (mode === 'shared') return granted()
    if (ifAvailable === true && this.#held.some((lock) => lock.name === name)) return work(null)
    const running = (this.#last.get(name) ?? Promise.resolve()).then(granted, granted)
    this.#last.set(name, running)
    return running
  }

  query = () => Promise.resolve({ held: [...this.#held], pending: [] })
}
