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

/** The checks of scim2-tester 0.2.8, which learns from `/Schemas` what it can send. */
describe('scim2-tester', () => {
  type Told = { id: string; attributes: Attribute[] }
  let serial = 0

  const schemaOf = async (urn: string): Promise<Told> => (await scim('GET', `/Schemas/${urn}`)).body
  const isSent = ({ mutability }: Attribute) => mutability !== 'readOnly'

  /** A value of the attribute's type, with all parts that a client can set, or only the required ones. */
  async function valueFor(attribute: Attribute, all: boolean, owner = ''): Promise<unknown> {
    const one = async (): Promise<unknown> => {
      const parts = attribute.subAttributes?.filter((part) => isSent(part) && (all || part.required))
      if (parts) {
        const made = Object.fromEntries(
          await Promise.all(parts.map(async (part) => [part.name, await valueFor(part, all, attribute.name)])),
        )
        if ('primary' in made) made.primary = true
        if (typeof made.$ref === 'string') made.value = made.$ref.split('/').at(-1)
        return made
      }
      const example = attribute.canonicalValues?.[0]
      if (example !== undefined) return example
      if (owner === 'emails' && attribute.name === 'value') return `suite-${++serial}@tester.example`
      if (owner === 'members' && attribute.name === 'value') return (await created(userUrn, false)).id
      if (attribute.name === '$ref') return (await created(userUrn, false)).meta.location
      if (attribute.type === 'boolean') return true
      return attribute.type === 'binary' ? 'c3VpdGU=' : `suite ${++serial}`
    }
    const value = await one()
    return attribute.multiValued ? [value] : value
  }

  async function created(urn: string, all: boolean) {
    const { attributes } = await schemaOf(urn)
    const sent: Record<string, unknown> = { schemas: [urn] }
    for (const attribute of attributes)
      if (isSent(attribute) && (all || attribute.required)) sent[attribute.name] = await valueFor(attribute, all)
    const { status, body } = await scim('POST', urn === userUrn ? '/Users' : '/Groups', sent)
    expect([status, body]).toMatchObject([201, sent])
    return body
  }

  test.each([
    ['Users', userUrn],
    ['Groups', groupUrn],
  ] as const)('%s can be created with what is required, and with everything', async (endpoint, urn) => {
    for (const all of [false, true]) {
      const resource = await created(urn, all)
      expect((await scim('GET', `/${endpoint}/${resource.id}`)).body).toEqual(resource)
      const found = await scim('POST', '/.search', { filter: `id eq "${resource.id}"`, attributes: ['displayName'] })
      expect(found.body.Resources).toMatchObject([{ id: resource.id }])
    }
  })

  test.each([
    ['Users', userUrn, userUrn],
    ['Users', enterpriseUrn, userUrn],
    ['Groups', groupUrn, groupUrn],
  ] as const)('each attribute of %s in %s can be added, replaced and removed', async (endpoint, urn, base) => {
    const { attributes } = await schemaOf(urn)
    const { id } = await created(base, false)
    const change = async (operation: object) => {
      const answer = await scim('PATCH', `/${endpoint}/${id}`, patch(operation), { prefer: 'return=representation' })
      expect(answer.status, JSON.stringify([operation, answer.body])).toBe(200)
      expect((await scim('GET', `/${endpoint}/${id}`)).body).toEqual(answer.body)
      return urn === base ? answer.body : (answer.body[urn] ?? {})
    }
    for (const attribute of attributes.filter(isSent)) {
      const { name, required } = attribute
      const path = urn === base ? name : `${urn}:${name}`
      for (const op of required ? ['replace'] : ['add', 'replace']) {
        const value = await valueFor(attribute, true)
        expect(await change({ op, path, value })).toHaveProperty([name], value)
      }
      if (!required) expect(await change({ op: 'remove', path })).not.toHaveProperty([name])
    }
  })

  test('what the server demands is told as required', async () => {
    const required = ({ attributes }: Told) =>
      attributes.flatMap(({ name, required: isRequired, subAttributes = [] }) => [
        ...(isRequired ? [name] : []),
        ...subAttributes.filter((sub) => sub.required).map((sub) => `${name}.${sub.name}`),
      ])
    expect(required(await schemaOf(userUrn))).toEqual(
      expect.arrayContaining(['userName', 'active', 'emails', 'emails.value', 'photos.value']),
    )
    expect(required(await schemaOf(groupUrn))).toEqual(['displayName', 'members.value'])
    const { id } = await created(groupUrn, false)
    const refused = await scim('PATCH', `/Groups/${id}`, patch({ op: 'remove', path: 'displayName' }))
    expect([refused.status, refused.body.scimType]).toEqual([400, 'mutability'])
  })
})
