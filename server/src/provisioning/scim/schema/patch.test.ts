import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ScimError } from '../error.ts'
import type { JsonObject } from '../json.ts'
import { cleanResource } from './clean.ts'
import { applyPatch } from './patch.ts'
import { readPatch } from './patch-request.ts'
import { enterpriseUrn, userType } from './schemas.ts'

const ada: JsonObject = {
  userName: 'ada@x.example',
  name: { givenName: 'Ada', familyName: 'Lindqvist' },
  active: true,
  emails: [
    { value: 'ada@x.example', type: 'work', primary: true },
    { value: 'ada@home.example', type: 'home' },
  ],
}

const patched = (...operations: unknown[]) => applyPatch(userType, ada, readPatch({ Operations: operations }))
const refusalOf = (...operations: unknown[]) => {
  try {
    patched(...operations)
  } catch (error) {
    if (error instanceof ScimError) return [error.status, error.scimType]
    throw error
  }
  return undefined
}

describe('a single value', () => {
  test.each([
    ['replace', 'displayName', 'Ada L.'],
    ['Replace', 'displayName', 'Ada L.'],
    ['add', 'DISPLAYNAME', 'Ada L.'],
    ['Add', 'urn:ietf:params:scim:schemas:core:2.0:User:displayName', 'Ada L.'],
    ['replace', 'displayName', [{ $ref: null, value: 'Ada L.' }]],
  ])('%s %s', (op, path, value) => {
    expect(patched({ op, path, value })['displayName']).toBe('Ada L.')
  })

  test.each(['False', 'false', false])('is set to false by active %j', (value) => {
    expect(patched({ op: 'Replace', path: 'active', value })['active']).toBe(false)
    expect(patched({ op: 'replace', value: { active: value } })['active']).toBe(false)
  })

  test('is set in an object, by a dotted path or by the object', () => {
    const expected = { givenName: 'Ada', familyName: 'Byron' }
    expect(patched({ op: 'replace', path: 'name.familyName', value: 'Byron' })['name']).toEqual(expected)
    expect(patched({ op: 'replace', value: { 'name.familyName': 'Byron' } })['name']).toEqual(expected)
    expect(patched({ op: 'replace', path: 'name', value: { familyName: 'Byron' } })['name']).toEqual(expected)
    expect(patched({ op: 'remove', path: 'name.familyName' })['name']).toEqual({ givenName: 'Ada' })
    expect(patched({ op: 'remove', path: 'name' })['name']).toBeUndefined()
  })

  test('is set in the extension, in every notation', () => {
    const expected = { department: 'Cat', manager: { value: 'm-1' } }
    expect(
      patched(
        { op: 'Add', path: `${enterpriseUrn}:department`, value: 'Cat' },
        { op: 'Add', path: `${enterpriseUrn}:manager`, value: 'm-1' },
      )[enterpriseUrn],
    ).toEqual(expected)
    expect(
      patched({ op: 'add', value: { [`${enterpriseUrn}:department`]: 'Cat', [`${enterpriseUrn}:manager.value`]: 'm-1' } })[enterpriseUrn],
    ).toEqual(expected)
    expect(patched({ op: 'add', path: enterpriseUrn, value: { department: 'Cat', manager: { value: 'm-1' } } })[enterpriseUrn]).toEqual(
      expected,
    )
    expect(patched({ op: 'replace', value: { [enterpriseUrn]: { department: 'Cat', manager: { value: 'm-1' } } } })[enterpriseUrn]).toEqual(
      expected,
    )
  })

  test('is removed with an empty extension', () => {
    const added = { op: 'add', path: `${enterpriseUrn}:department`, value: 'Cat' }
    expect(patched(added, { op: 'remove', path: `${enterpriseUrn}:department` })).not.toHaveProperty([enterpriseUrn])
  })

  test('is removed by null and empty texts', () => {
    expect(patched({ op: 'replace', path: 'name.givenName', value: '' })['name']).toEqual({ familyName: 'Lindqvist' })
    expect(patched({ op: 'replace', path: 'name', value: null })['name']).toBeUndefined()
  })
})

