import type pg from 'pg'
import { AddressError } from './address-error.ts'
import { askOnce } from './own-database.ts'

/** What an address leads to: the database itself, or a pooler that gives each client, or each transaction, a connection of the database. */
export type Destination = 'database' | 'session pooler' | 'transaction pooler'

const rounds = 5
/** A prepared statement is missing, or another one has its name (appendix A of PostgreSQL's manual). */
const notPrepared = new Set(['26000', '42P05'])
const protocolViolation = '08P01'

/**
 * Finds out where an address leads, by trying: two clients take turns and compare the connections of the database that they get.
 * @param name the setting, for the message
 * @throws {AddressError} if it is a pooler that doesn't keep prepared statements or refuses transactions
 */
export const destinationOf = (connection: pg.ClientConfig, name: string): Promise<Destination> =>
  askOnce(connection, name, async (first) => {
    await tryTransaction(first, name)
    return askOnce(connection, name, (second) => compareTurns([first, second], name))
  })

async function tryTransaction(client: pg.Client, name: string): Promise<void> {
  try {
    await client.query('begin')
    await client.query('rollback')
  } catch (error) {
    if (codeOf(error) !== protocolViolation) throw error
    throw new AddressError(`${name} leads to a pooler that refuses transactions. Set its pool mode to transaction.`, { cause: error })
  }
}

async function compareTurns(clients: readonly [pg.Client, pg.Client], name: string): Promise<Destination> {
  const seen: [Set<number>, Set<number>] = [new Set(), new Set()]
  for (let round = 0; round < rounds; round += 1) {
    for (const index of [0, 1] as const) seen[index].add(await backendOf(clients[index], index, name))
  }
  const [first, second] = seen
  if (first.size > 1 || second.size > 1 || !first.isDisjointFrom(second)) return 'transaction pooler'
  // pg's types omit the id that the server gave when it connected. A pooler gives its own.
  const { processID } = clients[0] as unknown as { processID: number }
  return first.has(processID) ? 'database' : 'session pooler'
}

/** The connection of the database that runs a prepared statement; both clients give theirs the same name. */
async function backendOf(client: pg.Client, index: number, name: string): Promise<number> {
  const text = `select pg_backend_pid() as pid, ${index} as client`
  const { rows } = await client.query<{ pid: number; client: number }>({ name: 'steward_trial', text }).catch((error: unknown) => {
    throw notPrepared.has(codeOf(error)) ? forgetful(name, error) : error
  })
  const [row] = rows
  if (row?.client !== index) throw forgetful(name)
  return row.pid
}

const forgetful = (name: string, cause?: unknown) =>
  new AddressError(
    `${name} leads to a pooler that doesn't keep prepared statements. Use PgBouncer 1.21 or later with max_prepared_statements above 0.`,
    { cause },
  )

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** What is the same for all connections to a database, and for no other. */
const identityOf = (connection: pg.ClientConfig, name: string): Promise<string> =>
  askOnce(connection, name, async (client) => {
    const { rows } = await client.query<{ identity: string }>(
      `select concat_ws(' ', oid, datname, pg_postmaster_start_time()) as identity from pg_database where datname = current_database()`,
    )
    return rows[0]?.identity ?? ''
  })

/** How requests, and everything else, reach the operator's own database. */
export interface Addresses {
  connection: pg.ClientConfig
  /** The address of requests, if it can't take start-up options or isn't that of everything else. */
  pooler: pg.ClientConfig | undefined
}

/**
 * Tries the addresses of the operator's own database.
 * @param direct the address without a pooler, if the operator gave one
 * @throws {AddressError} if the server can't work with them
 * @throws {import('./address-error.ts').UnreachableError} if nothing serves at one of them
 */
export async function addressesOf(requests: pg.ClientConfig, direct: pg.ClientConfig | undefined): Promise<Addresses> {
  const destination = await destinationOf(requests, 'DATABASE_URL')
  if (!direct) {
    if (destination === 'database') return { connection: requests, pooler: undefined }
    if (destination === 'session pooler') return { connection: requests, pooler: requests }
    throw new AddressError(
      'DATABASE_URL leads to a pooler in transaction mode, through which no change events arrive. ' +
        'Set STEWARD_DIRECT_DATABASE_URL to the address of the database itself.',
    )
  }
  if ((await destinationOf(direct, 'STEWARD_DIRECT_DATABASE_URL')) === 'transaction pooler') {
    throw new AddressError(
      'STEWARD_DIRECT_DATABASE_URL leads to a pooler in transaction mode. Set it to the address of the database itself.',
    )
  }
  if ((await identityOf(requests, 'DATABASE_URL')) !== (await identityOf(direct, 'STEWARD_DIRECT_DATABASE_URL'))) {
    throw new AddressError('DATABASE_URL and STEWARD_DIRECT_DATABASE_URL lead to different databases.')
  }
  return { connection: direct, pooler: requests }
}
