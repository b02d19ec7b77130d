/** A browser's locks, which jsdom lacks: one queue per name; shared locks are granted immediately. */
export class Locks {
  readonly #held: { name: string }[] = []
  readonly #last = new Map<string, Promise<unknown>>()

  async request(name: string, ...given: [() => Promise<void>] | [{ mode: 'shared' }, () => Promise<void>]): Promise<void> {
    const isShared = given.length === 2
    const work = given.length === 2 ? given[1] : given[0]
    const granted = async () => {
      const lock = { name }
      this.#held.push(lock)
      await work().finally(() => this.#held.splice(this.#held.indexOf(lock), 1))
    }
    if (isShared) return granted()
    const running = (this.#last.get(name) ?? Promise.resolve()).then(granted, granted)
    this.#last.set(name, running)
    return running
  }

  query = () => Promise.resolve({ held: [...this.#held], pending: [] })
}
