import { inject, expect, test } from 'vitest'
import { QueueClient, QueuePool } from './queue-client.ts'

test('a lost connection is an error after which the queue tries again', async () => {
  const { connection, administrator } = inject('engine')
  const client = new QueueClient(connection)
  const other = new QueueClient(administrator)
  client.on('error', () => undefined)
  await Promise.all([client.connect(), other.connect()])
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await expect(client.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' })
  const lost = client.query('select pg_sleep(60)').catch((error: unknown) => error)
  await other.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  expect(await lost).toMatchObject({ code: '57P03' })
  await expect(client.query('select 1')).rejects.toMatchObject({ code: '57P03' })
  await other.end()
  await expect(new QueueClient({ host: '/nowhere' }).connect()).rejects.toMatchObject({ code: '57P03' })
})

test('a pool that can make no connection in time says so as one that the queue tries again', async () => {
  const pool = new QueuePool({ ...inject('engine').connection, max: 1, Client: QueueClient })
  const only = await pool.connect()
  pool.options.connectionTimeoutMillis = 50
  await expect(pool.connect()).rejects.toMatchObject({ code: '57P03' })
  only.release()
  await pool.end()
})
