import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { findBalancer } from '../../../scripts/lib/balancers.mjs'
import { startBalancedDatabase } from '../testing/balancers.ts'
import { startReplicated } from '../testing/standby.ts'

test.skipIf(findBalancer('haproxy') === undefined)(
  'HAProxy leads to the standby that was promoted, and ends connections to what changed its part',
  async () => {
    const engines = await startReplicated({ isSynchronous: true })
    onTestFinished(() => engines.close())
    const database = await startBalancedDatabase(engines.primary.administrator, engines.standby.administrator)
    if (!database) throw new Error('HAProxy is installed')
    onTestFinished(() => database.close())
    const ask = async (client: pg.Client) => (await client.query<{ is: boolean }>('select pg_is_in_recovery() as is')).rows[0]?.is
    const connect = async (connection = database.connection) => {
      const client = new pg.Client(connection)
      client.on('error', () => undefined)
      await client.connect()
      return client
    }

    const before = await connect()
    expect(await ask(before)).toBe(false)
    await before.query('create table written (at timestamptz)')
    await before.query('insert into written values (now())')
    const replica = await connect(database.replica)
    expect(await ask(replica)).toBe(true)
    const ended = [before, replica].map((client) => new Promise((resolve) => client.once('end', resolve)))

    // The old primary still runs, as one that was cut off would.
    await engines.promote()
    database.primary = 'second'
    await Promise.all(ended)
    await expect
      .poll(
        async () => {
          const after = await connect()
          try {
            return [await ask(after), (await after.query('select from written')).rowCount]
          } finally {
            await after.end()
          }
        },
        { timeout: 10_000 },
      )
      .toEqual([false, 1])
    const after = await connect()
    const { rows } = await after.query<{ directory: string }>(`select current_setting('data_directory') as directory`)
    expect(rows[0]?.directory).toContain('steward-standby-')
    await after.end()
  },
)
