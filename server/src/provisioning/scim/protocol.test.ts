import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '@steward/contract/api-keys/endpoints'
import { listOwnSessions } from '@steward/contract/session/endpoints'
import { listUsers } from '@steward/contract/users/endpoints'
import { asOwner, systemContext, withTenant } from '../../db/tenant.ts'
import { mintPlatformToken } from '../../secrets/platform-token.ts'
import { type TestApp, type TestTenant, startTestApp } from '../../testing/app.ts'
import type { Attribute } from './schema/attribute.ts'
import { commonAttributes, enterpriseUrn, groupType, userType, userUrn } from './schema/schemas.ts'
import { type ScimClient, mintScimToken, scimClient } from '../../testing/scim-client.ts'

let app: TestApp
let tenant: TestTenant
let token: string
let scim: ScimClient
/** The administrator's access token from before single sign-on became the only way in. */
let session: string

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.buildTenant()
  session = await app.signIn(tenant, tenant.administrator)
  token = await mintScimToken(app, tenant, { name: 'Entra ID' })
  scim = scimClient(app, token)
})
afterAll(() => app.close())

let counter = 0
const user = (more: object = {}) => ({ schemas: [userUrn], userName: `person-${++counter}@x.example`, ...more })
const createUser = async (more: object = {}): Promise<{ id: string; userName: string }> => (await scim('POST', '/Users', user(more))).body
const createGroup = async (members: string[] = []): Promise<{ id: string }> =>
  (await scim('POST', '/Groups', { displayName: `Group ${++counter}`, members: members.map((value) => ({ value })) })).body
const errorOf = ({ status, body }: { status: number; body: { status?: string; scimType?: string; schemas?: string[] } }) => {
  expect(body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error'])
  expect(body.status).toBe(String(status))
  return [status, body.scimType]
}

describe('access', () => {
  const paths = ['/Users', '/Groups', '/ServiceProviderConfig', '/Schemas', '/ResourceTypes', '/Users/x', '/nothing', '']

  test.each(paths)('is refused without a token: %s', async (path) => {
    const answer = await scimClient(app, undefined)('GET', path)
    expect(errorOf(answer)).toEqual([401, undefined])
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  })

  test('is refused for tokens that never existed, were changed, or were revoked', async () => {
    expect((await scimClient(app, mintPlatformToken('scim', tenant.tenantId).text)('GET', '/Users')).status).toBe(401)
    expect((await scimClient(app, `${token}x`)('GET', '/Users')).status).toBe(401)
    const revoked = await mintScimToken(app, tenant)
    const client = scimClient(app, revoked)
    expect((await client('GET', '/Users')).status).toBe(200)
    const digest = createHash('sha256').update(revoked).digest()
    await asOwner(
      app.db,
      'operator',
      (tx) => tx.updateTable('scim_token').set({ revoked_at: new Date() }).where('token_digest', '=', digest).execute(),
      { tenantId: tenant.tenantId },
    )
    expect((await client('GET', '/Users')).status).toBe(401)
  })

  test('is refused for users, including administrators, and API keys', async () => {
    expect(errorOf(await scimClient(app, session)('GET', '/Users'))).toEqual([403, undefined])
    const { groupId } = await app.buildGroup(tenant)
    const { body } = await app.call(
      createApiKey,
      { body: { apiKeyName: 'Program', groups: [groupId], expiresAt: null } },
      { token: session },
    )
    expect(errorOf(await scimClient(app, body.apiKey)('GET', '/Users'))).toEqual([403, undefined])
  })

  test('is limited to SCIM for SCIM tokens', async () => {
    expect((await app.call(listOwnSessions, {}, { token })).status).toBeGreaterThanOrEqual(401)
  })

  test("is limited to the token's tenant, with and without its name", async () => {
    const other = await app.buildTenant()
    const own = scimClient(app, token, `/scim/v2/${tenant.tenantName}`)
    const { body } = await own('POST', '/Users', user())
    expect(body.meta.location).toBe(`http://localhost:8080/scim/v2/${tenant.tenantName}/Users/${body.id}`)
    expect((await scim('GET', `/Users/${body.id}`)).status).toBe(200)
    for (const name of [other.tenantName, 'no-such-tenant', 'c5a2ff4e-5e1c-4c54-a9b4-8f2d46f8a3a8']) {
      for (const path of ['/Users', '/Schemas', '']) {
        expect(errorOf(await scimClient(app, token, `/scim/v2/${name}`)('GET', path))).toEqual([404, undefined])
      }
    }

    const stranger = scimClient(app, await mintScimToken(app, other))
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
      const sent =
        method === 'PATCH' ? { Operations: [{ op: 'replace', path: 'active', value: false }] } : method === 'PUT' ? user() : undefined
      expect(errorOf(await stranger(method, `/Users/${body.id}`, sent))).toEqual([404, undefined])
    }
    // A base URL configured with a trailing slash.
    for (const [base, path] of [
      ['/scim/v2/', '/Users'],
      [`/scim/v2/${tenant.tenantName}/`, `/Users/${body.id}`],
      [`/scim/v2/${tenant.tenantName}`, `/Users/${body.id}/`],
    ] as const) {
      expect((await scimClient(app, token, base)('GET', path)).status).toBe(200)
    }
    expect((await stranger('GET', `/Users?filter=${encodeURIComponent(`id eq "${body.id}"`)}`)).body.totalResults).toBe(0)
    const joined = await stranger('POST', '/Groups', { displayName: 'Strangers', members: [{ value: body.id }] })
    expect(errorOf(joined)).toEqual([400, 'invalidValue'])
  })
})

