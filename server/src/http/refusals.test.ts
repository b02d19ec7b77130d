import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startTestApp } from '../testing/app.ts'

/** Requests that no endpoint handles, as bytes on a connection: every one is answered with a problem document. */

let app: TestApp
let port: number

beforeAll(async () => {
  app = await startTestApp()
  await app.app.http.listen({ port: 0, host: '127.0.0.1' })
  const address = app.app.http.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => app.close())

interface RawAnswer {
  status: number
  headers: Map<string, string>
  body: string
}

const send = (text: string) =>
  new Promise<RawAnswer>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(read(Buffer.concat(chunks).toString())))
    socket.write(text)
  })

function read(answer: string): RawAnswer {
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2)
  const [line = '', ...lines] = head.split('\r\n')
  const headers = lines.map((header): [string, string] => {
    const colon = header.indexOf(':')
    return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()]
  })
  return { status: Number(line.split(' ')[1]), headers: new Map(headers), body }
}

const request = (line: string, headers = '') => send(`${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`)

function expectProblem({ status, headers, body }: RawAnswer, expected: { status: number; code: string }) {
  expect([status, headers.get('content-type')?.split(';')[0]]).toEqual([expected.status, 'application/problem+json'])
  expect(JSON.parse(body)).toMatchObject({ ...expected, requestId: headers.get('x-request-id') })
}

describe('a known address', () => {
  it.each([
    ['QUERY /auth/v2/users', 'GET, HEAD, POST'],
    ['PUT /auth/v2/users?limit=1', 'GET, HEAD, POST'],
    ['PROPFIND /auth/v2/users', 'GET, HEAD, POST'],
    ['OPTIONS /auth/v2/users', 'GET, HEAD, POST'],
    ['UNHEARD /auth/v2/users', 'GET, HEAD, POST'],
    ['POST /auth/v2/users/0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44', 'DELETE, GET, HEAD, PUT'],
    ['GET /ofrep/v1/evaluate/flags', 'POST'],
    ['POST /healthz', 'GET, HEAD'],
    ['DELETE /home/config.json', 'GET, HEAD'],
    ['POST /api/openapi.json', 'GET, HEAD'],
    ['QUERY /scim/v2/Users', 'DELETE, GET, HEAD, PATCH, POST, PUT'],
  ])('refuses %s with 405 and what is allowed', async (line, allowed) => {
    const answer = await request(line)
    expectProblem(answer, { status: 405, code: 'method_not_allowed' })
    expect(answer.headers.get('allow')).toBe(allowed)
  })
})

it.each(['GET', 'POST', 'QUERY', 'PROPFIND', 'UNHEARD'])('%s of an unknown address is 404', async (method) => {
  expectProblem(await request(`${method} /nowhere`), { status: 404, code: 'route_not_found' })
})

it.each(['/auth/v2/users/%ff', '/%ff', '/%', '/scim/v2/Users/%ff', '/home/%ff'])(
  'an address with an invalid escape is 400: %s',
  async (path) => {
    expectProblem(await request(`GET ${path}`), { status: 400, code: 'address_malformed' })
  },
)

it.each([`/auth/Users/${'a'.repeat(500)}`, `/${'a'.repeat(20_000)}`, `/auth/v2/users?search=${'a'.repeat(20_000)}`])(
  'an address that is too long is 414 (%#)',
  async (path) => expectProblem(await request(`GET ${path}`), { status: 414, code: 'address_too_long' }),
)

it('headers that are too large are 431', async () => {
  expectProblem(await request('GET /healthz', `X-Large: ${'a'.repeat(20_000)}\r\n`), { status: 431, code: 'headers_too_large' })
})

it.each(['GET /healthz HTTP/1.1\r\nHost localhost\r\n\r\n', '\x16\x03\x01\x02\0', 'GET\r\n\r\n'])(
  'bytes that are not HTTP are 400: %j',
  async (bytes) => {
    expectProblem(await send(bytes), { status: 400, code: 'invalid_request' })
  },
)
