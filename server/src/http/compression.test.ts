import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { getPermissions } from '@steward/contract/access/endpoints'
import { login } from '@steward/contract/session/endpoints'
import { urlOf } from '@steward/contract/http'
import { afterAll, describe, expect, test } from 'vitest'
import { password, startTestApp } from '../testing/app.ts'
import { compressAnswer } from './compression.ts'

const app = Fastify()
const answers: Record<string, object> = {
  '/long': { items: Array.from({ length: 300 }, (_, index) => ({ userName: `Ada ${index}` })) },
  '/short': { items: ['Ada'] },
  '/huge': { text: 'x'.repeat(600_000) },
}
for (const [url, answer] of Object.entries(answers)) app.get(url, { onSend: compressAnswer }, () => answer)
app.get('/refused', { onSend: compressAnswer }, (_request, reply) => reply.code(403).send(answers['/long']))
afterAll(() => app.close())

const ask = (url: string, encoding?: string) => app.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })

describe('JSON answers', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['GZIP;q=0.5, br;q=0, zstd; q=0.0', 'gzip', gunzipSync],
  ] as const)('to %s are in %s', async (accepted, encoding, decompress) => {
    const { headers, rawPayload } = await ask('/long', accepted)
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding', 'content-length': String(rawPayload.length) })
    expect(JSON.parse(decompress(rawPayload).toString())).toEqual(answers['/long'])
  })

  test.each([
    ['/long', undefined],
    ['/long', 'identity'],
    ['/long', 'deflate'],
    ['/long', 'constructor'],
    ['/short', 'gzip'],
    ['/huge', 'gzip'],
    ['/refused', 'gzip'],
  ])('%s for %s is plain', async (url, accepted) => {
    const response = await ask(url, accepted)
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(response.headers.vary).toBe('accept-encoding')
    expect(response.json()).toEqual(answers[url] ?? answers['/long'])
  })
})

test('permissions are compressed, and a sign-in, whose answer is a secret, is not', async () => {
  const testApp = await startTestApp()
  try {
    const tenant = await testApp.buildTenant()
    const { username } = tenant.administrator
    const token = await testApp.signIn(tenant, tenant.administrator)
    const headers = { 'accept-encoding': 'gzip', authorization: `Bearer ${token}` }
    const permissions = await testApp.app.http.inject({ url: urlOf(getPermissions, {}), headers })
    expect(permissions.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(permissions.rawPayload).toString())).toHaveProperty('permissions')
    const payload = { tenantName: tenant.tenantName, username, password }
    const signedIn = await testApp.app.http.inject({
      method: 'POST',
      url: urlOf(login, {}),
      payload,
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(signedIn.statusCode).toBe(200)
    expect(signedIn.headers['content-encoding']).toBeUndefined()
    expect(signedIn.headers['vary']).toBeUndefined()
  } finally {
    await testApp.close()
  }
})
