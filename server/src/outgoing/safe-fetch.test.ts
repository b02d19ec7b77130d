import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { generate } from 'selfsigned'
import { afterEach, describe, expect, it } from 'vitest'
import { exceptionsFrom, noExceptions } from './address.ts'
import { FetchFailed, type SafeFetchOptions, createSafeFetch } from './safe-fetch.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise((resolve) => server.close(resolve)))
  return (server.address() as AddressInfo).port // it listens on a port
}

async function serve(answer: Answer): Promise<{ port: number; seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    answer(request, response)
  })
  closers.push(() => server.closeAllConnections())
  return { port: await listen(server), seen }
}

function safeFetch(options: Partial<SafeFetchOptions> = {}) {
  const fetch = createSafeFetch({ exceptions: exceptionsFrom(['127.0.0.0/8']), ...options })
  closers.unshift(() => fetch.close())
  return fetch
}

const faultOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'answered',
    (error: unknown) => (error instanceof FetchFailed ? error.fault : error),
  )

const text: Answer = (_request, response) => response.end('<metadata/>')
const redirectTo =
  (location: string | ((request: IncomingMessage) => string), status = 302): Answer =>
  (request, response) => {
    response.writeHead(status, { location: typeof location === 'string' ? location : location(request) }).end()
  }

it('returns the response', async () => {
  const { port } = await serve((_request, response) => response.writeHead(201, { 'x-a': ['1', '2'] }).end('done'))
  const answer = await safeFetch()(`http://127.0.0.1:${port}/x?y`)
  expect([answer.status, answer.headers.get('x-a'), await answer.text(), answer.url]).toEqual([
    201,
    '1, 2',
    'done',
    `http://127.0.0.1:${port}/x?y`,
  ])
})

it('sends forms', async () => {
  const bodies: string[] = []
  const { port, seen } = await serve((request, response) => {
    request.on('data', (chunk: Buffer) => bodies.push(chunk.toString()))
    request.on('end', () => response.end())
  })
  await safeFetch()(`http://127.0.0.1:${port}/token`, { method: 'post', body: new URLSearchParams({ code: 'a b' }) })
  expect([seen[0]?.method, bodies.join(''), seen[0]?.headers['content-type']]).toEqual([
    'POST',
    'code=a+b',
    'application/x-www-form-urlencoded;charset=UTF-8',
  ])
})

describe('internal addresses', () => {
  it.each([
    'https://127.0.0.1',
    'https://[::1]',
    'https://localhost',
    // The same addresses in other notations.
    'https://0x7f000001',
    'https://2130706433',
    'https://017700000001',
    'https://127.1',
    'https://①②⑦.⓪.⓪.①',
    'https://[::ffff:127.0.0.1]',
    'https://[::127.0.0.1]',
    // Loopback, link-local and cloud metadata addresses.
    'https://0.0.0.0',
    'https://0',
    'https://[::]',
    'https://169.254.169.254',
    'https://[::ffff:a9fe:a9fe]',
    'https://[fe80::1]',
    'https://[fd00:ec2::254]',
    // IPv4 translated by NAT64, 6to4 and Teredo.
    'https://[64:ff9b::7f00:1]',
    'https://[64:ff9b:1::a9fe:a9fe]',
    'https://[2002:7f00:1::]',
    'https://[2001:0:7f00:1::]',
    'https://100.64.0.1',
    'https://255.255.255.255',
  ])('%s is not reached without an exception', async (address) => {
    const { port, seen } = await serve(text)
    expect(await faultOf(safeFetch({ exceptions: noExceptions })(`${address}:${port}/`))).toBe('not_public')
    expect(seen).toHaveLength(0)
  })

  it('are not reached through a name that resolves differently the second time', async () => {
    const { port, seen } = await serve((_request, response) => response.writeHead(200, { connection: 'close' }).end('x'))
    const answers = ['127.0.0.1', '127.0.0.2']
    const resolve = () => Promise.resolve([{ address: answers.shift() ?? '', family: 4 }])
    const fetch = safeFetch({ exceptions: exceptionsFrom(['127.0.0.1']), resolve })
    expect((await fetch(`http://rebind.example:${port}/`)).status).toBe(200)
    expect(await faultOf(fetch(`http://rebind.example:${port}/`))).toBe('not_public')
    expect(seen).toHaveLength(1)
  })

  it('are checked and connected to with one name lookup per connection', async () => {
    const { port } = await serve(text)
    let lookups = 0
    const resolve = () => {
      lookups += 1
      return Promise.resolve([{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }])
    }
    expect((await safeFetch({ resolve })(`http://idp.example:${port}/`)).status).toBe(200)
    expect(lookups).toBe(1)
  })

  it.each([301, 302, 303, 307, 308])('are not reached through a redirect (%d)', async (status) => {
    const { port, seen } = await serve((request, response) =>
      redirectTo(`http://127.0.0.2:${request.socket.localPort}/secret`, status)(request, response),
    )
    const fetch = safeFetch({ exceptions: exceptionsFrom(['127.0.0.1']) })
    expect(await faultOf(fetch(`http://127.0.0.1:${port}/`))).toBe('not_public')
    expect(seen.map(({ url }) => url)).toEqual(['/'])
  })
})

