import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, startTestApp } from '../../testing/app.ts'
import { enterpriseUrn, groupUrn, userUrn } from './schema/schemas.ts'
import { type ScimClient, mintScimToken, scimClient } from '../../testing/scim-client.ts'

/**
 * The requests of Okta, from its "SCIM 2.0 protocol reference": it reads a user before changing it, replaces it by PUT,
 * deactivates it by a PATCH without a path, never deletes users, and pushes groups by PATCH or PUT.
 */

let app: TestApp
let okta: ScimClient

beforeAll(async () => {
  app = await startTestApp()
  const tenant = await app.buildTenant()
  okta = scimClient(app, await mintScimToken(app, tenant, { name: 'Okta' }))
})
afterAll(() => app.close())

const patch = (...operations: object[]) => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: operations })
const creation = (userName: string) => ({
  schemas: [userUrn],
  userName,
  name: { givenName: 'Isaac', middleName: '', familyName: 'Brock' },
  emails: [{ primary: true, value: userName, type: 'work' }],
  displayName: 'Isaac Brock',
  locale: 'en-US',
  externalId: `00u-${userName}`,
  groups: [],
  password: '1mz050nq',
  active: true,
})
let counter = 0
const createUser = async () => (await okta('POST', '/Users', creation(`isaac-${++counter}@okta.example`))).body
const membersOf = async (id: string) =>
  ((await okta('GET', `/Groups/${id}`)).body.members ?? []).map(({ value }: { value: string }) => value).toSorted()