describe('a search of everything', () => {
  const search = async (body: object) => {
    const answer = await scim('POST', '/.search', body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body as { totalResults: number; startIndex: number; Resources: { id: string; userName?: string; displayName?: string }[] }
  }

  test('finds users and groups, page by page', async () => {
    const names = ['Root one', 'Root two', 'Root three']
    for (const displayName of names) {
      await scim('POST', '/Users', user({ displayName }))
      await scim('POST', '/Groups', { displayName })
    }
    const filter = 'displayName sw "Root"'
    const all = await search({ filter })
    expect([all.totalResults, all.Resources.length]).toEqual([6, 6])
    const paged = []
    for (const startIndex of [1, 3, 5, 7]) paged.push(...(await search({ filter, startIndex, count: 2 })).Resources)
    expect(paged).toEqual(all.Resources)
    const sorted = await search({ filter, sortBy: 'userName', sortOrder: 'descending', attributes: ['displayName'] })
    expect(sorted.Resources.map(({ displayName }) => displayName)).toEqual([...names.toReversed(), ...names])
    expect((await scim('GET', `?filter=${encodeURIComponent(filter)}&count=0`)).body).toMatchObject({ totalResults: 6, Resources: [] })
  })

  test('takes what only one type has as absent from the other', async () => {
    const { id, userName } = await createUser()
    expect((await search({ filter: `userName eq "${userName}"` })).Resources.map((found) => found.id)).toEqual([id])
    expect((await search({ filter: `members[value eq "${id}"]` })).totalResults).toBe(0)
    const groups = await search({ filter: 'not (userName pr) and userName eq null and userName ne "x"', count: 1 })
    expect(groups.totalResults).toBe((await scim('GET', '/Groups?count=0')).body.totalResults)
    expect(errorOf(await scim('POST', '/.search', { filter: 'nothing pr' }))).toEqual([400, 'invalidFilter'])
  })
})

describe('a PATCH', () => {
  const operations = { Operations: [{ op: 'replace', path: 'displayName', value: 'Preferred' }] }
  const prefer = (wanted: string) => ({ prefer: wanted })

  test('answers as the client prefers (RFC 7240)', async () => {
    const paths = { user: `/Users/${(await createUser()).id}`, group: `/Groups/${(await createGroup()).id}` }
    const statuses = async (wanted: string) => {
      const [ofUser, ofGroup] = [
        await scim('PATCH', paths.user, operations, prefer(wanted)),
        await scim('PATCH', paths.group, operations, prefer(wanted)),
      ]
      return [ofUser.status, ofGroup.status, ofUser.headers['preference-applied'], ofGroup.headers['preference-applied']]
    }
    expect(await statuses('return=minimal')).toEqual([204, 204, 'return=minimal', 'return=minimal'])
    expect(await statuses('respond-async, return="representation"')).toEqual([200, 200, 'return=representation', 'return=representation'])
    expect(await statuses('wait=10')).toEqual([200, 204, undefined, undefined])
    const chosen = await scim('PATCH', `${paths.user}?attributes=displayName`, operations, prefer('return=minimal'))
    expect([chosen.status, chosen.body.displayName]).toEqual([200, 'Preferred'])
    expect((await scim('PUT', paths.user, user(), prefer('return=minimal'))).status).toBe(200)
  })
})

describe('a DELETE', () => {
  /** Deletes a user while another transaction changes their name, and commits that when the deletion waits for it. */
  async function deleteWhileChanged(headers: (version: string) => Record<string, string>): Promise<number> {
    const { id } = await createUser()
    const version = String((await scim('GET', `/Users/${id}`)).headers['etag'])
    let answer: ReturnType<ScimClient> | undefined
    await withTenant(app.db, systemContext(tenant.tenantId), async (tx) => {
      await tx.updateTable('app_user').set({ given_name: 'Changed' }).where('user_id', '=', id).execute()
      answer = scim('DELETE', `/Users/${id}`, undefined, headers(version))
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await asOwner(app.db, 'operator', (other) => waiting.execute(other))).rows).toHaveLength(1)
    })
    return (await answer)?.status ?? 0
  }

  test('sees what was changed while it waited', async () => {
    expect(await deleteWhileChanged(() => ({}))).toBe(204)
    expect(await deleteWhileChanged((version) => ({ 'if-match': version }))).toBe(412)
  })
})

