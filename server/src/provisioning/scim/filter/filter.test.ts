import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, startTestApp } from '../../../testing/app.ts'
import { ScimError } from '../error.ts'
import type { JsonObject } from '../json.ts'
import { enterpriseUrn, groupType, userType } from '../schema/schemas.ts'
import { type ScimClient, mintScimToken, scimClient } from '../../../testing/scim-client.ts'
import { bindFilter } from './bind.ts'
import { matchesResource } from './evaluate.ts'
import { parseFilter } from './parse.ts'

let app: TestApp
let scim: ScimClient
let users: JsonObject[]
let groups: JsonObject[]

const words = ['Ada', 'ada', 'Grace', 'Änne', 'o\'Neil "x"', '50%_a\\b', 'Straße', '']
const departments = ['Cat', 'cat', 'Risk', undefined]
const types = ['work', 'Home', undefined]

beforeAll(async () => {
  app = await startTestApp()
  const tenant = await app.buildTenant()
  // A user who does not come from the provider.
  await app.buildUser(tenant, { email: 'native@x.example', givenName: 'Ada' })
  scim = scimClient(app, await mintScimToken(app, tenant))
  const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % from.length]
  const ids: string[] = []
  for (let index = 0; index < 40; index++) {
    const { body } = await scim('POST', '/Users', {
      userName: `User${index}@x.example`,
      externalId: index % 3 === 0 ? undefined : `E-${index}`,
      active: index % 4 !== 0,
      name: { givenName: pick(words, index), familyName: pick(words, index + 3), formatted: pick(words, index + 1) },
      displayName: pick(words, index + 5),
      title: index % 2 ? pick(words, index + 2) : undefined,
      emails: [
        { value: `user${index}@mail.example`, type: pick(types, index), primary: index % 2 === 0 },
        ...(index % 5 === 0 ? [{ value: `Second${index}@mail.example`, type: 'other' }] : []),
      ],
      phoneNumbers: index % 3 === 0 ? [{ value: `+49 ${index}`, type: 'mobile' }] : [],
      [enterpriseUrn]: {
        department: pick(departments, index),
        manager: index % 7 === 0 ? { value: `m-${index}`, displayName: 'Boss' } : undefined,
      },
    })
    ids.push(body.id)
  }
  for (let index = 0; index < 6; index++) {
    await scim('POST', '/Groups', {
      displayName: `Group ${index}`,
      externalId: index % 2 ? `g-${index}` : undefined,
      members: ids.filter((_, at) => at % (index + 2) === 0).map((value) => ({ value })),
    })
  }
  users = (await scim('GET', '/Users?count=1000')).body.Resources
  const shown = 'externalId,displayName,meta,members,members.display'
  groups = (await scim('GET', `/Groups?count=1000&attributes=${shown}`)).body.Resources
})
afterAll(() => app.close())

const names = (resources: JsonObject[]) => resources.map((resource) => String(resource['userName'] ?? resource['displayName'])).toSorted()
const ask = async (path: '/Users' | '/Groups', filter: string) => {
  const { status, body } = await scim('POST', `${path}/.search`, { filter, count: 1000 })
  expect([status, body]).toMatchObject([200, { schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'] }])
  expect(body.totalResults).toBe(body.Resources.length)
  return names(body.Resources)
}

const quoted = fc.oneof(
  fc.constantFrom(
    ...words,
    ...departments.map(String),
    'user1',
    'USER1@X.EXAMPLE',
    'user1@mail.example',
    'mail',
    'E-1',
    'e-1',
    'm-7',
    'boss',
    '+49 3',
    'work',
    'home',
    'n',
  ),
  fc.string({ maxLength: 3 }).filter((text) => !text.includes('\0')),
)
const textOps = fc.constantFrom('eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'EQ', 'Co')
const texts = [
  'userName',
  'USERNAME',
  'externalId',
  'displayName',
  'title',
  'name.givenName',
  'name.familyName',
  'name.formatted',
  'urn:ietf:params:scim:schemas:core:2.0:User:userName',
  'emails',
  'emails.value',
  'emails.type',
  'phoneNumbers.value',
  'groups.display',
  'meta.resourceType',
  'meta.version',
  'schemas',
  `${enterpriseUrn}:department`,
  `${enterpriseUrn}:manager`,
  `${enterpriseUrn}:manager.displayName`,
]
const textCondition = (attributes: readonly string[]) =>
  fc.tuple(fc.constantFrom(...attributes), textOps, quoted).map(([path, op, value]) => `${path} ${op} ${JSON.stringify(value)}`)
const presence = fc
  .constantFrom(...texts, 'name', 'active', 'emails', 'phoneNumbers', 'groups', 'emails.primary', 'meta.created')
  .map((path) => `${path} pr`)
const flags = fc
  .tuple(fc.constantFrom('active', 'emails.primary'), fc.constantFrom('eq', 'ne'), fc.constantFrom('true', 'false', '"True"', '"false"'))
  .map((parts) => parts.join(' '))
const nulls = fc
  .tuple(fc.constantFrom('title', 'phoneNumbers', 'emails.type'), fc.constantFrom('eq null', 'ne null'))
  .map((parts) => parts.join(' '))
const moments = fc
  .tuple(fc.constantFrom('meta.created', 'meta.lastModified'), fc.constantFrom('gt', 'ge', 'lt', 'le', 'eq', 'ne'), fc.nat(60))
  .map(([path, op, at]) => `${path} ${op} "${String(Object(users[at % users.length]?.['meta'])['created'])}"`)

const combined = (leaf: fc.Arbitrary<string>) =>
  fc.letrec<{ filter: string; group: string }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.tuple(tie('filter'), fc.constantFrom(' and ', ' or ', ' AND '), tie('filter')).map((parts) => parts.join('')),
      tie('group'),
    ),
    group: tie('filter').chain((inner) => fc.constantFrom(`(${inner})`, `not (${inner})`, `not(${inner})`)),
  })).filter

