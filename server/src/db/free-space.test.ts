import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { createGroup, listGroups } from '@steward/contract/groups/endpoints'
import { getProfile, signOut } from '@steward/contract/session/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, startTestApp } from '../testing/app.ts'
import { FreeSpace } from './free-space.ts'
import { asOwner } from './tenant.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const ready = async () => (await app.app.http.inject('/readyz')).json() as object

test('space is short when less than the reserve is left, where the directory is known', async () => {
  const found = []
  for (const [directory, reserve] of [
    [tmpdir(), Infinity],
    [tmpdir(), 1],
    [undefined, Infinity],
  ] as const) {
    const space = new FreeSpace(directory, reserve)
    await space.watch()
    space.close()
    found.push([space.isShort, space.isFull])
  }
  expect(found).toEqual([
    [true, true],
    [false, false],
    [false, false],
  ])
})

test('with too little space changes are refused with 507 before they begin, and reads and the operator go on', async () => {
  const tenant = await app.buildTenant()
  const token = await app.signIn(tenant, tenant.administrator)
  const short = new FreeSpace(tmpdir(), Infinity)
  await short.check()
  const { space } = app.db
  // What the whole app was given.
  Object.defineProperty(space, 'isShort', { configurable: true, get: () => short.isShort })
  try {
    const refused = await app.call(createGroup, { body: { groupName: 'Full' } }, { token })
    expect([refused.status, refused.body.code]).toEqual([507, 'storage_full'])
    expect((await app.call(listGroups, {}, { token })).status).toBe(200)
    await asOwner(app.db, 'operator', (tx) => tx.selectFrom('tenant').select('tenant_id').execute())
    Object.defineProperty(space, 'isFull', { configurable: true, get: () => short.isFull })
    await expect.poll(ready).toEqual({ status: 'unavailable', reasons: ['disk_full'] })
  } finally {
    Reflect.deleteProperty(space, 'isShort')
    Reflect.deleteProperty(space, 'isFull')
  }
  await expect.poll(ready).toEqual({ status: 'ready' })
  expect((await app.call(createGroup, { body: { groupName: 'Full' } }, { token })).status).toBe(201)
})

test('signing out works from the reserve, until half of it is used up', async () => {
  const tenant = await app.buildTenant()
  const token = await app.signIn(tenant, tenant.administrator)
  const { space } = app.db
  let isSpent = true
  Object.defineProperty(space, 'isShort', { configurable: true, get: () => true })
  Object.defineProperty(space, 'isSpent', { configurable: true, get: () => isSpent })
  try {
    expect((await app.call(signOut, {}, { token })).status).toBe(507)
    expect((await app.call(getProfile, {}, { token })).status).toBe(200)
    isSpent = false
    expect((await app.call(signOut, {}, { token })).status).toBe(204)
    expect((await app.call(getProfile, {}, { token })).status).toBe(401)
  } finally {
    Reflect.deleteProperty(space, 'isShort')
    Reflect.deleteProperty(space, 'isSpent')
  }
})

test('half of the reserve is kept from everything', async () => {
  const { bavail, bsize } = await statfs(tmpdir())
  const found = []
  for (const share of [1.5, 3]) {
    const space = new FreeSpace(tmpdir(), bavail * bsize * share)
    await space.check()
    found.push([space.isShort, space.isSpent])
  }
  expect(found).toEqual([
    [true, false],
    [true, true],
  ])
})

test('a database that ran out of space is reported for a while', async () => {
  const space = new FreeSpace(undefined, 0)
  expect(space.isFull).toBe(false)
  space.noteFull()
  expect([space.isFull, space.isShort]).toEqual([true, false])
})
