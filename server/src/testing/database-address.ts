import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import type pg from 'pg'

/** An address that leads to one database after another, as that of a load balancer or a service does. */
export interface DatabaseAddress {
  /** Like `target`, by the address. */
  connection: pg.ClientConfig
  /** New connections lead there; those to the target before are cut. */
  leadTo(target: pg.ClientConfig): void
  /** Open connections lose their database without being told, as when its machine loses its power. New ones lead to the target. */
  strand(): void
  /** Open connections do not end when their database ends them, as while its last packet is underway. */
  holdEnds(): void
  close(): Promise<void>
}

export async function startDatabaseAddress(first: pg.ClientConfig): Promise<DatabaseAddress> {
  let target = first
  const [clients, databases] = [new Set<Socket>(), new Set<Socket>()]
  const cut = () => {
    for (const socket of [...clients, ...databases]) socket.destroy()
  }
  const stranded = new WeakSet<Socket>()
  const holdEnds = () => {
    for (const client of clients) stranded.add(client)
  }
  const server = createServer((client) => {
    const database = connect(addressOf(target))
    for (const [socket, open, other] of [
      [client, clients, database],
      [database, databases, client],
    ] as const) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        open.delete(socket)
        if (open === clients || !stranded.has(client)) other.destroy()
      })
    }
    client.pipe(database)
    database.pipe(client, { end: false }) // its end is one of `database`
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return {
    connection: { ...first, host: '127.0.0.1', port },
    leadTo(next) {
      target = next
      cut()
    },
    strand() {
      holdEnds()
      for (const database of databases) database.unpipe().destroy()
    },
    holdEnds,
    async close() {
      const closed = once(server, 'close')
      server.close()
      cut()
      await closed
    },
  }
}

/** PostgreSQL's socket has its port in its name. */
const addressOf = ({ host = 'localhost', port = 5432 }: pg.ClientConfig) =>
  host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
