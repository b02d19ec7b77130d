import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, startTestApp } from '../../testing/app.ts'
import { loggedBody } from './redact.ts'
import { enterpriseUrn, userType } from './schema/schemas.ts'
import { type ScimClient, mintScimToken, scimClient } from '../../testing/scim-client.ts'

/** Every input gets a SCIM response, never a server error. */

let app: TestApp
let scim: ScimClient
let userId: string
let groupId: string

beforeAll(async () => {
  app = await startTestApp()
  const tenant = await app.buildTenant()
  scim = scimClient(app, await mintScimToken(app, tenant))
  userId = (await scim('POST', '/Users', { userName: 'fuzzed@x.example' })).body.id
  groupId = (await scim('POST', '/Groups', { displayName: 'Fuzzed', members: [{ value: userId }] })).body.id
})
afterAll(() => app.close())

const attributes = userType.schema.attributes.flatMap(({ name, subAttributes = [] }) => [
  name,
  ...subAttributes.map((sub) => `${name}.${sub.name}`),
])
const names = fc.oneof(
  fc.constantFrom(
    ...attributes,
    'id',
    'externalId',
    'schemas',
    'meta',
    'displayName',
    'members',
    'Operations',
    'op',
    'path',
    'value',
    'failOnErrors',
    enterpriseUrn,
    '__proto__',
    'constructor',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
const nasty = fc.constantFrom(
  '\0',
  '\uD800',
  '\uDC00x',
  '%',
  "'; drop table app_user; --",
  '\u202E',
  'a'.repeat(300),
  'fuzzed@x.example',
  '{}',
  '\\',
  'bulkId:x',
  '🧑‍🚀',
  '-1',
  '1e999',
)
const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    nasty,
    fc.string({ unit: 'binary' }),
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom(true, false, null, 0, 'True', 'False'),
    fc.constant('<userId>'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 5 }),
  ),
}))
const paths = fc.oneof(
  fc.constantFrom(
    ...attributes,
    `${enterpriseUrn}:department`,
    'members',
    'members[value eq "<userId>"]',
    'emails[type eq "work"].value',
    'emails[primary eq true]',
    'urn:x:y',
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const operation = fc.record(
  { op: fc.constantFrom('add', 'Replace', 'remove', 'x'), path: paths, value: anything },
  { requiredKeys: ['op'] },
)
const patch = fc.array(operation, { minLength: 1, maxLength: 4 }).map((Operations) => ({ Operations }))
const user = fc.dictionary(names, anything, { maxKeys: 8 }).map((body) => ({ userName: `fuzz-${Math.random()}@x.example`, ...body }))
const bulkOperation = fc.record(
  {
    method: fc.constantFrom('POST', 'put', 'PATCH', 'GET', 'x'),
    path: fc.oneof(fc.constantFrom('/Users', '/Groups', '/Users/<userId>', '/Users/bulkId:a', '/Bulk', '/.search', '/'), fc.string()),
    bulkId: fc.oneof(fc.constantFrom('a', 'b'), fc.string({ maxLength: 3 })),
    version: fc.string({ maxLength: 4 }),
    data: fc.oneof(user, patch, anything),
  },
  { requiredKeys: ['method', 'path'] },
)
const bulk = fc.record(
  { Operations: fc.array(bulkOperation, { maxLength: 4 }), failOnErrors: fc.oneof(fc.constant(1), anything) },
  { requiredKeys: ['Operations'] },
)
const search = fc.record(
  {
    filter: fc.oneof(
      anything,
      fc.tuple(paths, fc.constantFrom('eq', 'pr', 'co', 'gt'), nasty).map(([path, op, value]) => `${path} ${op} ${JSON.stringify(value)}`),
    ),
    sortBy: fc.oneof(paths, anything),
    sortOrder: fc.oneof(fc.constantFrom('ascending', 'descending'), anything),
    startIndex: fc.oneof(fc.integer(), anything),
    count: fc.oneof(fc.integer(), anything),
    attributes: fc.oneof(fc.array(paths), anything),
    excludedAttributes: fc.oneof(fc.array(paths), anything),
  },
  { requiredKeys: [] },
)

const sent = fc.oneof(
  fc.record({ method: fc.constantFrom('POST' as const), path: fc.constantFrom('/Users', '/Groups'), body: fc.oneof(user, anything) }),
  fc.record({
    method: fc.constantFrom('PUT' as const),
    path: fc.constantFrom('/Users/<userId>', '/Groups/<groupId>'),
    body: fc.oneof(user, anything),
  }),
  fc.record({
    method: fc.constantFrom('PATCH' as const),
    path: fc.constantFrom('/Users/<userId>', '/Groups/<groupId>'),
    body: fc.oneof(patch, anything),
  }),
  fc.record({
    method: fc.constantFrom('POST' as const),
    path: fc.constantFrom('/Users/.search', '/Groups/.search'),
    body: fc.oneof(search, anything),
  }),
  fc.record({ method: fc.constantFrom('POST' as const), path: fc.constantFrom('/Bulk'), body: fc.oneof(bulk, anything) }),
)

test('no body causes a server error', async () => {
  const placed = (text: string) => text.replaceAll('<userId>', userId).replaceAll('<groupId>', groupId)
  await fc.assert(
    fc.asyncProperty(sent, async ({ method, path, body }) => {
      const { status, body: answer } = await scim(method, placed(path), placed(JSON.stringify(body) ?? ''))
      expect(status).not.toBe(500)
      const statuses = answer?.Operations ? answer.Operations.map((entry: { status: string }) => entry.status) : [String(status)]
      expect(statuses).not.toContain('500')
      if (status >= 400)
        expect(answer).toMatchObject({
          schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
          status: String(status),
          detail: expect.any(String),
        })
    }),
    { numRuns: 500 },
  )
}, 120_000)

test('no path, query or header causes a server error', async () => {
  const segment = fc.oneof(
    fc.constantFrom('Users', 'Groups', 'Schemas', 'ResourceTypes', '.search', 'Me', 'Bulk'),
    fc.string({ unit: 'binary', maxLength: 12 }).map(encode),
  )
  const query = fc.dictionary(
    fc.constantFrom('filter', 'attributes', 'excludedAttributes', 'sortBy', 'sortOrder', 'startIndex', 'count', 'x'),
    fc.oneof(nasty, fc.string({ unit: 'binary' })),
  )
  const etag = fc.string({ unit: fc.constantFrom('"', 'W/', '*', '1', ',', ' '), maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'DELETE', 'PATCH'),
      fc.array(segment, { maxLength: 3 }),
      query,
      etag,
      async (method, segments, parameters, tag) => {
        const search = new URLSearchParams(Object.entries(parameters).map(([key, value]) => [key, value.toWellFormed()])).toString()
        const { status } = await scim(method, `/${segments.join('/')}?${search}`, undefined, { 'if-match': tag, 'if-none-match': tag })
        expect(status).not.toBe(500)
      },
    ),
    { numRuns: 300 },
  )
}, 120_000)

const encode = (text: string) => encodeURIComponent(text.toWellFormed())

test('one of two concurrent creations is refused; members can be added concurrently', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => scim('POST', '/Users', { userName: 'race@x.example' })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])

  const ids: string[] = []
  for (let index = 0; index < 12; index++) ids.push((await scim('POST', '/Users', { userName: `racer-${index}@x.example` })).body.id)
  const groups = await Promise.all(['A', 'B'].map((displayName) => scim('POST', '/Groups', { displayName: `Race ${displayName}` })))
  // A busy server refuses some of them; a provider sends those again.
  const patient: ScimClient = async (...sent) => {
    const answer = await scim(...sent)
    return answer.status === 503 ? patient(...sent) : answer
  }
  const change = (group: string, op: string, id: string) =>
    patient('PATCH', `/Groups/${group}`, {
      Operations: [
        { op, path: op === 'remove' ? `members[value eq "${id}"]` : 'members', ...(op === 'add' ? { value: [{ value: id }] } : {}) },
      ],
    })
  const [one = '', two = ''] = groups.map(({ body }) => body.id as string)
  const changes = await Promise.all([
    ...ids.map((id) => change(one, 'add', id)),
    ...ids.toReversed().map((id) => change(two, 'add', id)),
    ...ids.slice(0, 3).map((id) => patient('PATCH', `/Users/${id}`, { Operations: [{ op: 'add', path: 'title', value: 'x' }] })),
  ])
  expect(new Set(changes.map(({ status }) => status))).toEqual(new Set([200, 204]))
  const left = await Promise.all([
    ...ids.slice(0, 6).map((id) => patient('DELETE', `/Users/${id}`)),
    ...ids.slice(6, 9).map((id) => change(one, 'remove', id)),
  ])
  expect(new Set(left.map(({ status }) => status))).toEqual(new Set([204]))
  expect((await scim('GET', `/Groups/${one}`)).body.members).toHaveLength(3)
  expect((await scim('GET', `/Groups/${two}`)).body.members).toHaveLength(6)
})

test('logged bodies contain no secrets and stay within the size limit', () => {
  expect(
    loggedBody({ userName: 'a', password: 'p', deep: [{ apiToken: 't', Operations: [{ op: 'replace', path: 'password', value: 'p' }] }] }),
  ).toEqual({
    userName: 'a',
    password: '••••',
    deep: [{ apiToken: '••••', Operations: [{ op: 'replace', path: 'password', value: '••••' }] }],
  })
  expect(loggedBody({ text: 'a'.repeat(70_000) })).toMatchObject({ truncated: true })
  expect(loggedBody('a\0\uD800')).toBe('a\uFFFD\uFFFD')
})
