import { urlOf } from '@steward/contract/http'
import { createGroup, listGroups } from '@steward/contract/groups/endpoints'
import { login, signOut } from '@steward/contract/session/endpoints'
import { listUsers } from '@steward/contract/users/endpoints'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../app.ts'
import { loadConfig } from '../config.ts'
import { password, startTestApp } from '../testing/app.ts'
import { type PgBouncer, findPgBouncers, startPgBouncer } from '../testing/balancers.ts'
import { type TestDatabase, createTestDatabase } from '../testing/database.ts'
import { connectionOf, openDatabase } from './pool.ts'
import { addressesOf, destinationOf } from './pooler.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('an address of the database itself needs no other', async () => {
  const { connection } = database.db
  expect(await destinationOf(connection, 'DATABASE_URL')).toBe('database')
  expect(await addressesOf(connection, undefined)).toEqual({ connection, pooler: undefined })
})

test('two addresses lead to one database', async () => {
  const { connection } = database.db
  expect(await addressesOf(connection, connection)).toEqual({ connection, pooler: connection })
  const other = { ...connection, database: 'postgres' }
  await expect(addressesOf(connection, other)).rejects.toThrow('DATABASE_URL and STEWARD_DIRECT_DATABASE_URL lead to different databases.')
})

const installed = findPgBouncers()

async function pooled(program: PgBouncer, settings?: Record<string, string>, { connection } = database.db) {
  const pooler = await startPgBouncer(program, connection, settings)
  onTestFinished(() => pooler.close())
  return connectionOf(pooler.url)
}

describe.each(installed)('PgBouncer $version', (found) => {
  test('is found out in session mode, where it serves as the database', async () => {
    const requests = await pooled(found, { pool_mode: 'session' })
    expect(await addressesOf(requests, undefined)).toEqual({ connection: requests, pooler: requests })
  })

  test('is refused in statement mode', async () => {
    const requests = await pooled(found, { pool_mode: 'statement' })
    await expect(destinationOf(requests, 'DATABASE_URL')).rejects.toThrow('DATABASE_URL leads to a pooler that refuses transactions.')
  })

  test.runIf(found.keepsStatements)('needs the address of the database in transaction mode', async () => {
    const { connection } = database.db
    const requests = await pooled(found)
    await expect(addressesOf(requests, undefined)).rejects.toThrow('Set STEWARD_DIRECT_DATABASE_URL')
    await expect(addressesOf(connection, requests)).rejects.toThrow('STEWARD_DIRECT_DATABASE_URL leads to a pooler in transaction mode.')
    expect(await addressesOf(requests, connection)).toEqual({ connection, pooler: requests })
  })

  test('is refused if it forgets prepared statements', async () => {
    const requests = await pooled(found, found.keepsStatements ? { max_prepared_statements: '0' } : {})
    await expect(addressesOf(requests, database.db.connection)).rejects.toThrow(
      "DATABASE_URL leads to a pooler that doesn't keep prepared statements. Use PgBouncer 1.21 or later",
    )
  })

  test.runIf(found.keepsStatements)('carries requests in transaction mode, beside a server without it', async () => {
    const direct = await startTestApp()
    onTestFinished(() => direct.close())
    const requests = await pooled(found, { default_pool_size: '3' }, direct.db)
    const db = openDatabase(direct.db.connection, { pooler: requests, maxConnections: 8 })
    const config = loadConfig({ STEWARD_ENV: 'test', LOG_LEVEL: 'silent', STEWARD_DATA_DIR: direct.dataDir })
    const app = await buildApp({ config, db, log: pino({ level: 'silent' }), rateLimits: false })
    onTestFinished(async () => {
      await app.close()
      await db.close()
    })
    const tenant = await direct.buildTenant()
    const { tenantName, administrator } = tenant
    const signedIn = await app.http.inject({
      method: 'POST',
      url: login.path,
      payload: { tenantName, username: administrator.username, password },
    })
    expect(signedIn.statusCode).toBe(200)
    const headers = { authorization: `Bearer ${signedIn.json<{ accessToken: string }>().accessToken}` }
    const send = (endpoint: typeof listUsers | typeof createGroup | typeof listGroups | typeof signOut, payload?: object) =>
      app.http.inject({ method: endpoint.method, url: urlOf(endpoint, {}), headers, ...(payload ? { payload } : {}) })

    const made = await Promise.all(Array.from({ length: 12 }, (_, index) => send(createGroup, { groupName: `Pooled ${index}` })))
    expect(made.map(({ statusCode }) => statusCode)).toEqual(made.map(() => 201))
    const lists = await Promise.all(Array.from({ length: 24 }, (_, index) => send(index % 2 ? listUsers : listGroups)))
    expect(lists.map(({ statusCode }) => statusCode)).toEqual(lists.map(() => 200))
    expect((await app.http.inject('/readyz')).json()).toEqual({ status: 'ready' })

    // What the other server changes is heard, and what this one changes is heard there.
    const token = await direct.signIn(tenant, administrator)
    const own = { authorization: `Bearer ${token}` }
    expect((await app.http.inject({ url: urlOf(listUsers, {}), headers: own })).statusCode).toBe(200)
    await direct.call(signOut, {}, { token })
    await expect.poll(async () => (await app.http.inject({ url: urlOf(listUsers, {}), headers: own })).statusCode).toBe(401)
  })
})