describe('many values', () => {
  test('are changed by a filter', () => {
    expect(patched({ op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@x.example' })['emails']).toEqual([
      { value: 'new@x.example', type: 'work', primary: true },
      { value: 'ada@home.example', type: 'home' },
    ])
  })

  test.each(['Add', 'Replace'])('%s adds a missing value as the filter describes it', (op) => {
    expect(patched({ op, path: 'phoneNumbers[type eq "mobile"].value', value: '+49 1' })['phoneNumbers']).toEqual([
      { type: 'mobile', value: '+49 1' },
    ])
    expect(patched({ op, path: 'emails[type eq "other" and primary eq false].value', value: 'o@x.example' })['emails']).toContainEqual({
      type: 'other',
      primary: false,
      value: 'o@x.example',
    })
  })

  test('have parts of an address set one by one', () => {
    const operations = ['streetAddress', 'locality', 'country'].map((part) => ({
      op: 'Add',
      path: `addresses[type eq "work"].${part}`,
      value: part,
    }))
    expect(patched(...operations)['addresses']).toEqual([
      { type: 'work', streetAddress: 'streetAddress', locality: 'locality', country: 'country' },
    ])
  })

  test('have parts set one by one, in any order; incomplete ones are dropped at the end', () => {
    const parts = [
      { op: 'Replace', path: 'roles[primary eq "True"].display', value: 'Approver' },
      { op: 'Replace', path: 'roles[primary eq "True"].type', value: 'App' },
      { op: 'Replace', path: 'roles[primary eq "True"].value', value: 'approver' },
    ]
    for (const operations of [parts, parts.toReversed()]) {
      expect(patched(...operations)['roles']).toEqual([{ primary: true, display: 'Approver', type: 'App', value: 'approver' }])
    }
    expect(patched(...parts.slice(0, 2))['roles']).toBeUndefined()
    expect(patched({ op: 'replace', path: 'emails[type eq "other"].primary', value: true })['emails']).toEqual(ada['emails'])
    expect(
      patched(
        { op: 'replace', path: 'emails[type eq "other"].primary', value: true },
        { op: 'replace', path: 'emails[type eq "other"].value', value: 'o@x.example' },
      )['emails'],
    ).toEqual([
      { value: 'ada@x.example', type: 'work', primary: false },
      { value: 'ada@home.example', type: 'home' },
      { value: 'o@x.example', type: 'other', primary: true },
    ])
    expect(patched({ op: 'add', path: 'emails[type eq "home"]', value: { primary: true } })['emails']).toEqual([
      { value: 'ada@x.example', type: 'work', primary: false },
      { value: 'ada@home.example', type: 'home', primary: true },
    ])
  })

  test('have one primary value, which a new one replaces', () => {
    const emails = patched({ op: 'add', path: 'emails', value: [{ value: 'p@x.example', primary: true }] })['emails']
    expect(emails).toEqual([
      { value: 'ada@x.example', type: 'work', primary: false },
      { value: 'ada@home.example', type: 'home' },
      { value: 'p@x.example', primary: true },
    ])
    expect(patched({ op: 'replace', path: 'emails[type eq "home"].primary', value: 'True' })['emails']).toEqual([
      { value: 'ada@x.example', type: 'work', primary: false },
      { value: 'ada@home.example', type: 'home', primary: true },
    ])
  })

  test('are not added twice', () => {
    expect(patched({ op: 'add', path: 'emails', value: [{ value: 'ada@home.example', type: 'home' }] })['emails']).toEqual(ada['emails'])
  })

  test('are removed by a filter, by a list, and all together', () => {
    const work = [{ value: 'ada@x.example', type: 'work', primary: true }]
    expect(patched({ op: 'remove', path: 'emails[type eq "home"]' })['emails']).toEqual(work)
    expect(patched({ op: 'Remove', path: 'emails', value: [{ value: 'ada@home.example' }] })['emails']).toEqual(work)
    expect(patched({ op: 'remove', path: 'emails' })['emails']).toBeUndefined()
    expect(patched({ op: 'remove', path: 'emails[value ew "nowhere"]' })['emails']).toEqual(ada['emails'])
  })

  test('are all set by replace without a filter', () => {
    expect(patched({ op: 'replace', path: 'emails', value: { value: 'only@x.example' } })['emails']).toEqual([{ value: 'only@x.example' }])
  })
})

test('ignores unknown attributes unless a path names them', () => {
  expect(patched({ op: 'replace', value: { favourite: 'tea', 'a b': 1, __proto__: { x: 1 }, groups: [{ value: 'g' }], id: 'x' } })).toEqual(
    ada,
  )
})

test.each([
  [{ op: 'replace', path: 'favourite', value: 1 }, 'invalidPath'],
  [{ op: 'replace', path: 'emails[', value: 1 }, 'invalidPath'],
  [{ op: 'replace', path: 'emails[type eq]', value: 1 }, 'invalidPath'],
  [{ op: 'replace', path: 'emails[colour eq "red"].value', value: 'x' }, 'invalidFilter'],
  [{ op: 'replace', path: 'emails[type eq "work"].colour', value: 'x' }, 'invalidPath'],
  [{ op: 'replace', path: 'userName[type eq "work"]', value: 'x' }, 'invalidPath'],
  [{ op: 'replace', path: 'emails[value sw "nobody"].value', value: 'x' }, 'noTarget'],
  [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
  [{ op: 'add', path: 'groups', value: [{ value: 'x' }] }, 'mutability'],
  [{ op: 'remove', path: 'userName' }, 'mutability'],
  [{ op: 'remove' }, 'noTarget'],
  [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
  [{ op: 'replace', path: 'active', value: { toString: {} } }, 'invalidValue'],
  [{ op: 'replace', path: 'title', value: { a: 1 } }, 'invalidValue'],
  [{ op: 'replace', path: 'title', value: 'a\0b' }, 'invalidValue'],
  [{ op: 'replace', path: 'title', value: '\uD800' }, 'invalidValue'],
  [{ op: 'replace', value: 'x' }, 'invalidValue'],
  [{ op: 'copy', path: 'title', value: 'x' }, 'invalidSyntax'],
  [{ path: 'title', value: 'x' }, 'invalidSyntax'],
])('%j is refused: %s', (operation, scimType) => {
  expect(refusalOf(operation)).toEqual([400, scimType])
})

test('does not modify the given resource', () => {
  const before = structuredClone(ada)
  patched({ op: 'remove', path: 'emails' }, { op: 'replace', path: 'name.givenName', value: 'X' })
  expect(ada).toEqual(before)
})

test('leaves a cleaned resource unchanged when it is cleaned again', () => {
  const names = [...userType.schema.attributes.map(({ name }) => name), enterpriseUrn, 'externalId', 'schemas', 'foo']
  const value = fc.oneof(
    fc.jsonValue(),
    // Values that cannot be converted to text.
    fc.constantFrom<unknown>({ toString: {} }, ['a', { toString: {} }]),
    fc.constantFrom<unknown>('True', { value: 'x', type: 'work', primary: true }, [{ value: 'x' }, { value: 'y', primary: true }]),
  )
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), value), (body) => {
      let once: JsonObject
      try {
        once = cleanResource(userType, body)
      } catch (error) {
        expect(error).toBeInstanceOf(ScimError)
        return
      }
      expect(cleanResource(userType, once)).toEqual(once)
    }),
  )
})
