import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { problem } from '@steward/contract/errors'
import type { Endpoint } from '@steward/contract/http'
import { operation } from '@steward/contract/operations'
import { binder } from './binding.ts'
import { createHttp } from './server.ts'

const thing = z.strictObject({ name: z.string(), size: z.number().nullable() })

const thingParams = z.strictObject({ thingId: z.uuid() })
const readQuery = z.strictObject({ limit: z.coerce.number().int().max(10).default(5) })
const readThing: Endpoint<{ params: typeof thingParams; query: typeof readQuery; response: typeof thing }> = {
  id: 'readThing',
  method: 'GET',
  path: '/things/{thingId}',
  access: { public: 'a test' },
  etag: true,
}

const changeBody = z.strictObject({ name: z.string().min(1).max(5) })
const changeThing: Endpoint<{ params: typeof thingParams; body: typeof changeBody; response: typeof thing }> = {
  id: 'changeThing',
  method: 'PUT',
  path: '/things/{thingId}',
  access: { permission: 'Admin.EditUsers' },
  precondition: 'optional',
}

const wrongThing: Endpoint<{ response: typeof thing }> = {
  id: 'wrongThing',
  method: 'GET',
  path: '/wrong',
  access: { public: 'a test' },
}

const docs = { summary: 'For tests', tag: 'Things', errors: [], examples: {} }
const operations = new Map(
  [
    operation(readThing, { ...docs, params: thingParams, query: readQuery, response: thing }),
    operation(changeThing, { ...docs, params: thingParams, body: changeBody, response: thing }),
    operation(wrongThing, { ...docs, response: thing }),
  ].map((declared) => [declared.id, declared]),
)

const id = '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44'
const signedIn = { authorization: 'Bearer good' }

async function build(checkResponses: boolean) {
  const app = await createHttp({
    log: pino({ level: 'silent' }),
    publicUrl: 'https://steward.example',
    trustProxy: false,
    rates: undefined,
  })
  const bind = binder(app, {
    preview: () => async () => Promise.reject(new Error('nothing is previewed')),
    operations,
    checkResponses,
    gate: {
      authenticate: async (request) => {
        const token = request.headers.authorization
        if (!token) throw problem('unauthenticated')
        return { type: 'user', tenantId: id, id, name: token === 'Bearer good' ? 'good' : 'weak' }
      },
      isGranted: async (principal) => principal.name === 'good',
      requireFresh: async () => undefined,
    },
  })
  bind(readThing, async ({ query, setEtag }) => {
    setEtag(7)
    return { name: `limit ${query.limit}`, size: null }
  })
  bind(changeThing, async ({ body, ifMatch }) => ({ name: body.name, size: ifMatch ?? null }))
  bind(wrongThing, async () => ({ name: 'x', size: 1, secret: 'leak' }))
  await app.ready()
  return app
}

describe('the HTTP layer', () => {
  let app: Awaited<ReturnType<typeof build>>
  beforeAll(async () => {
    app = await build(true)
  })
  afterAll(() => app.close())

  it('sends responses as declared in the contract, with ETag, request id and strict headers', async () => {
    const answer = await app.inject({ url: `/things/${id}?limit=3`, headers: { 'x-request-id': 'my-request-1' } })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ name: 'limit 3', size: null })
    expect(answer.headers).toMatchObject({
      etag: '"7"',
      'x-request-id': 'my-request-1',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'strict-transport-security': expect.stringContaining('max-age'),
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
    expect(answer.headers['content-security-policy']).not.toContain('unsafe-inline')
  })

  it('names unknown and invalid fields', async () => {
    const answer = await app.inject({ url: `/things/${id}?limit=99&colour=red` })
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json().errors).toEqual([
      expect.objectContaining({ field: 'query.limit', code: 'too_big' }),
      expect.objectContaining({ field: 'query.colour', code: 'unknown_field' }),
    ])
  })

  it('refuses requests without a token or the permission', async () => {
    const request = { method: 'PUT' as const, url: `/things/${id}`, payload: { name: 'a' } }
    const nobody = await app.inject(request)
    expect(nobody.statusCode).toBe(401)
    expect(nobody.headers['www-authenticate']).toBe('Bearer')
    const weak = await app.inject({ ...request, headers: { authorization: 'Bearer weak' } })
    expect(weak.statusCode).toBe(403)
    expect(weak.json()).toMatchObject({
      code: 'forbidden',
      message: 'You do not have the permission “Edit users”.',
      parameters: { permission: 'Admin.EditUsers' },
    })
  })

  it('compares the version that an edit names, if any', async () => {
    const request = { method: 'PUT' as const, url: `/things/${id}`, payload: { name: 'a' } }
    expect((await app.inject({ ...request, headers: signedIn })).json()).toEqual({ name: 'a', size: null })
    const stale = await app.inject({ ...request, headers: { ...signedIn, 'if-match': '"not ours"' } })
    expect(stale.statusCode).toBe(412)
    const fresh = await app.inject({ ...request, headers: { ...signedIn, 'if-match': '"12"' } })
    expect(fresh.json()).toEqual({ name: 'a', size: 12 })
  })

  it.each([
    ['malformed JSON', '{"name":', 'application/json', 400, 'malformed_json'],
    ['another content type', 'a=b', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['a body over 1 MiB', JSON.stringify({ name: 'x'.repeat(1_100_000) }), 'application/json', 413, 'body_too_large'],
    ['an empty name', '{"name":""}', 'application/json', 400, 'invalid_request'],
    ['a missing body', '{}', 'application/json', 400, 'invalid_request'],
  ])('refuses %s', async (_, payload, type, status, code) => {
    const answer = await app.inject({
      method: 'PUT',
      url: `/things/${id}`,
      payload,
      headers: { ...signedIn, 'content-type': type, 'if-match': '"1"' },
    })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ code, requestId: expect.any(String) })
  })

  it('returns 500 without details if a handler violates the contract', async () => {
    const answer = await app.inject({ url: '/wrong' })
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('leak')
  })

  it("drops undeclared fields if responses aren't validated", async () => {
    const production = await build(false)
    const answer = await production.inject({ url: '/wrong' })
    expect(answer.json()).toEqual({ name: 'x', size: 1 })
    await production.close()
  })

  it('returns a problem for unknown paths', async () => {
    const answer = await app.inject({ url: '/nowhere' })
    expect(answer.statusCode).toBe(404)
    expect(answer.json().code).toBe('route_not_found')
  })
})
