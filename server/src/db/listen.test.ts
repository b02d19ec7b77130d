import { afterAll, beforeAll, expect, test } from 'vitest'

import { breakListening } from '../testing/break-listening.ts'
import { createTestDatabase, createTestTenant } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { listenForChanges } from './listen.ts'
import type { ChangeListener, ChangeMessage } from './listen.ts'
import { asOwner, withTenant } from './tenant.ts'
import type { TenantContext } from './tenant.ts'
import { LimitedWork, currentWork, runWithin } from './time-limits.ts'

let database: TestDatabase
let ctx: TenantContext
let listener: ChangeListener

beforeAll(async () => {
  database = await createTestDatabase()
  ctx = await createTestTenant(database.db)
  listener = await listenForChanges(database.db)
})
afterAll(async () => {
  await listener.close()
  await database.close()
})

function next(): Promise<ChangeMessage> {
  return new Promise((resolve) => {
    const stop = listener.onChange((message) => {
      stop()
      resolve(message)
    })
  })
}

function addRole(roleName: string): Promise<unknown> {
  return withTenant(database.db, ctx, (tx) => tx.insertInto('role').values({ tenant_id: ctx.tenantId, role_name: roleName }).execute())
}

test('receives changes', async () => {
  const heard = next()
  await addRole('Heard')
  expect(await heard).toEqual({
    kind: 'changed',
    tenantId: ctx.tenantId,
    requestId: ctx.requestId,
    tables: ['group_role', 'role', 'role_action', 'user_group'],
  })
})

test('tells of a change outside of the request that made it', async () => {
  const work = new LimitedWork({ statementMs: 1_000, lockMs: 1_000, connectionMs: 1_000 })
  const heard = Promise.withResolvers<LimitedWork | undefined>()
  const stop = listener.onChange(() => heard.resolve(currentWork()))
  await runWithin(work, () => addRole('Heard outside'))
  expect(await heard.promise).toBeUndefined()
  stop()
})

test('reports that events might be missing after its connection broke, and receives again', async () => {
  const missed = next()
  await breakListening(database.db)
  expect(await missed).toEqual({ kind: 'missed' })
  const heard = next()
  await addRole('Heard again')
  expect(await heard).toMatchObject({ kind: 'changed' })
})

test('announces changes of tables without a tenant once, for all tenants', async () => {
  const heard = next()
  const description = 'heard everywhere'
  await asOwner(database.db, 'operator', (tx) => tx.insertInto('feature_flag').values({ flag_name: 'Heard', description }).execute(), {
    forEveryTenant: true,
  })
  expect(await heard).toEqual({ kind: 'changedEverywhere', tables: ['feature_flag'], requestId: '' })
})
