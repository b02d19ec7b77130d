import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteGroup, getGroup, patchGroup } from '@steward/contract/groups/endpoints'
import { type TestApp, type TestTenant, startTestApp } from '../../testing/app.ts'
import { enterpriseUrn, groupUrn, userUrn } from './schema/schemas.ts'
import { type ScimClient, mintScimToken, scimClient } from '../../testing/scim-client.ts'

/**
 * The requests of Entra ID's provisioning service, from the examples in Microsoft's "Develop and plan provisioning for a SCIM
 * endpoint": it looks for resources with a filter, creates the missing ones, and from then on sends PATCH.
 */

let app: TestApp
let tenant: TestTenant
let session: string
let entra: ScimClient

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.buildTenant()
  session = await app.signIn(tenant, tenant.administrator)
  entra = scimClient(app, await mintScimToken(app, tenant, { name: 'Entra ID' }), `/scim/v2/${tenant.tenantName}`)
})
afterAll(() => app.close())

const patch = (...operations: object[]) => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: operations })
const find = async (resource: 'Users' | 'Groups', filter: string, rest = '') =>
  (await entra('GET', `/${resource}?filter=${encodeURIComponent(filter)}${rest}`)).body

let counter = 0
const creation = (mailNickname: string) => ({
  schemas: [userUrn, enterpriseUrn],
  externalId: mailNickname,
  userName: `${mailNickname}@entra.example`,
  active: true,
  addresses: [
    {
      primary: false,
      type: 'work',
      formatted: '1 Way',
      streetAddress: '1 Way',
      locality: 'Redmond',
      region: 'WA',
      postalCode: '98052',
      country: 'US',
    },
  ],
  displayName: 'Lyric Ryan',
  emails: [{ type: 'work', value: `${mailNickname}@mail.example`, primary: true }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Lyric Ryan', familyName: 'Ryan', givenName: 'Lyric' },
  phoneNumbers: [
    { primary: false, type: 'work', value: '425-555-0100' },
    { primary: false, type: 'mobile', value: '425-555-0101' },
  ],
  preferredLanguage: 'en-US',
  roles: [],
  title: 'Underwriter',
  [enterpriseUrn]: { department: 'Property', employeeNumber: '701984', manager: { value: 'not-yet-known' } },
})
const createUser = async () => (await entra('POST', '/Users', creation(`user-${++counter}`))).body
const createGroup = async (displayName = `Entra group ${++counter}`) =>
  (
    await entra('POST', '/Groups', {
      schemas: [groupUrn, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: `g-${displayName}`,
      displayName,
      meta: { resourceType: 'Group' },
    })
  ).body

test('the connection test looks for a user who does not exist', async () => {
  const { totalResults, Resources } = await find('Users', 'userName eq "6a3bdb4a-1d4d-4d0f-9e4c-0f0a0f3f9d3e"')
  expect([totalResults, Resources]).toEqual([0, []])
})

describe('a user', () => {
  test('is looked for, created, found by name, external id and email, and read', async () => {
    const sent = creation('lyric')
    expect((await find('Users', `userName eq "${sent.userName}"`)).totalResults).toBe(0)
    const { status, body, headers } = await entra('POST', '/Users', sent)
    expect([status, headers['location']]).toEqual([201, body.meta.location])
    const { schemas: _schemas, roles: _roles, meta: _meta, addresses: _addresses, ...told } = sent
    expect(body).toMatchObject(told)
    for (const filter of [
      `userName eq "LYRIC@entra.example"`,
      'externalId eq "lyric"',
      'emails[type eq "work"].value eq "lyric@mail.example"',
      `${enterpriseUrn}:employeeNumber eq "701984"`,
    ]) {
      expect((await find('Users', filter)).Resources).toEqual([body])
    }
    expect((await entra('GET', `/Users/${body.id}`)).body).toEqual(body)
    const again = await entra('POST', '/Users', sent)
    expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness'])
  })

  test('is changed by PATCH in all documented forms', async () => {
    const { id } = await createUser()
    const changed = await entra(
      'PATCH',
      `/Users/${id}`,
      patch(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updated@mail.example' },
        { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
        { op: 'Add', path: 'phoneNumbers[type eq "fax"].value', value: '425-555-0199' },
        { op: 'Add', path: `${enterpriseUrn}:manager`, value: '0ae0d6f4' },
        { op: 'Replace', path: `${enterpriseUrn}:department`, value: 'Casualty' },
        { op: 'Replace', path: 'addresses[type eq "work"].country', value: 'CA' },
        { op: 'Remove', path: 'title' },
        { op: 'Add', path: 'roles[primary eq "True"].value', value: 'Approver' },
        { op: 'Add', path: 'nickName', value: '' },
      ),
    )
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({
      emails: [{ type: 'work', value: 'updated@mail.example', primary: true }],
      name: { familyName: 'updatedFamilyName', givenName: 'Lyric' },
      addresses: [{ type: 'work', country: 'CA', locality: 'Redmond' }],
      roles: [{ primary: true, value: 'Approver' }],
      [enterpriseUrn]: { department: 'Casualty', employeeNumber: '701984', manager: { value: '0ae0d6f4' } },
    })
    expect(changed.body.phoneNumbers.map(({ type }: { type: string }) => type)).toEqual(['work', 'mobile', 'fax'])
    expect(changed.body).not.toHaveProperty('title')
    expect(changed.body).not.toHaveProperty('nickName')
  })

  test('is changed by one PATCH without paths', async () => {
    const { id } = await createUser()
    const value = {
      displayName: 'Bjfe',
      'name.givenName': 'Kim',
      'emails[type eq "work"].value': 'kim@mail.example',
      [`${enterpriseUrn}:department`]: 'bob',
      [`${enterpriseUrn}:manager`]: { value: 'SuzzyQ' },
    }
    const { body } = await entra('PATCH', `/Users/${id}`, patch({ op: 'replace', value }))
    expect(body).toMatchObject({
      displayName: 'Bjfe',
      name: { givenName: 'Kim', familyName: 'Ryan' },
      emails: [{ value: 'kim@mail.example', type: 'work', primary: true }],
      [enterpriseUrn]: { department: 'bob', manager: { value: 'SuzzyQ' } },
    })
  })

  test('is renamed and found by the new name', async () => {
    const { id } = await createUser()
    const { status } = await entra('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'userName', value: 'renamed@entra.example' }))
    expect(status).toBe(200)
    expect((await find('Users', 'userName eq "renamed@entra.example"')).Resources[0].id).toBe(id)
  })

  test('is disabled with "False" and deleted later', async () => {
    const { id } = await createUser()
    const disabled = await entra('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'False' }))
    expect([disabled.status, disabled.body.active]).toEqual([200, false])
    const older = await entra('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value: [{ $ref: null, value: 'True' }] }))
    expect(older.body.active).toBe(true)
    expect((await find('Users', `id eq "${id}" and active eq "True"`)).totalResults).toBe(1)
    expect((await entra('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await entra('GET', `/Users/${id}`)).status).toBe(404)
    expect((await entra('DELETE', `/Users/${id}`)).status).toBe(404)
  })

  test('that already exists is found and takes on the attributes of the provider', async () => {
    const native = await app.buildUser(tenant, { email: 'native@entra.example', givenName: 'Old' })
    expect((await entra('POST', '/Users', creation('native'))).status).toBe(409)
    const { Resources } = await find('Users', 'userName eq "native@entra.example"')
    expect(Resources).toMatchObject([
      { id: native.userId, name: { givenName: 'Old' }, emails: [{ value: 'native@entra.example', primary: true }] },
    ])
    const { body } = await entra(
      'PATCH',
      `/Users/${native.userId}`,
      patch({ op: 'Add', path: 'externalId', value: 'native' }, { op: 'Replace', path: 'name.givenName', value: 'New' }),
    )
    expect(body).toMatchObject({ externalId: 'native', name: { givenName: 'New' } })
    expect((await find('Users', 'externalId eq "native"')).Resources[0].id).toBe(native.userId)
  })
})

describe('a group', () => {
  const members = async (id: string): Promise<string[]> =>
    ((await entra('GET', `/Groups/${id}`)).body.members ?? []).map(({ value }: { value: string }) => value).toSorted()

  test('is looked for without its members, created, and found by a member', async () => {
    expect((await find('Groups', 'displayName eq "Property"', '&excludedAttributes=members')).totalResults).toBe(0)
    const group = await createGroup('Property')
    const { id } = await createUser()
    expect((await entra('PATCH', `/Groups/${group.id}`, patch({ op: 'Add', path: 'members', value: [{ value: id }] }))).status).toBe(204)
    const found = await find('Groups', 'displayName eq "property"', '&excludedAttributes=members')
    expect(found.Resources[0]).toMatchObject({ id: group.id, externalId: 'g-Property' })
    expect(found.Resources[0]).not.toHaveProperty('members')
    const byMember = await find('Groups', `id eq "${group.id}" and members eq "${id}"`, '&attributes=id')
    expect(byMember.Resources).toEqual([{ schemas: [groupUrn], id: group.id }])
    expect((await entra('GET', `/Users/${id}`)).body.groups).toMatchObject([{ value: group.id, display: 'Property', type: 'direct' }])
    const twice = await entra('POST', '/Groups', { schemas: [groupUrn], displayName: 'PROPERTY' })
    expect([twice.status, twice.body.scimType]).toEqual([409, 'uniqueness'])
  })

  test('gains and loses members in every form that Entra has sent', async () => {
    const group = await createGroup()
    const ids: string[] = []
    for (let index = 0; index < 6; index++) ids.push((await createUser()).id)
    const [a = '', b = '', c = '', d = '', e = '', f = ''] = ids
    const send = async (...operations: object[]) =>
      expect((await entra('PATCH', `/Groups/${group.id}`, patch(...operations))).status).toBe(204)

    await send(
      {
        op: 'Add',
        path: 'members',
        value: [
          { $ref: null, value: a },
          { $ref: null, value: b },
        ],
      },
      { op: 'Add', path: 'members', value: [{ value: c }] },
    )
    await send({ op: 'add', value: { members: [{ value: d }, { value: e.toUpperCase() }, { value: f }] } })
    expect(await members(group.id)).toEqual(ids.toSorted())
    await send({ op: 'Remove', path: 'members', value: [{ $ref: null, value: a }] })
    await send({ op: 'Remove', path: `members[value eq "${b}"]` }, { op: 'Remove', path: `members[value eq "${c}"]` })
    await send({ op: 'remove', path: `members[value eq "${d}" or value eq "${d}"]` })
    expect(await members(group.id)).toEqual([e, f].toSorted())
    // Removing users who are no longer members succeeds; an empty list removes nothing.
    await send({ op: 'Remove', path: 'members', value: [{ value: a }] }, { op: 'Remove', path: 'members', value: [] })
    await send({ op: 'remove', path: `members[display eq "nobody" or not (value pr)]` })
    expect(await members(group.id)).toEqual([e, f].toSorted())
    await send({ op: 'Replace', path: 'members', value: [{ value: a }] })
    expect(await members(group.id)).toEqual([a])
    await send({ op: 'Replace', path: 'displayName', value: 'Renamed by Entra' }, { op: 'remove', path: 'members' })
    expect(await members(group.id)).toEqual([])
    expect((await find('Groups', 'displayName eq "Renamed by Entra"')).Resources[0].id).toBe(group.id)
  })

  test('is changed completely or not at all', async () => {
    const group = await createGroup()
    const { id } = await createUser()
    const unknown = '01990000-0000-7000-8000-000000000000'
    const refused = await entra(
      'PATCH',
      `/Groups/${group.id}`,
      patch({ op: 'Add', path: 'members', value: [{ value: id }] }, { op: 'Add', path: 'members', value: [{ value: unknown }] }),
    )
    expect([refused.status, refused.body.scimType]).toEqual([400, 'invalidValue'])
    expect(refused.body.detail).toContain(unknown)
    expect(await members(group.id)).toEqual([])
    for (const operation of [
      { op: 'Add', path: 'members[value eq "x"]', value: [] },
      { op: 'Replace', path: `members[value eq "${id}"].display`, value: 'x' },
      { op: 'Remove', path: 'members[colour eq "red"]' },
      { op: 'Remove', path: 'displayName' },
    ]) {
      expect((await entra('PATCH', `/Groups/${group.id}`, patch(operation))).status).toBe(400)
    }
  })

  test('is read-only in the console as specified, except for its roles', async () => {
    const group = await createGroup()
    const { userName } = await createUser()
    const { body, headers } = await app.call(getGroup, { params: { groupId: group.id } }, { token: session })
    expect(body.isManagedByProvider).toBe(true)
    const change = async (operations: object[]) =>
      app.call(
        patchGroup,
        { params: { groupId: group.id }, body: operations as never, ifMatch: String(headers['etag']) },
        { token: session },
      )
    for (const operation of [
      { operation: 'Add', targetProperty: 'Usernames', value: [userName] },
      { operation: 'Update', targetProperty: 'GroupName', value: 'Ours now' },
    ]) {
      const refused = await change([operation])
      expect([refused.status, refused.body.code]).toEqual([409, 'group_managed_elsewhere'])
      expect(refused.body.message).toBe('Add users to this group through your third party Identity Provider')
    }
    const { roleId } = await app.buildRole(tenant)
    expect((await change([{ operation: 'Add', targetProperty: 'RoleIds', value: [roleId] }])).status).toBe(200)
    const deleted = await app.call(deleteGroup, { params: { groupId: group.id } }, { token: session })
    expect([deleted.status, deleted.body.code]).toEqual([409, 'group_managed_elsewhere'])
  })

  test('is deleted while it has members', async () => {
    const group = await createGroup()
    const { id } = await createUser()
    await entra('PATCH', `/Groups/${group.id}`, patch({ op: 'Add', path: 'members', value: [{ value: id }] }))
    expect((await entra('DELETE', `/Groups/${group.id}`)).status).toBe(204)
    expect((await entra('GET', `/Groups/${group.id}`)).status).toBe(404)
    expect((await entra('GET', `/Users/${id}`)).body).not.toHaveProperty('groups')
  })

  test('that already exists becomes managed by the provider; the reserved one keeps its name', async () => {
    const { groupId } = await app.buildGroup(tenant, { groupName: 'Native group' })
    const { id } = await createUser()
    await entra('PATCH', `/Groups/${groupId}`, patch({ op: 'Add', path: 'members', value: [{ value: id }] }))
    expect((await app.call(getGroup, { params: { groupId } }, { token: session })).body.isManagedByProvider).toBe(true)
    const [admin] = (await find('Groups', 'displayName eq "admin"')).Resources
    expect(
      (await entra('PATCH', `/Groups/${admin.id}`, patch({ op: 'Replace', path: 'displayName', value: 'Bosses' }))).body.scimType,
    ).toBe('mutability')
    expect((await entra('DELETE', `/Groups/${admin.id}`)).status).toBe(403)
    expect((await entra('PATCH', `/Groups/${admin.id}`, patch({ op: 'Add', path: 'members', value: [{ value: id }] }))).status).toBe(204)
  })

  test('is refused beyond the hundredth', async () => {
    const other = await app.buildTenant()
    const client = scimClient(app, await mintScimToken(app, other))
    const Operations = Array.from({ length: 100 }, (_, index) => ({
      method: 'POST',
      path: '/Groups',
      bulkId: `${index}`,
      data: { displayName: `G ${index}` },
    }))
    const { body } = await client('POST', '/Bulk', { Operations })
    expect(body.Operations.slice(0, 99).every(({ status }: { status: string }) => status === '201')).toBe(true)
    expect(body.Operations[99]).toMatchObject({
      status: '403',
      response: { detail: expect.stringContaining('You are allowed 100 groups per tenant') },
    })
  })
})