describe('members', () => {
  test('have an address, and a name only if asked', async () => {
    const { id, userName } = await createUser()
    const { id: groupId } = await createGroup([id])
    const member = { value: id, $ref: `http://localhost:8080/scim/v2/Users/${id}`, type: 'User' }
    const membersWith = async (query: string) => (await scim('GET', `/Groups/${groupId}${query}`)).body.members
    expect(await membersWith('')).toEqual([member])
    expect(await membersWith('?attributes=members')).toEqual([member])
    expect(await membersWith('?attributes=members.display')).toEqual([{ display: userName }])
    expect(await membersWith('?attributes=members,members.display')).toEqual([{ ...member, display: userName }])
    expect((await scim('GET', `/Groups?filter=${encodeURIComponent(`members.$ref eq "${member.$ref}"`)}`)).body.totalResults).toBe(1)
  })

  test('are users: a group is refused as such', async () => {
    const [{ id: groupId }, { id: other }, { id: userId }] = [await createGroup(), await createGroup(), await createUser()]
    const add = (value: object[]) => scim('PATCH', `/Groups/${groupId}`, { Operations: [{ op: 'add', path: 'members', value }] })
    const expected = expect.stringContaining("Groups can't contain groups")
    for (const value of [[{ value: other }], [{ value: userId }, { value: other }], [{ value: 'x', type: 'Group' }]]) {
      const refused = await add(value)
      expect([errorOf(refused), refused.body.detail]).toEqual([[400, 'invalidValue'], expected])
    }
    expect((await add([{ value: '01990000-0000-7000-8000-000000000000' }])).body.detail).toContain('no user')
  })
})

describe('discovery', () => {
  test('describes configuration, types and schemas', async () => {
    const { body: config } = await scim('GET', '/ServiceProviderConfig')
    expect(config).toMatchObject({
      patch: { supported: true },
      bulk: { supported: true, maxOperations: 1_000, maxPayloadSize: 1_048_576 },
      filter: { supported: true, maxResults: 1_000 },
      sort: { supported: true },
      etag: { supported: true },
      changePassword: { supported: false },
    })
    const { body: types } = await scim('GET', '/ResourceTypes')
    expect(types.Resources.map(({ id, endpoint }: { id: string; endpoint: string }) => [id, endpoint])).toEqual([
      ['User', '/Users'],
      ['Group', '/Groups'],
    ])
    expect((await scim('GET', '/ResourceTypes/User')).body.schemaExtensions).toEqual([{ schema: enterpriseUrn, required: false }])
    const { body: schemas } = await scim('GET', '/Schemas')
    for (const { id } of schemas.Resources) expect((await scim('GET', `/Schemas/${id}`)).body.id).toBe(id)
  })

  test('is read-only and cannot be filtered', async () => {
    expect(errorOf(await scim('POST', '/Schemas', {}))).toEqual([405, undefined])
    expect(errorOf(await scim('GET', '/Schemas?filter=id+pr'))).toEqual([403, undefined])
    expect(errorOf(await scim('GET', '/Schemas/urn:none'))).toEqual([404, undefined])
  })

  test.each([
    ['GET', '/Me', 501],
    ['GET', '/Printers', 404],
    ['GET', '/printers', 404],
    ['GET', '/users', 200],
    ['POST', '/.search/x', 404],
    ['GET', '/Users/x/y', 404],
    ['GET', '/Users/not-an-id', 404],
    ['DELETE', '/Groups/01990000-0000-7000-8000-000000000000', 404],
  ] as const)('%s %s answers %i', async (method, path, status) => {
    for (const base of ['/scim/v2', `/scim/v2/${tenant.tenantName}`]) {
      const client = scimClient(app, token, base)
      expect((await client(method, path, method === 'POST' ? {} : undefined)).status).toBe(status)
    }
  })

  test.each([
    ['PUT', '/Users', 'GET, POST'],
    ['POST', '/Users/01990000-0000-7000-8000-000000000000', 'GET, PUT, PATCH, DELETE'],
    ['GET', '/Bulk', 'POST'],
    ['GET', '/.search', 'POST'],
    ['DELETE', '/Schemas', 'GET'],
    ['POST', '', 'GET'],
  ] as const)('%s %s answers 405 with the methods that are possible', async (method, path, allow) => {
    const answer = await scim(method, path, method === 'POST' || method === 'PUT' ? {} : undefined)
    expect([errorOf(answer)[0], answer.headers['allow']]).toEqual([405, allow])
  })
})

