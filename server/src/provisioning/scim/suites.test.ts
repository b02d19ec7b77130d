import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, startTestApp } from '../../testing/app.ts'
import type { Attribute } from './schema/attribute.ts'
import { enterpriseUrn, groupUrn, userUrn } from './schema/schemas.ts'
import { type ScimClient, mintScimToken, scimClient } from '../../testing/scim-client.ts'

/**
 * The requirements of the providers' own test suites: Okta's "SCIM 2.0 SPEC Test", the Microsoft Entra SCIM Validator, and the
 * tests required for a listing in Entra's gallery.
 */

let app: TestApp
let scim: ScimClient

beforeAll(async () => {
  app = await startTestApp()
  const tenant = await app.buildTenant()
  scim = scimClient(app, await mintScimToken(app, tenant), `/scim/v2/${tenant.tenantName}`)
})
afterAll(() => app.close())

const listUrn = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
const errorUrn = 'urn:ietf:params:scim:api:messages:2.0:Error'
const patch = (...operations: object[]) => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: operations })
const find = (resource: 'Users' | 'Groups', filter: string) => scim('GET', `/${resource}?filter=${encodeURIComponent(filter)}`)

describe('Okta: SCIM 2.0 SPEC Test', () => {
  const headers = { accept: 'application/scim+json; charset=utf-8', 'content-type': 'application/json', 'accept-charset': 'utf-8' }
  const okta = (method: Parameters<ScimClient>[0], path: string, body?: unknown) => scim(method, path, body, headers)
  const sent = {
    schemas: [userUrn],
    userName: 'Runscope300Abc',
    name: { givenName: 'Runscope', familyName: 'Tester' },
    emails: [{ primary: true, value: 'runscope@okta.example', type: 'work' }],
    displayName: 'Runscope Tester',
    active: true,
  }

  test('a user is created once, read, and found in any case', async () => {
    const created = await okta('POST', '/Users', sent)
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject(sent)
    expect((await okta('GET', `/Users/${created.body.id}`)).body).toEqual(created.body)
    expect((await okta('POST', '/Users', sent)).status).toBe(409)
    expect((await find('Users', `userName eq "${sent.userName.toUpperCase()}"`)).body.Resources).toEqual([created.body])
  })

  test('a page with one user has everything that Okta reads', async () => {
    const { status, body } = await okta('GET', '/Users?count=1&startIndex=1')
    expect([status, body]).toMatchObject([200, { schemas: [listUrn], itemsPerPage: 1, startIndex: 1, totalResults: expect.any(Number) }])
    expect(body.Resources[0]).toMatchObject({ id: expect.any(String), userName: expect.any(String), active: expect.any(Boolean) })
    expect(body.Resources[0].emails[0].value).toEqual(expect.any(String))
  })

  test('a missing user is not found, a malformed id gets 404, a missing token 401', async () => {
    expect((await find('Users', 'userName eq "nobody@okta.example"')).body).toMatchObject({ schemas: [listUrn], totalResults: 0 })
    for (const id of ['00919288221112222', '010101001010101011001010101011', 'nobody@okta.example']) {
      const { status, body } = await okta('GET', `/Users/${id}`)
      expect([status, body]).toEqual([404, { schemas: [errorUrn], status: '404', detail: expect.any(String) }])
    }
    const refused = await scim('GET', '/Users', undefined, { ...headers, authorization: 'non-token' })
    expect([refused.status, refused.body]).toEqual([401, { schemas: [errorUrn], status: '401', detail: expect.any(String) }])
  })

  test('groups are listed', async () => {
    expect((await okta('GET', '/Groups')).body).toMatchObject({ schemas: [listUrn], Resources: expect.any(Array) })
  })
})

