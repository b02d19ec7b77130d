import type pg from 'pg'
import { cutOff } from './limited-pool.ts'

/** Connections to the database itself that are open now, of every pool and besides. */
export class OpenConnections {
  readonly #open = new Set<pg.ClientBase>()

  /** Returns the client. */
  add<Client extends pg.ClientBase>(client: Client): Client {
    this.#open.add(client)
    client.once('end', () => this.#open.delete(client))
    return client
  }

  /**
   * Cuts off those that the database at the other end of `asked` doesn't know. When the address leads to another machine, because the one
   * before failed without closing them, what waits for an answer of that one would wait for a quarter of an hour.
   */
  async dropLost(asked: pg.Client): Promise<void> {
    const { rows } = await asked.query<{ pid: number }>('select pid from pg_stat_activity')
    const known = new Set(rows.map(({ pid }) => pid))
    for (const client of this.#open) if (!known.has(processOf(client))) cutOff(client)
  }
}

/** pg's types omit the id that the server gave when it connected. */
const processOf = (client: pg.ClientBase) => (client as unknown as { processID: number }).processID