describe('bodies', () => {
  test.each([
    ['{', 400, 'invalidSyntax'],
    ['[]', 400, 'invalidSyntax'],
    ['"text"', 400, 'invalidSyntax'],
    ['', 400, 'invalidSyntax'],
    ['{}', 400, 'invalidValue'],
    ['{"userName":""}', 400, 'invalidValue'],
    ['{"userName":"no-address"}', 400, 'invalidValue'],
    ['{"userName":"a@x.example","emails":[{"value":"none","primary":true}]}', 400, 'invalidValue'],
    ['{"userName":"a@x.example","name":"Ada"}', 400, 'invalidValue'],
    ['{"userName":"a@x.example","name":{"givenName":"<b>"}}', 400, 'invalidValue'],
    [`{"userName":"a@x.example","name":{"givenName":"${'a'.repeat(65)}"}}`, 400, 'invalidValue'],
    [`{"userName":"a@x.example","externalId":"${'a'.repeat(257)}"}`, 400, 'invalidValue'],
    ['{"userName":"a\\u0000@x.example"}', 400, 'invalidValue'],
    ['{"userName":"a\\ud800@x.example"}', 400, 'invalidValue'],
    ['{"userName":"a@x.example","active":"perhaps"}', 400, 'invalidValue'],
    ['{"userName":"a@x.example","username":"b@x.example"}', 400, 'invalidSyntax'],
    ['{"userName":"a@x.example","name":{"givenName":"A","GivenName":"B"}}', 400, 'invalidSyntax'],
    ['{"userName":"a@x.example","emails":[{"value":"a@x.example","Value":"b@x.example"}]}', 400, 'invalidSyntax'],
    [
      `{"userName":"a@x.example","${enterpriseUrn}":{"department":"A"},"${enterpriseUrn.toUpperCase()}":{"department":"B"}}`,
      400,
      'invalidSyntax',
    ],
  ])('%s is refused', async (body, status, scimType) => {
    expect(errorOf(await scim('POST', '/Users', body))).toEqual([status, scimType])
  })

  test('are refused above 1 MiB for a Bulk, above 8 MiB otherwise, and with another media type', async () => {
    const bulk = { Operations: [{ method: 'POST', path: '/Users', bulkId: 'a', data: { title: 'a'.repeat(1_048_576) } }] }
    for (const base of ['/scim/v2', `/scim/v2/${tenant.tenantName}`]) {
      const refused = await scimClient(app, token, base)('POST', '/Bulk', bulk)
      expect([errorOf(refused), refused.body.detail]).toEqual([[413, undefined], expect.stringContaining('maxPayloadSize (1048576)')])
    }
    expect(errorOf(await scim('POST', '/Users', user({ title: 'a'.repeat(8_388_608) })))).toEqual([413, undefined])
    const { id } = await createUser()
    const members = Array.from({ length: 30_000 }, () => ({ value: id }))
    const { status, body } = await scim('PUT', `/Groups/${(await createGroup()).id}`, { displayName: `Group ${++counter}`, members })
    expect([status, body.members.length]).toEqual([200, 1])
    expect(errorOf(await scim('POST', '/Users', 'userName=a', { 'content-type': 'text/plain' }))).toEqual([415, undefined])
  })

  test('can be application/json, and an empty DELETE can have a content type', async () => {
    const { status, body, headers } = await scim('POST', '/Users', user(), { 'content-type': 'application/json; charset=utf-8' })
    expect([status, headers['content-type'], headers['location']]).toEqual([
      201,
      'application/scim+json; charset=utf-8',
      body.meta.location,
    ])
    for (const [accept, type] of [
      ['application/json', 'application/json'],
      ['application/json, text/plain, */*', 'application/scim+json'],
      ['application/scim+json, application/json', 'application/scim+json'],
    ] as const) {
      expect((await scim('GET', `/Users/${body.id}`, undefined, { accept })).headers['content-type']).toBe(`${type}; charset=utf-8`)
    }
    expect((await scim('DELETE', `/Users/${body.id}`, undefined, { 'content-type': 'application/scim+json' })).status).toBe(204)
  })

  test('are refused when nested too deeply, not for brackets in texts', async () => {
    const deep = (levels: number) => `{"userName":"deep-${levels}@x.example","x":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`
    expect((await scim('POST', '/Users', deep(60))).status).toBe(201)
    for (const levels of [64, 5_000, 200_000]) expect(errorOf(await scim('POST', '/Users', deep(levels)))).toEqual([400, 'invalidSyntax'])
    expect((await scim('POST', '/Users', user({ title: '{"['.repeat(100) }))).status).toBe(201)
  })

  test('of a PATCH with two spellings of an attribute are refused', async () => {
    const { id } = await createUser()
    for (const value of [{ title: 'a', Title: 'b' }, { name: { givenName: 'a', givenname: 'b' } }]) {
      expect(errorOf(await scim('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', value }] }))).toEqual([400, 'invalidSyntax'])
    }
    const twice = { Operations: [{ op: 'replace', path: 'title', value: 'a' }], operations: [] }
    expect(errorOf(await scim('PATCH', `/Users/${id}`, twice))).toEqual([400, 'invalidSyntax'])
  })

  test('have read-only and unknown attributes ignored', async () => {
    const { body } = await scim(
      'POST',
      '/Users',
      user({ id: 'mine', meta: { created: 'x' }, groups: [{ value: 'g' }], favourite: 'tea', password: 'secret' }),
    )
    expect(body).not.toHaveProperty('favourite')
    expect(body).not.toHaveProperty('password')
    expect(body).not.toHaveProperty('groups')
    expect(body.id).not.toBe('mine')
  })
})