describe('a user', () => {
  test('is imported page by page', async () => {
    await createUser()
    const { body } = await okta('GET', '/Users?startIndex=1&count=2')
    expect(body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'], startIndex: 1, itemsPerPage: 2 })
    expect((await okta('GET', '/Groups?startIndex=1&count=100')).status).toBe(200)
  })

  test('is looked for, created, read and replaced', async () => {
    const sent = creation('isaac@okta.example')
    const none = await okta('GET', `/Users?filter=${encodeURIComponent(`userName eq "${sent.userName}"`)}&startIndex=1&count=100`)
    expect(none.body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    })
    const { status, body } = await okta('POST', '/Users', sent)
    expect([status, body.active, body.name]).toEqual([201, true, { givenName: 'Isaac', familyName: 'Brock' }])
    expect(JSON.stringify(body)).not.toContain(sent.password)

    const read = (await okta('GET', `/Users/${body.id}`)).body
    const replaced = await okta('PUT', `/Users/${body.id}`, {
      ...read,
      name: { ...read.name, givenName: 'Zac' },
      title: 'Rock star',
      emails: [{ primary: true, value: 'zac@okta.example', type: 'work' }],
    })
    expect([replaced.status, replaced.body.name.givenName, replaced.body.title, replaced.body.emails[0].value]).toEqual([
      200,
      'Zac',
      'Rock star',
      'zac@okta.example',
    ])
    // Omitted attributes are removed, but omitting `active` does not reactivate a user.
    await okta('PATCH', `/Users/${body.id}`, patch({ op: 'replace', value: { active: false } }))
    const { active: _active, title: _title, ...less } = replaced.body
    const after = await okta('PUT', `/Users/${body.id}`, less)
    expect([after.body.active, after.body.title]).toEqual([false, undefined])
  })

  test('is deactivated and activated without a path', async () => {
    const { id } = await createUser()
    expect((await okta('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: false } }))).body.active).toBe(false)
    expect((await okta('PUT', `/Users/${id}`, { ...creation(`isaac-${counter}@okta.example`), active: true })).body.active).toBe(true)
  })

  test('with a taken name is refused by POST, PUT and PATCH', async () => {
    const [one, two] = [await createUser(), await createUser()]
    for (const answer of [
      await okta('POST', '/Users', creation(one.userName.toUpperCase())),
      await okta('PUT', `/Users/${two.id}`, creation(one.userName)),
      await okta('PATCH', `/Users/${two.id}`, patch({ op: 'replace', path: 'userName', value: one.userName })),
    ]) {
      expect([answer.status, answer.body.scimType]).toEqual([409, 'uniqueness'])
    }
  })
})

describe('a pushed group', () => {
  test('is created with its members and changed by PATCH', async () => {
    const [one, two, three] = [await createUser(), await createUser(), await createUser()]
    const { status, body } = await okta('POST', '/Groups', {
      schemas: [groupUrn],
      displayName: 'Test SCIMv2',
      members: [{ value: one.id, display: one.userName }],
    })
    expect([status, body.members]).toEqual([201, [{ value: one.id, $ref: one.meta.location, type: 'User' }]])
    await okta('PATCH', `/Groups/${body.id}`, patch({ op: 'replace', value: { id: body.id, displayName: 'Renamed SCIMv2' } }))
    await okta(
      'PATCH',
      `/Groups/${body.id}`,
      patch(
        { op: 'remove', path: `members[value eq "${one.id}"]` },
        {
          op: 'add',
          path: 'members',
          value: [
            { value: two.id, display: two.userName },
            { value: three.id, display: three.userName },
          ],
        },
      ),
    )
    expect((await okta('GET', `/Groups/${body.id}`)).body.displayName).toBe('Renamed SCIMv2')
    expect(await membersOf(body.id)).toEqual([two.id, three.id].toSorted())
    await okta('PATCH', `/Groups/${body.id}`, patch({ op: 'replace', path: 'members', value: [{ value: one.id }] }))
    expect(await membersOf(body.id)).toEqual([one.id])
    await okta('PATCH', `/Groups/${body.id}`, patch({ op: 'add', value: { [`${groupUrn}:members`]: [{ value: two.id }] } }))
    expect(await membersOf(body.id)).toEqual([one.id, two.id].toSorted())
  })

  test('is replaced by PUT, and linked if it already exists', async () => {
    const [one, two] = [await createUser(), await createUser()]
    const { body } = await okta('POST', '/Groups', { schemas: [groupUrn], displayName: 'Put group', members: [{ value: one.id }] })
    const set = await okta('PUT', `/Groups/${body.id}`, {
      schemas: [groupUrn],
      id: body.id,
      displayName: 'Put group',
      members: [{ value: two.id, display: two.userName }],
    })
    expect([set.status, set.body.members.map(({ value }: { value: string }) => value)]).toEqual([200, [two.id]])
    expect((await okta('PUT', `/Groups/${body.id}`, { displayName: 'Put group' })).body).not.toHaveProperty('members')
    expect((await okta('DELETE', `/Groups/${body.id}`)).status).toBe(204)
  })
})

describe('a Bulk request', () => {
  const send = async (Operations: object[], more: object = {}) =>
    (await okta('POST', '/Bulk', { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'], Operations, ...more })) as {
      status: number
      body: {
        Operations: {
          status: string
          location?: string
          bulkId?: string
          version?: string
          method: string
          response?: { scimType?: string }
        }[]
        detail?: string
        scimType?: string
      }
    }
  const post = (bulkId: string, path: string, data: object) => ({ method: 'POST', path, bulkId, data })
  const idAt = (location: string | undefined) => location?.split('/').at(-1) ?? ''

  test('refers to resources that it creates, before and after', async () => {
    const { status, body } = await send([
      post('team', '/Groups', { displayName: 'Bulk team', members: [{ value: 'bulkId:alice' }, { value: 'bulkId:bob' }] }),
      post('alice', '/Users', { userName: 'alice@bulk.example' }),
      post('bob', '/Users', {
        userName: 'bob@bulk.example',
        [enterpriseUrn]: { manager: { value: 'bulkId:alice' } },
      }),
      { method: 'PATCH', path: '/Users/bulkId:bob', data: patch({ op: 'add', path: 'title', value: 'Second' }) },
      { method: 'DELETE', path: '/Users/bulkId:alice' },
    ])
    expect([status, body.Operations.map((operation) => operation.status)]).toEqual([200, ['201', '201', '201', '200', '204']])
    const [team, alice, bob] = body.Operations.map(({ location }) => idAt(location))
    expect(await membersOf(team ?? '')).toEqual([bob])
    const { body: second } = await okta('GET', `/Users/${bob}`)
    expect([second.title, second[enterpriseUrn].manager.value]).toEqual(['Second', alice])
    expect(body.Operations[4]?.location).toMatch(new RegExp(`/Users/${alice}$`))
  })

  test('continues after errors, or stops after the requested number', async () => {
    const operations = ['one', 'one', 'two', 'two', 'three'].map((name, index) =>
      post(`${index}`, '/Users', { userName: `${name}@stop.example` }),
    )
    expect((await send(operations, { failOnErrors: 1 })).body.Operations.map(({ status }) => status)).toEqual(['201', '409'])
    expect((await send(operations)).body.Operations.map(({ status }) => status)).toEqual(['409', '409', '201', '409', '201'])
  })

  test('fails only operations that refer to a failed one or to a cycle that cannot be completed', async () => {
    const { body } = await send([
      post('bad', '/Users', { userName: '' }),
      post('after', '/Groups', { displayName: 'After bad', members: [{ value: 'bulkId:bad' }] }),
      post('x', '/Groups', { displayName: 'Circle X', members: [{ value: 'bulkId:y' }] }),
      post('y', '/Groups', { displayName: 'Circle Y', members: [{ value: 'bulkId:x' }] }),
      post('none', '/Groups', { displayName: 'Unknown', members: [{ value: 'bulkId:nobody' }] }),
      post('good', '/Users', { userName: 'good@circle.example' }),
      { method: 'PUT', path: '/Users/not-an-id', data: { userName: 'z@circle.example' } },
    ])
    expect(body.Operations.map(({ status }) => status)).toEqual(['400', '400', '409', '400', '400', '201', '404'])
    expect(body.Operations[0]?.response?.scimType).toBe('invalidValue')
    expect((await okta('GET', `/Groups?filter=${encodeURIComponent('displayName sw "Circle"')}`)).body.totalResults).toBe(0)
  })

  test('creates resources that refer to each other, all or none', async () => {
    const person = (bulkId: string, manager: string, more: object = {}) =>
      post(bulkId, '/Users', { userName: `${bulkId}@loop.example`, [enterpriseUrn]: { manager: { value: `bulkId:${manager}` } }, ...more })
    const managerOf = async (id: string) => (await okta('GET', `/Users/${id}`)).body[enterpriseUrn].manager.value
    const { body } = await send([
      post('all', '/Groups', {
        displayName: 'Loop',
        members: [{ value: 'bulkId:ann' }, { value: 'bulkId:self' }],
      }),
      person('ann', 'ben'),
      person('ben', 'ann'),
      person('under', 'self'),
      person('self', 'self'),
    ])
    expect(body.Operations.map(({ status }) => status)).toEqual(['201', '201', '201', '201', '201'])
    const [all, ann, ben, under, self] = body.Operations.map(({ location }) => idAt(location))
    expect(await membersOf(all ?? '')).toEqual([ann, self].toSorted())
    expect(await Promise.all([ann, ben, under, self].map((id) => managerOf(id ?? '')))).toEqual([ben, ann, self, self])
    const { headers } = await okta('GET', `/Users/${ben}`, undefined, { 'if-none-match': body.Operations[2]?.version ?? '' })
    expect(headers['etag']).toBe(body.Operations[2]?.version)

    const failed = await send([person('one', 'two'), person('two', 'one', { userName: 'ann@loop.example' }), person('lost', 'one')])
    expect(failed.body.Operations.map(({ status }) => status)).toEqual(['409', '409', '400'])
    expect(failed.body.Operations.map(({ response }) => response?.scimType)).toEqual([undefined, 'uniqueness', 'invalidValue'])
    const beside = await send([person('one', 'two'), person('two', 'one', { externalId: 'bulkId:nobody' })])
    expect(beside.body.Operations.map(({ status }) => status)).toEqual(['409', '400'])
    expect((await okta('GET', `/Users?filter=${encodeURIComponent('userName eq "one@loop.example"')}`)).body.totalResults).toBe(0)
  })

  test('checks versions', async () => {
    const { id, meta } = await createUser()
    const change = { method: 'PATCH', path: `/Users/${id}`, version: meta.version, data: patch({ op: 'add', path: 'title', value: 'A' }) }
    expect((await send([change, change])).body.Operations.map(({ status }) => status)).toEqual(['200', '412'])
  })

  test.each([
    [{}, 400, 'invalidSyntax'],
    [{ Operations: [5] }, 400, 'invalidSyntax'],
    [{ Operations: [{ method: 'GET', path: '/Users' }] }, 400, 'invalidValue'],
    [{ Operations: [{ method: 'POST', path: '/Users', data: {} }] }, 400, 'invalidValue'],
    [{ Operations: [{ method: 'DELETE', path: 'Users' }] }, 400, 'invalidValue'],
    [{ Operations: [], failOnErrors: 0 }, 400, 'invalidValue'],
    [
      {
        Operations: [
          { method: 'POST', path: '/Users', bulkId: 'a' },
          { method: 'POST', path: '/Users', bulkId: 'a' },
        ],
      },
      400,
      'invalidValue',
    ],
    [{ Operations: Array.from({ length: 1_001 }, () => ({ method: 'DELETE', path: '/Users/x' })) }, 413, undefined],
  ])('%j is refused as a whole', async (body, status, scimType) => {
    const answer = await okta('POST', '/Bulk', body)
    expect([answer.status, answer.body.scimType]).toEqual([status, scimType])
  })
})