describe('Microsoft Entra', () => {
  let counter = 0
  const createUser = async (more: object = {}) =>
    (
      await scim('POST', '/Users', {
        schemas: [userUrn, enterpriseUrn],
        userName: `validator-${++counter}@entra.example`,
        emails: [{ type: 'work', value: `mail-${counter}@entra.example`, primary: true }],
        ...more,
      })
    ).body
  const read = async (id: string) => (await scim('GET', `/Users/${id}`)).body
  const change = async (id: string, ...operations: object[]) => {
    expect((await scim('PATCH', `/Users/${id}`, patch(...operations))).status).toBe(200)
    return read(id)
  }

  /** The single-valued texts of a schema that a provider can set, except identifiers. */
  const texts = async (): Promise<string[]> => {
    const { Resources } = (await scim('GET', '/Schemas')).body as { Resources: { id: string; attributes: Attribute[] }[] }
    const isSet = ({ name, type, multiValued, mutability }: Attribute) =>
      !multiValued && mutability === 'readWrite' && (type === 'string' || type === 'reference') && name !== 'userName'
    return Resources.filter(({ id }) => id !== groupUrn).flatMap(({ id, attributes }) =>
      attributes.flatMap((attribute) => {
        const path = id === userUrn ? attribute.name : `${id}:${attribute.name}`
        if (attribute.multiValued) return []
        return isSet(attribute) ? [path] : (attribute.subAttributes ?? []).filter(isSet).map(({ name }) => `${path}.${name}`)
      }),
    )
  }
  const valueAt = (user: Record<string, unknown>, path: string): unknown => {
    const extension = path.startsWith(enterpriseUrn) ? enterpriseUrn : undefined
    const names = (extension ? path.slice(extension.length + 1) : path).split('.')
    const from = extension ? user[extension] : user
    return names.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], from) // JSON of any shape
  }

  test('every discoverable attribute can be replaced by PATCH, and cleared by an empty text or null', async () => {
    const paths = await texts()
    expect(paths).toEqual(
      expect.arrayContaining(['displayName', 'name.givenName', `${enterpriseUrn}:department`, `${enterpriseUrn}:manager.value`]),
    )
    const { id } = await createUser()
    const set = (value: (path: string) => unknown) => paths.map((path) => ({ op: 'Replace', path, value: value(path) }))
    const told = await change(id, ...set((path) => `v ${path.slice(-8)}`))
    expect(paths.map((path) => [path, valueAt(told, path)])).toEqual(paths.map((path) => [path, `v ${path.slice(-8)}`]))
    for (const nothing of ['', null]) {
      await change(id, ...set(() => 'again'))
      const emptied = await change(id, ...set(() => nothing))
      expect(paths.filter((path) => valueAt(emptied, path) !== undefined)).toEqual([])
    }
  })

  test('everything in the default mapping can be discovered', async () => {
    const { Resources } = (await scim('GET', '/Schemas')).body as { Resources: { id: string; attributes: Attribute[] }[] }
    const user = Resources.find(({ id }) => id === userUrn)?.attributes ?? []
    const types = (name: string) => user.find((attribute) => attribute.name === name)?.subAttributes?.find((sub) => sub.name === 'type')
    expect(types('emails')?.canonicalValues).toContain('work')
    expect(types('phoneNumbers')?.canonicalValues).toEqual(expect.arrayContaining(['work', 'mobile', 'fax']))
    expect(types('addresses')?.canonicalValues).toContain('work')
    expect(Resources.map(({ id }) => id)).toEqual(expect.arrayContaining([userUrn, groupUrn, enterpriseUrn]))
  })

  test('several operations on one value are applied in order', async () => {
    const { id, emails } = await createUser()
    const path = 'emails[type eq "work"].value'
    const changed = await change(
      id,
      { op: 'Remove', path },
      { op: 'Add', path, value: 'added@entra.example' },
      { op: 'Replace', path, value: 'replaced@entra.example' },
    )
    expect(changed.emails).toEqual([{ ...emails[0], value: 'replaced@entra.example' }])
  })

  test('a manager is set, changed and removed', async () => {
    const { id } = await createUser()
    const path = `${enterpriseUrn}:manager`
    expect((await change(id, { op: 'Add', path, value: 'one' }))[enterpriseUrn]).toEqual({ manager: { value: 'one' } })
    expect((await change(id, { op: 'Replace', path, value: { value: 'two' } }))[enterpriseUrn]).toEqual({ manager: { value: 'two' } })
    expect(await change(id, { op: 'Replace', path, value: '' })).not.toHaveProperty([enterpriseUrn])
    await change(id, { op: 'Add', path, value: [{ $ref: 'https://x.example/Users/three', value: 'three' }] })
    expect(await change(id, { op: 'Remove', path })).not.toHaveProperty([enterpriseUrn])
  })

  test('a disabled user is still found, and shown as disabled', async () => {
    const { id, userName } = await createUser({ active: true })
    await change(id, { op: 'Replace', path: 'active', value: 'False' })
    expect((await find('Users', `userName eq "${userName}"`)).body.Resources).toMatchObject([{ id, active: false }])
  })

  test.each(['Users', 'Groups'] as const)('%s are read page by page, each once', async (resource) => {
    for (let n = 0; n < 11; n++) {
      if (resource === 'Users') await createUser()
      else await scim('POST', '/Groups', { displayName: `Page ${n}` })
    }
    const seen: string[] = []
    let total = 1
    for (let startIndex = 1; seen.length < total; startIndex += 5) {
      const { body } = await scim('GET', `/${resource}?startIndex=${startIndex}&count=5`)
      expect([body.startIndex, body.itemsPerPage]).toEqual([startIndex, body.Resources.length])
      expect(body.Resources.length).toBeGreaterThan(0)
      seen.push(...body.Resources.map(({ id }: { id: string }) => id))
      total = body.totalResults
    }
    expect(new Set(seen).size).toBe(total)
  })

  test('a group is created, changed, found without its members, and deleted', async () => {
    const { status, body } = await scim('POST', '/Groups', { schemas: [groupUrn], displayName: 'Validator', externalId: 'v-1' })
    expect([status, body.displayName, body.externalId]).toEqual([201, 'Validator', 'v-1'])
    const changed = await scim(
      'PATCH',
      `/Groups/${body.id}`,
      patch({ op: 'Replace', path: 'displayName', value: 'Validated' }, { op: 'Add', path: 'externalId', value: 'v-2' }),
    )
    expect([changed.status, changed.body]).toEqual([204, undefined])
    expect((await scim('GET', `/Groups/${body.id}?excludedAttributes=members`)).body).toMatchObject({
      displayName: 'Validated',
      externalId: 'v-2',
    })
    expect((await scim('DELETE', `/Groups/${body.id}`)).status).toBe(204)
    for (const method of ['GET', 'DELETE'] as const) expect((await scim(method, `/Groups/${body.id}`)).status).toBe(404)
    expect((await find('Groups', 'displayName eq "Validated"')).body.totalResults).toBe(0)
  })
})