describe('versions', () => {
  test('avoid repeated reads with If-None-Match and lost updates with If-Match', async () => {
    const { id } = await createUser()
    const { headers } = await scim('GET', `/Users/${id}`)
    const etag = String(headers['etag'])
    expect(etag).toBe('W/"1"')
    for (const tag of [etag, '"1"', `"0", ${etag}`, '*']) {
      const known = await scim('GET', `/Users/${id}`, undefined, { 'if-none-match': tag })
      expect([known.status, known.body, known.headers['etag']]).toEqual([304, undefined, etag])
    }

    const title = (value: string) => ({ Operations: [{ op: 'replace', path: 'title', value }] })
    const changed = await scim('PATCH', `/Users/${id}`, title('One'), { 'if-match': etag })
    expect([changed.status, changed.body.meta.version]).toEqual([200, changed.headers['etag']])
    expect(changed.headers['etag']).not.toBe(etag)
    expect(errorOf(await scim('PATCH', `/Users/${id}`, title('Two'), { 'if-match': etag }))[0]).toBe(412)
    expect(errorOf(await scim('DELETE', `/Users/${id}`, undefined, { 'if-match': etag }))[0]).toBe(412)
    expect((await scim('PATCH', `/Users/${id}`, title('Two'), { 'if-match': '*' })).status).toBe(200)
  })

  test('stay the same if nothing changes', async () => {
    const { id } = await createUser({ title: 'One', [enterpriseUrn]: { department: 'Cat' } })
    const before = (await scim('GET', `/Users/${id}`)).headers['etag']
    const { headers } = await scim('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', value: { title: 'One' } }] })
    expect(headers['etag']).toBe(before)
  })

  test('exist for groups too', async () => {
    const { id: userId } = await createUser()
    const { id } = await createGroup()
    const etag = String((await scim('GET', `/Groups/${id}`)).headers['etag'])
    const join = { Operations: [{ op: 'add', path: 'members', value: [{ value: userId }] }] }
    const { status, headers } = await scim('PATCH', `/Groups/${id}`, join, { 'if-match': etag })
    expect(status).toBe(204)
    expect(headers['etag']).not.toBe(etag)
    expect((await scim('PATCH', `/Groups/${id}`, join, { 'if-match': etag })).status).toBe(412)
    expect((await scim('GET', `/Groups/${id}`, undefined, { 'if-none-match': String(headers['etag']) })).status).toBe(304)
  })
})

