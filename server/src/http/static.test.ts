import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeTemporaryDirectory } from '../testing/temporary.ts'
import { setSecurityHeaders } from './headers.ts'
import { serveConsole } from './static.ts'

const dist = makeTemporaryDirectory('steward-dist-')
const app = Fastify()
const worker = 'self.addEventListener("push", () => {})'

beforeAll(async () => {
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'index.html'), 'page')
  writeFileSync(join(dist, 'assets', 'index-1a2b.js'), 'code')
  writeFileSync(join(dist, 'sw.js'), worker)
  writeFileSync(join(dist, 'sw.js.br'), brotliCompressSync(worker))
  await app.register(cookie)
  setSecurityHeaders(app, { publicUrl: 'https://steward.example' })
  await serveConsole(app, dist, { environment: 'test' })
})
afterAll(() => app.close())

it('serves the service worker fresh, as a script, with the whole console as its scope', async () => {
  const answer = await app.inject({ url: '/home/sw.js' })
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe(worker)
  expect(answer.headers['content-type']).toMatch(/^(?:text|application)\/javascript/)
  expect(answer.headers['cache-control']).toBe('no-cache')
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
  const compressed = await app.inject({ url: '/home/sw.js', headers: { 'accept-encoding': 'br' } })
  expect(compressed.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(worker)
})

it('serves assets with a permanent cache, since their names contain a content hash', async () => {
  expect((await app.inject({ url: '/home/assets/index-1a2b.js' })).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await app.inject({ url: '/home/assets/index-gone.js' })).statusCode).toBe(404)
})

it('answers HEAD and ranges of files, and sends the page where there is no file', async () => {
  const head = await app.inject({ method: 'HEAD', url: '/home/assets/index-1a2b.js' })
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '4', ''])
  const range = await app.inject({ url: '/home/assets/index-1a2b.js', headers: { range: 'bytes=1-2' } })
  expect([range.statusCode, range.body]).toEqual([206, 'od'])
  for (const url of ['/home/user-administration/users', '/home/assets', '/home/..%2fsecret', '/home/sw.js.br']) {
    const answer = await app.inject({ url })
    expect([url, answer.statusCode, answer.body]).toEqual([url, 200, 'page'])
  }
})

it('has no route for each file', () => {
  expect(app.printRoutes({ commonPrefix: false })).not.toContain('index-1a2b')
})
