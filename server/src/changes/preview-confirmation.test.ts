import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApiKey, listApiKeys } from '@steward/contract/api-keys/endpoints'
import { type TestApp, startTestApp } from '../testing/app.ts'
import { testClock } from '../testing/session.ts'

const clock = testClock()
let app: TestApp
beforeAll(async () => {
  // The token is still valid when the confirmation has expired.
  app = await startTestApp({ now: clock.now, environment: { STEWARD_ACCESS_TOKEN_SECONDS: '3600' } })
})
afterAll(() => app?.close())

it('asks for no confirmation, which the call itself needs', async () => {
  const tenant = await app.buildTenant()
  const token = await app.signIn(tenant, tenant.administrator)
  clock.advance({ minutes: 11 })
  const input = { body: { apiKeyName: 'Previewed', groups: [tenant.groupId], expiresAt: null } }
  const previewed = await app.call(createApiKey, input, { token, headers: { prefer: 'preview' } })
  expect([previewed.status, previewed.headers['preference-applied']]).toEqual([200, 'preview'])
  expect(previewed.body.parts).toMatchObject([{ type: 'Create', entityName: 'Previewed' }])
  const fields: { fieldName: string; values: object[] }[] = previewed.body.parts[0].fields
  // Without a confirmation, no one reads a secret.
  expect(fields.find(({ fieldName }) => fieldName === 'key')?.values).toMatchObject([{ currentValue: '••••' }])
  const refused = await app.call(createApiKey, input, { token })
  expect([refused.status, refused.body.code]).toEqual([401, 'freshness_required'])
  expect((await app.call(listApiKeys, { query: {} as never }, { token })).body.items).toEqual([])
})