describe('lists', () => {
  let list: ScimClient
  beforeAll(async () => {
    const other = await app.buildTenant()
    list = scimClient(app, await mintScimToken(app, other))
    for (const [index, familyName] of ['Zorn', 'Abel', 'Miller'].entries()) {
      await list('POST', '/Users', {
        userName: `p${index}@x.example`,
        name: { familyName },
        ...(index === 1 ? {} : { title: `T${index}` }),
      })
    }
  })
  const names = (body: { Resources: { userName: string }[] }) => body.Resources.map(({ userName }) => userName.split('@')[0])

  test('have pages from 1, beyond the end, and empty ones', async () => {
    const first = (await list('GET', '/Users?startIndex=1&count=2')).body
    expect([first.totalResults, first.itemsPerPage, first.startIndex, first.Resources.length]).toEqual([4, 2, 1, 2])
    const last = (await list('GET', '/Users?startIndex=4&count=2')).body
    expect([last.totalResults, last.itemsPerPage, last.startIndex]).toEqual([4, 1, 4])
    const beyond = (await list('GET', '/Users?startIndex=100')).body
    expect([beyond.totalResults, beyond.itemsPerPage, beyond.Resources]).toEqual([4, 0, []])
    const filtered = (await list('GET', '/Users?startIndex=100&filter=title+pr')).body
    expect([filtered.totalResults, filtered.Resources]).toEqual([2, []])
    const none = (await list('GET', '/Users?count=0&filter=title+pr')).body
    expect([none.totalResults, none.itemsPerPage, none.Resources]).toEqual([2, 0, []])
    const least = (await list('GET', '/Users?startIndex=-5&count=-1')).body
    expect([least.startIndex, least.itemsPerPage]).toEqual([1, 0])
    for (const path of ['/Users', '/Groups']) {
      const all = (await list('GET', `${path}?count=2147483647`)).body
      expect(all.itemsPerPage).toBe(all.totalResults)
      expect((await list('GET', `${path}?startIndex=${'9'.repeat(20)}&count=${'9'.repeat(400)}`)).body.Resources).toEqual([])
    }
  })

  test('are sorted, with missing values last or first', async () => {
    expect(names((await list('GET', '/Users?sortBy=name.familyName&filter=userName+sw+%22p%22')).body)).toEqual(['p1', 'p2', 'p0'])
    expect(names((await list('GET', '/Users?sortBy=title&filter=userName+sw+%22p%22')).body)).toEqual(['p0', 'p2', 'p1'])
    expect(names((await list('GET', '/Users?sortBy=title&sortOrder=descending&filter=userName+sw+%22p%22')).body)).toEqual([
      'p1',
      'p2',
      'p0',
    ])
    expect(
      names((await list('POST', '/Users/.search', { sortBy: 'emails', sortOrder: 'descending', filter: 'userName sw "p"' })).body),
    ).toEqual(['p2', 'p1', 'p0'])
    for (const type of [userType, groupType]) {
      const sortable = (attributes: readonly Attribute[], prefix = '') =>
        attributes.flatMap(({ name, multiValued, subAttributes = [] }) => [
          ...(multiValued || subAttributes.length === 0 ? [prefix + name] : []),
          ...subAttributes.map((sub) => `${prefix}${name}.${sub.name}`),
        ])
      for (const sortBy of [
        ...sortable([...commonAttributes, ...type.schema.attributes]),
        ...type.extensions.flatMap(({ id, attributes }) => sortable(attributes, `${id}:`)),
      ]) {
        const { body } = await list('GET', `${type.endpoint}?sortBy=${sortBy}&sortOrder=descending`)
        expect([sortBy, body.totalResults]).toEqual([sortBy, type === userType ? 4 : 1])
      }
    }
  })

  test.each(['startIndex=x', 'count=1.5', 'count=1e9', 'sortOrder=up', 'sortBy=favourite', 'sortBy=name', 'filter=x'])(
    '%s is refused',
    async (query) => {
      expect(errorOf(await list('GET', `/Users?${query}`))[0]).toBe(400)
    },
  )

  test('contain the requested attributes and those that are always returned', async () => {
    const { body } = await list('GET', '/Users?attributes=userName,emails.value&filter=userName+eq+%22p0@x.example%22')
    expect(Object.keys(body.Resources[0]).toSorted()).toEqual(['emails', 'id', 'schemas', 'userName'])
    expect(body.Resources[0].emails).toEqual([{ value: 'p0@x.example' }])
    const without = await list('POST', '/Users/.search', {
      excludedAttributes: ['emails', 'meta.created', 'id'],
      filter: 'userName eq "p0@x.example"',
    })
    expect(without.body.Resources[0]).not.toHaveProperty('emails')
    expect(without.body.Resources[0]).not.toHaveProperty('meta.created')
    expect(without.body.Resources[0]).toHaveProperty('id')
  })
})

