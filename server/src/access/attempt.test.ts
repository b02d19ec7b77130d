import { problem } from '@steward/contract/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemContext, withTenant } from '../db/tenant.ts'
import { type TestApp, startTestApp } from '../testing/app.ts'
import { refusedAmong } from './attempt.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())

test.each([
  ['none', []],
  ['the first', ['Role 0']],
  ['some', ['Role 2', 'Role 3', 'Role 6']],
  ['all', Array.from({ length: 7 }, (_, index) => `Role ${index}`)],
])('what is refused is named, and the rest is done: %s', async (_, wrong) => {
  const { tenantId } = await app.buildTenant()
  const names = Array.from({ length: 7 }, (_, index) => `Role ${index}`)
  const left = await withTenant(app.db, systemContext(tenantId), async (tx) => {
    const refused = await refusedAmong(tx, names, async (part) => {
      const rows = part.map((name) => ({ tenant_id: tenantId, role_name: name }))
      await tx.insertInto('role').values(rows).execute()
      if (part.some((name) => wrong.includes(name))) throw problem('role_name_taken')
    })
    expect([...refused].map(([name, { code }]) => [name, code])).toEqual(wrong.map((name) => [name, 'role_name_taken']))
    return tx.selectFrom('role').select('role_name').where('role_name', 'like', 'Role %').orderBy('role_name').execute()
  })
  expect(left.map(({ role_name: name }) => name)).toEqual(names.filter((name) => !wrong.includes(name)))
})

test('an error that isn’t a refusal ends the work', async () => {
  const { tenantId } = await app.buildTenant()
  const work = () => Promise.reject(new Error('the disk is full'))
  await expect(withTenant(app.db, systemContext(tenantId), (tx) => refusedAmong(tx, [1, 2], work))).rejects.toThrow('the disk is full')
})