const inBrackets = combined(
  fc.oneof(
    textCondition(['value', 'type', 'VALUE']),
    fc.constantFrom('primary eq true', 'primary ne true', 'type pr', 'primary pr', 'type eq null'),
  ),
).map((inner) => `emails[${inner}]`)

describe('a filter compiled to SQL finds the same as in memory', () => {
  test('users', async () => {
    const leaf = fc.oneof(textCondition(texts), presence, flags, nulls, moments, inBrackets)
    await fc.assert(
      fc.asyncProperty(combined(leaf), async (filter) => {
        const bound = bindFilter(userType, parseFilter(filter))
        expect(await ask('/Users', filter)).toEqual(names(users.filter((user) => matchesResource(bound, user))))
      }),
      { numRuns: 300 },
    )
  }, 60_000)

  test('groups', async () => {
    const ids = users.map(({ id }) => `"${String(id)}"`)
    const member = fc
      .tuple(fc.constantFrom('members', 'members.value', 'id'), fc.constantFrom('eq', 'ne', 'sw'), fc.constantFrom(...ids, '"x"'))
      .map((parts) => parts.join(' '))
    const leaf = fc.oneof(
      member,
      textCondition(['displayName', 'externalId', 'members.display', 'members.$ref', 'members.type', 'meta.resourceType', 'schemas']),
      fc.constantFrom(...ids).map((id) => `members[value eq ${id} and display co "x"]`),
      fc.constantFrom('members pr', 'externalId pr', 'externalId eq null'),
    )
    await fc.assert(
      fc.asyncProperty(combined(leaf), async (filter) => {
        const bound = bindFilter(groupType, parseFilter(filter))
        expect(await ask('/Groups', filter)).toEqual(names(groups.filter((group) => matchesResource(bound, group))))
      }),
      { numRuns: 150 },
    )
  }, 60_000)
})

test.each([
  ['userName eq "USER7@x.EXAMPLE"', ['User7@x.example']],
  ['userName eq User7@x.example', ['User7@x.example']],
  ['(userName eq User7@x.example or externalId eq E-8) and active eq true', ['User7@x.example']],
  ['emails[type eq other and value sw second5@]', ['User5@x.example']],
  ['userName sw User3 and meta.created gt 2015-10-10T14:38:21.8617979-07:00 and userName ew 30@x.example', ['User30@x.example']],
  ['phoneNumbers[value eq "+49 3"] and phoneNumbers.value co +49', ['User3@x.example']],
  ['externalId eq "e-7"', []],
  ['externalId eq "E-7"', ['User7@x.example']],
  ['emails[type eq "other" and value sw "second5@"]', ['User5@x.example']],
  ['emails[type eq "other"].value eq "SECOND5@mail.example"', ['User5@x.example']],
  ['emails.value eq "native@x.example"', ['native@x.example']],
  ['userName eq "User7@x.example" or userName eq "User8@x.example" and active eq false', ['User7@x.example', 'User8@x.example']],
  ['(userName eq "User7@x.example" or userName eq "User8@x.example") and active eq false', ['User8@x.example']],
])('%s', async (filter, expected) => {
  expect(await ask('/Users', filter)).toEqual(expected)
})

test.each([
  '',
  'userName',
  'userName eq',
  'userName eq "a',
  'userName eq )',
  'userName eq a b',
  'userName eq a"b"',
  'userName is "a"',
  'eq "a"',
  'favourite eq "tea"',
  'name.favourite eq "tea"',
  'urn:example:User:userName eq "a"',
  'name eq "a"',
  'active gt true',
  'active eq "maybe"',
  'userName eq true',
  'meta.created co "2026"',
  'meta.created gt "yesterday"',
  'meta.created gt "0000-01-01"',
  'meta.created gt "0001-01-01T00:00:00+14:00"',
  'meta.created lt "9999-12-31T23:59:59-12:00"',
  'userName gt null',
  'userName[value eq "a"]',
  'emails[favourite eq "a"]',
  'emails[type eq "work"',
  'emails[emails[type eq "work"]]',
  'not userName eq "a"',
  '(userName pr',
  'userName pr)',
  'userName pr and',
  'userName pr userName pr',
  `userName eq "${'a'.repeat(9_000)}"`,
  `${'('.repeat(50)}userName pr${')'.repeat(50)}`,
  Array.from({ length: 300 }, () => 'userName pr').join(' or '),
  'userName eq "\\uD800"',
  'userName eq "\\u0000"',
])('%j isn’t a filter', async (filter) => {
  const parsed = () => bindFilter(userType, parseFilter(filter))
  expect(parsed).toThrow(ScimError)
  if (filter === '') return
  const { status, body } = await scim('POST', '/Users/.search', { filter })
  expect([status, body.scimType]).toEqual([400, 'invalidFilter'])
})