describe('the email of a user', () => {
  const set = async (id: string, path: string, value: string) => {
    const { status, body } = await scim('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path, value }] })
    expect(status).toBe(200)
    return body.emails
  }

  test('is the userName if the provider sent none, also after a rename', async () => {
    const { id, userName } = await createUser()
    const shown = (value: string) => [{ value, type: 'work', primary: true }]
    expect(await set(id, 'title', 'Actuary')).toEqual(shown(userName))
    expect(await set(id, 'userName', `new-${userName}`)).toEqual(shown(`new-${userName}`))
    expect(await set(id, 'userName', 'no-address')).toEqual(shown(`new-${userName}`))
    expect(await set(id, 'emails[type eq "work"].value', 'told@x.example')).toEqual(shown('told@x.example'))
    expect(await set(id, 'userName', `again-${userName}`)).toEqual(shown('told@x.example'))
  })

  test('is separate if the provider sent one, or the user existed before', async () => {
    const told = await createUser({ emails: [{ value: 'same@x.example' }], userName: 'same@x.example' })
    expect(await set(told.id, 'userName', 'other@x.example')).toEqual([{ value: 'same@x.example' }])
    const native = await app.buildUser(tenant, { email: 'here@x.example' })
    expect(await set(native.userId, 'userName', 'renamed@x.example')).toEqual([{ value: 'here@x.example', type: 'work', primary: true }])
  })
})

describe('users who lose access', () => {
  const deactivate = { Operations: [{ op: 'replace', path: 'active', value: false }] }

  test.each(['PATCH', 'PUT', 'DELETE'] as const)('lose their sessions and keys with %s immediately', async (method) => {
    const home = await app.buildTenant()
    const person = await app.buildUser(home, { actions: ['EditApiKeys', 'ViewUsers'] })
    const session = await app.signIn(home, person)
    const { roleId } = await app.buildRole(home, { actions: ['ViewUsers'] })
    const { groupId } = await app.buildGroup(home, { roleIds: [roleId] })
    const key = await app.call(createApiKey, { body: { apiKeyName: 'Program', groups: [groupId], expiresAt: null } }, { token: session })
    const token = key.body.apiKey
    expect((await app.call(listUsers, {}, { token })).status).toBe(200)
    const scim = scimClient(app, await mintScimToken(app, home))
    expect((await app.call(listOwnSessions, {}, { token: session })).status).toBe(200)
    const body = method === 'PATCH' ? deactivate : method === 'PUT' ? { userName: person.username, active: false } : undefined
    expect((await scim(method, `/Users/${person.userId}`, body)).status).toBe(method === 'DELETE' ? 204 : 200)
    expect((await app.call(listOwnSessions, {}, { token: session })).status).toBe(401)
    expect((await app.call(listUsers, {}, { token })).status).toBe(401)
    expect((await scim('GET', `/Users/${person.userId}`)).status).toBe(method === 'DELETE' ? 404 : 200)
  })

  test('cannot be the last administrator', async () => {
    const refused = await scim('DELETE', `/Users/${tenant.administrator.userId}`)
    expect(errorOf(refused)).toEqual([403, undefined])
    expect(errorOf(await scim('PATCH', `/Users/${tenant.administrator.userId}`, deactivate))[0]).toBe(403)
  })

  test('cannot be the break-glass administrator', async () => {
    const home = await app.buildTenant()
    const person = await app.buildUser(home)
    const scim = scimClient(app, await mintScimToken(app, home))
    await asOwner(
      app.db,
      'operator',
      (tx) => tx.updateTable('federation_config').set({ admin_username: person.username }).where('tenant_id', '=', home.tenantId).execute(),
      {
        tenantId: home.tenantId,
      },
    )
    const path = `/Users/${person.userId}`
    expect((await scim('DELETE', path)).status).toBe(403)
    expect((await scim('PATCH', path, deactivate)).status).toBe(403)
    expect((await scim('PATCH', path, { Operations: [{ op: 'replace', path: 'userName', value: 'other@x.example' }] })).status).toBe(403)
    expect((await scim('PATCH', path, { Operations: [{ op: 'replace', path: 'title', value: 'CEO' }] })).status).toBe(200)
  })

  test('can come back', async () => {
    const { id } = await createUser({ active: false })
    expect((await scim('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', value: { active: true } }] })).body.active).toBe(true)
  })
})