describe('redirects', () => {
  it('are followed up to three times', async () => {
    const hops =
      (most: number): Answer =>
      (request, response) => {
        const hop = Number(request.url?.slice(1))
        return hop === most ? response.end('there') : redirectTo(`/${hop + 1}`)(request, response)
      }
    const [three, four] = [await serve(hops(3)), await serve(hops(4))]
    const answer = await safeFetch()(`http://127.0.0.1:${three.port}/0`)
    expect([await answer.text(), answer.url]).toEqual(['there', `http://127.0.0.1:${three.port}/3`])
    expect(await faultOf(safeFetch()(`http://127.0.0.1:${four.port}/0`))).toBe('too_many_redirects')
  })

  it.each(['https://127.0.0.1/x', 'file:///etc/passwd', 'data:text/plain,x', 'gopher://127.0.0.1/'])(
    'do not lead to another scheme: %s',
    async (target) => {
      const { port } = await serve(redirectTo(target))
      expect(await faultOf(safeFetch()(`http://127.0.0.1:${port}/`))).toBe('other_scheme')
    },
  )

  it('do not send credentials to another origin', async () => {
    const target = await serve(text)
    const { port } = await serve(redirectTo(`http://127.0.0.1:${target.port}/`))
    await safeFetch()(`http://127.0.0.1:${port}/`, { headers: { authorization: 'Bearer secret', accept: 'text/xml' } })
    expect(target.seen.map(({ headers }) => [headers.authorization, headers.accept])).toEqual([[undefined, 'text/xml']])
  })

  it('are not followed with a body', async () => {
    const { port, seen } = await serve(redirectTo('/elsewhere', 307))
    expect((await safeFetch()(`http://127.0.0.1:${port}/token`, { method: 'POST', body: 'secret' })).status).toBe(307)
    expect(seen).toHaveLength(1)
  })
})

describe('limits', () => {
  it.each(['announced', 'endless'])('refuse bodies that are too large: %s', async (kind) => {
    const { port } = await serve((_request, response) => {
      if (kind === 'announced') return response.end('x'.repeat(2_000))
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(500)));
      }
      response.on('drain', write)
      write()
    })
    expect(await faultOf(safeFetch({ mostBytes: 1_000 })(`http://127.0.0.1:${port}/`))).toBe('too_large')
  })

  it.each(['silent', 'trickling'])('refuse responses that take too long: %s', async (kind) => {
    const { port } = await serve((_request, response) => {
      if (kind === 'trickling')
        closers.push(
          clearInterval.bind(
            undefined,
            setInterval(() => response.write('x'), 20),
          ),
        )
    })
    expect(await faultOf(safeFetch({ timeoutMs: 150 })(`http://127.0.0.1:${port}/`))).toBe('timed_out')
  })

  it('refuse compressed bodies, which were not requested', async () => {
    const { port, seen } = await serve((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'))
    expect(await faultOf(safeFetch()(`http://127.0.0.1:${port}/`))).toBe('encoded')
    expect(seen[0]?.headers['accept-encoding']).toBe('identity')
  })

  it('pass on the abort of the caller', async () => {
    const { port } = await serve(() => undefined)
    const reason = new Error('no longer wanted')
    expect(await faultOf(safeFetch()(`http://127.0.0.1:${port}/`, { signal: AbortSignal.abort(reason) }))).toBe(reason)
  })
})

describe('failures say why', () => {
  it('for names that do not resolve and hosts that do not respond', async () => {
    const { port } = await serve(text)
    await closers.splice(0).reduce<Promise<unknown>>((before, close) => before.then(close), Promise.resolve())
    expect(await faultOf(safeFetch()(`http://127.0.0.1:${port}/`))).toBe('unreachable')
    expect(await faultOf(safeFetch()('https://nowhere.invalid/'))).toBe('unknown_host')
    expect(await faultOf(safeFetch({ exceptions: noExceptions })('http://idp.example/'))).toBe('not_https')
    expect(await faultOf(safeFetch()('https://a:b@idp.example/'))).toBe('has_credentials')
  })

  it('for untrusted certificates', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'idp.example' }])
    const port = await listen(createSecureServer({ key, cert }, text))
    await expect(safeFetch()(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({
      fault: 'certificate_refused',
      host: '127.0.0.1',
      detail: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    })
  })
})
