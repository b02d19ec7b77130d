import { randomBytes } from 'node:crypto'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getProfile, jwks } from '@steward/contract/session/endpoints'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { createKeyCipher } from '../secrets/cipher.ts'
import { createSigningKeys } from './signing-keys.ts'
import { testClock } from '../testing/session.ts'

let testApp: TestApp
let tenant: TestTenant
const clock = testClock()

beforeAll(async () => {
  testApp = await startTestApp({ now: clock.now })
  tenant = await testApp.buildTenant()
})
afterAll(() => testApp?.close())

const published = async () => (await testApp.call(jwks, {})).body
const signIn = () => testApp.signIn(tenant, tenant.administrator)
const rotate = () => testApp.app.background.runScheduled('rotate_signing_keys')

it('publishes the keys for verifying access tokens, without their secrets', async () => {
  const token = await signIn()
  const set = await published()
  expect(set.keys).toEqual([{ kty: 'OKP', crv: 'Ed25519', x: expect.any(String), kid: expect.any(String), alg: 'EdDSA', use: 'sig' }])
  const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(set), {
    issuer: 'http://localhost:8080',
    audience: 'steward',
    typ: 'at+jwt',
    currentDate: clock.now(),
  })
  expect(protectedHeader.alg).toBe('EdDSA')
  expect(payload).toMatchObject({ sub: tenant.userId, tid: tenant.tenantId, name: tenant.administrator.username })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600)
  const stored = await asOwner(testApp.db, 'sign-in', (tx) => tx.selectFrom('signing_key').select('private_jwk').execute())
  expect(Object.keys(stored[0]?.private_jwk ?? {}).toSorted()).toEqual(['data', 'iv', 'tag'])
})

it('rotates the key monthly, announces it before use, and accepts the old one until its tokens have expired', async () => {
  await rotate()
  const before = await published()
  expect(before.keys).toHaveLength(1)
  clock.advance({ days: 30 })
  await rotate()
  const [oldKey, newKey] = (await published()).keys.map(({ kid }: { kid: string }) => kid)
  expect([oldKey, newKey]).toEqual([before.keys[0].kid, expect.any(String)])
  const current = async () => (await testApp.app.session.keys.current()).keyId
  expect(await current()).toBe(oldKey)
  const oldToken = await signIn()
  clock.advance({ minutes: 9 })
  expect(await current()).toBe(oldKey)
  clock.advance({ seconds: 59 })
  expect((await testApp.call(getProfile, {}, { token: oldToken })).status).toBe(200)
  clock.advance({ minutes: 2 })
  expect(await current()).toBe(newKey)
  expect((await testApp.call(getProfile, {}, { token: await signIn() })).status).toBe(200)
  clock.advance({ hours: 2 })
  await rotate()
  expect((await published()).keys.map(({ kid }: { kid: string }) => kid)).toEqual([newKey])
})

it('agrees on one key among processes that start concurrently', async () => {
  const cipher = createKeyCipher(randomBytes(32))
  const processes = Array.from({ length: 5 }, () => createSigningKeys(testApp.db, cipher, clock.now))
  const keys = await Promise.all(processes.map((keysOf) => keysOf.current()))
  expect(new Set(keys.map(({ keyId }) => keyId)).size).toBe(1)
})

it('refuses tokens of other keys, algorithms and audiences', async () => {
  const [header, payload] = (await signIn()).split('.')
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url')
  for (const token of [`${header}.${payload}.`, `${none}.${payload}.`, `${header}.${payload}.${'A'.repeat(86)}`]) {
    expect((await testApp.call(getProfile, {}, { token })).status).toBe(401)
  }
})