test('every changed attribute is in the audit log, under the name of the token', async () => {
  const { id, userName } = await createUser({ title: 'Old', [enterpriseUrn]: { department: 'Cat' } })
  const { id: groupId } = await createGroup([id])
  await scim('PATCH', `/Users/${id}`, {
    Operations: [
      { op: 'replace', value: { title: 'New', externalId: 'e', [`${enterpriseUrn}:department`]: 'Risk', 'name.givenName': 'Ada' } },
    ],
  })
  await scim('DELETE', `/Users/${id}`)
  const rows = await asOwner(app.db, 'operator', (tx) =>
    tx
      .selectFrom('audit_entry')
      .select(['entity_name', 'field_name', 'previous_value', 'current_value', 'actor_type', 'actor_name'])
      .where('tenant_id', '=', tenant.tenantId)
      .where('entity_id', 'in', [id, groupId])
      .where('field_name', 'in', ['title', 'department', 'externalId', 'givenName', 'usernames'])
      .execute(),
  )
  const by = { entity_name: userName, actor_type: 'scim', actor_name: 'Entra ID' }
  for (const [field_name, previous_value, current_value] of [
    ['title', null, 'Old'],
    ['department', null, 'Cat'],
    ['title', 'Old', 'New'],
    ['department', 'Cat', 'Risk'],
    ['externalId', null, 'e'],
    ['givenName', '', 'Ada'],
    ['title', 'New', null],
  ]) {
    expect(rows).toContainEqual({ ...by, field_name, previous_value, current_value })
  }
  expect(
    rows.filter(({ field_name }) => field_name === 'usernames').map(({ current_value, previous_value }) => [previous_value, current_value]),
  ).toEqual([
    [null, userName],
    [userName, null],
  ])
})

test('a dry run changes nothing and answers as the real operation would', async () => {
  const trial = scimClient(app, await mintScimToken(app, tenant, { isDryRun: true }))
  const { status, body } = await trial('POST', '/Users', user({ title: 'Maybe' }))
  expect([status, body.title]).toEqual([201, 'Maybe'])
  expect((await scim('GET', `/Users/${body.id}`)).status).toBe(404)
  expect((await trial('DELETE', `/Users/${tenant.administrator.userId}`)).status).toBe(403)
  const bulk = await trial('POST', '/Bulk', {
    Operations: [
      { method: 'POST', path: '/Users', bulkId: 'u', data: user() },
      { method: 'POST', path: '/Groups', bulkId: 'g', data: { displayName: 'Tried', members: [{ value: 'bulkId:u' }] } },
      { method: 'POST', path: '/Groups', bulkId: 'h', data: { displayName: 'Tried' } },
      { method: 'POST', path: '/Users', bulkId: 'i', data: user({ [enterpriseUrn]: { manager: { value: 'bulkId:i' } } }) },
    ],
  })
  expect(bulk.body.Operations.map((operation: { status: string }) => operation.status)).toEqual(['201', '201', '409', '201'])
  expect((await scim('GET', `/Groups?filter=${encodeURIComponent('displayName eq "Tried"')}`)).body.totalResults).toBe(0)
})

test("the tenant's email domains apply to providers too", async () => {
  const other = await app.buildTenant()
  await asOwner(
    app.db,
    'operator',
    (tx) =>
      tx
        .insertInto('datastore_entry')
        .values({
          tenant_id: other.tenantId,
          level: 'Tenant',
          level_id: other.tenantId,
          entry_key: 'emailDomains',
          value: JSON.stringify({ domains: [{ domain: 'allowed.example' }] }),
        })
        .execute(),
    { tenantId: other.tenantId },
  )
  const client = scimClient(app, await mintScimToken(app, other))
  expect(errorOf(await client('POST', '/Users', { userName: 'a@elsewhere.example' }))).toEqual([400, 'invalidValue'])
  expect((await client('POST', '/Users', { userName: 'a@allowed.example' })).status).toBe(201)
})
