import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '@steward/contract/endpoints'
import { type CallInput, type Endpoint, serviceScopes } from '@steward/contract/http'
import type { Operation } from '@steward/contract/operations'
import { stringPlaces } from '@steward/contract/testing/string-places'
import { type TestApp, type TestTenant, startTestApp } from './testing/app.ts'
import { type ScimClient, mintScimToken, scimClient } from './testing/scim-client.ts'
import { createServiceToken } from './service-tokens/operator.ts'

/** Strings that PostgreSQL can't store are refused in every request: with 400, or 404 in a path, and never with 500. */

const nul = 'a\0b'

type Part = 'params' | 'query' | 'body'
type Sent = Record<Part, unknown>

/** Files that are read in the background, after the response: their tests are with the uploads. */
const readLater = new Set(['uploadRates body.file'])

/** Every position of the text in a request to an endpoint. */
const places: [name: string, declared: Operation, part: Part, path: readonly string[]][] = [...endpoints.values()]
  .flatMap((declared) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const paths = new Map(stringPlaces(declared[part]).map(({ path }) => [[part, ...path].join('.'), path]))
      return [...paths].map(([name, path]): (typeof places)[number] => [`${declared.id} ${name}`, declared, part, path])
    }),
  )
  .filter(([name]) => !readLater.has(name))

/** The example with the text at a position. */
function withText(example: unknown, [name, ...rest]: readonly string[], text: string): unknown {
  if (name === undefined) return text
  if (name === '{key}') return { ...(example as object | undefined), [text]: 1 }
  if (name === '0') return [withText(Array.isArray(example) ? example[0] : undefined, rest, text)]
  const members = typeof example === 'object' && !Array.isArray(example) ? (example as Record<string, unknown> | null) : undefined
  const member = name === '*' ? 'any' : name
  return { ...members, [member]: withText(members?.[member], rest, text) }
}

describe('a NUL', () => {
  let test: TestApp
  let tenant: TestTenant
  let administrator: string
  let service: string

  beforeAll(async () => {
    test = await startTestApp()
    tenant = await test.buildTenant()
    administrator = await test.signIn(tenant, tenant.administrator)
    service = (await createServiceToken(test.db, { tokenName: 'text', tenant: null, scopes: serviceScopes, expiresAt: null })).token
  })
  afterAll(() => test.close())

  it.each(places)('is refused in %s', async (_, declared, part, path) => {
    const { params, query, body } = declared.examples
    const sent: Sent = { params, query, body, [part]: withText(declared.examples[part], path, nul) }
    const answer = await test.call(declared, sent as CallInput<Endpoint>, { token: 'service' in declared.access ? service : administrator })
    // Administrators lack the permission for some products, so they are refused before the request is parsed.
    expect(part === 'params' ? [400, 403, 404] : [400, 403], JSON.stringify(answer.body)).toContain(answer.status)
  })
})

describe('SCIM', () => {
  let test: TestApp
  let scim: ScimClient

  beforeAll(async () => {
    test = await startTestApp()
    const tenant = await test.buildTenant()
    await test.signIn(tenant, tenant.administrator)
    scim = scimClient(test, await mintScimToken(test, tenant))
  })
  afterAll(() => test.close())

  const urn = 'urn:ietf:params:scim:schemas:core:2.0'
  const operations = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
  const bulk = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest'
  const bodies = (text: string): [method: 'POST' | 'PUT' | 'PATCH', path: string, body: unknown][] => [
    ['POST', '/Users', { schemas: [`${urn}:User`], userName: `${text}@company.example` }],
    ['POST', '/Users', { schemas: [`${urn}:User`], userName: 'x@company.example', name: { givenName: text } }],
    ['POST', '/Users', { schemas: [`${urn}:User`], userName: 'x@company.example', externalId: text }],
    ['POST', '/Users', { schemas: [`${urn}:User`], userName: 'x@company.example', [text]: 'x' }],
    ['POST', '/Groups', { schemas: [`${urn}:Group`], displayName: text }],
    ['POST', '/Groups', { schemas: [`${urn}:Group`], displayName: 'Group', members: [{ value: text }] }],
    ['POST', '/Users/.search', { filter: `userName eq "${text}"` }],
    ['PUT', '/Users/0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44', { schemas: [`${urn}:User`], userName: text }],
    [
      'PATCH',
      '/Users/0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44',
      { schemas: [operations], Operations: [{ op: 'replace', path: text, value: 'x' }] },
    ],
    ['POST', '/Bulk', { schemas: [bulk], Operations: [{ method: 'POST', path: '/Users', bulkId: text, data: { userName: text } }] }],
  ]

  it.each([...bodies('a\0b'), ...bodies('a\uD800b')])(
    'refuses text that cannot be stored in the body of %s %s (%j)',
    async (method, path, body) => {
      const answer = await scim(method, path, body)
      expect([answer.status, answer.body.scimType]).toEqual([400, 'invalidValue'])
    },
  )

  it.each([
    '/Users?filter=userName%20eq%20%22a%00b%22',
    '/Users?filter=userName%20eq%20%22a%5Cu0000b%22',
    '/Users?sortBy=%00',
    '/Users?attributes=%00',
    '/Groups?filter=displayName%20co%20%22%5Cud800%22',
    '/Users/%00',
    '/Groups/a%00b',
    '/%00',
  ])('never fails on it in %s', async (path) => expect((await scim('GET', path)).status).toBeLessThan(500))
})
