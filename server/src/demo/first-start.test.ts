import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { loadConfig } from '../config.ts'
import { findTenant } from '../db/find-tenant.ts'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, startTestApp } from '../testing/app.ts'
import { makeTemporaryDirectory } from '../testing/temporary.ts'
import { createTenant } from '../tenants/service.ts'
import type { buildDemo } from './build.ts'
import { createDemo, ensureDemo } from './first-start.ts'

let app: TestApp
const dataDir = makeTemporaryDirectory('steward-demo-')
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  await app?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const credentials = join(dataDir, 'demo-credentials.json')

/** The first step of the demo. */
const begin: typeof buildDemo = async (db, { tenantName }, administrator) => {
  const make = asOwner(db, 'operator', (tx) =>
    createTenant(tx, { tenantName, displayName: 'Meridian Re', administrator: { ...administrator, status: 'CONFIRMED' } }),
  )
  return { tenantId: (await make).tenantId }
}
const deleteTenants = () => asOwner(app.db, 'operator', (tx) => sql`truncate tenant cascade`.execute(tx))
const rowsOf = async (tenantId: string) => {
  const { rows } = await asOwner(app.db, 'operator', (tx) =>
    sql<{ n: number }>`
      select (select count(*) from app_user where tenant_id = ${tenantId}::uuid) + (select count(*) from audit_entry where tenant_id = ${tenantId}::uuid)
           + (select count(*) from row_count where tenant_id = ${tenantId}::uuid) as n`.execute(tx),
  )
  return Number(rows[0]?.n)
}

test('a demo whose building was interrupted is built again from the start', async () => {
  const config = loadConfig({ STEWARD_DATA_DIR: dataDir, STEWARD_ENV: 'test' })
  let interrupted = ''
  const half: typeof buildDemo = async (...given) => {
    interrupted = (await begin(...given)).tenantId
    throw new Error('interrupted')
  }
  await expect(ensureDemo(app.db, config, { build: half })).rejects.toThrow('interrupted')
  expect(await rowsOf(interrupted)).toBeGreaterThan(0)
  expect(existsSync(credentials)).toBe(false)

  const made = await ensureDemo(app.db, config, { build: begin })
  expect(JSON.parse(readFileSync(credentials, 'utf8'))).toEqual(made)
  expect(await rowsOf(interrupted)).toBe(0)
  const tenant = await findTenant(app.db, 'demo')
  expect(tenant?.tenant_id).not.toBe(interrupted)

  // The next start leaves it alone.
  expect(await ensureDemo(app.db, config, { build: half })).toEqual(made)
  expect((await findTenant(app.db, 'demo'))?.tenant_id).toBe(tenant?.tenant_id)
})

test('of two processes that start first, one builds the demo and the other waits for it', async () => {
  await deleteTenants()
  const directory = makeTemporaryDirectory('steward-demo-')
  try {
    const config = loadConfig({ STEWARD_DATA_DIR: directory, STEWARD_ENV: 'test' })
    const waiting = Promise.withResolvers<string>()
    const slow: typeof buildDemo = async (...given) => {
      const made = await begin(...given)
      await waiting.promise
      return made
    }
    const started = [1, 2].map(() => ensureDemo(app.db, config, { build: slow, log: waiting.resolve }))
    expect(await waiting.promise).toBe('Waiting for another process that builds the demo tenant (0 s)')
    const [one, other] = await Promise.all(started)
    expect(one).toBeDefined()
    expect(other).toEqual(one)
    expect(await createDemo(app.db, config)).toBeUndefined()
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})
