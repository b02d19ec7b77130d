import { render, screen } from '@testing-library/react'
import type { HistoryEntry, HistoryField, HistoryPart } from '@steward/contract/history/schemas'
import { overwriteGetLocale } from '@steward/contract/paraglide/runtime'
import { afterEach, describe, expect, test } from 'vitest'
import { detailsOf } from '../change-text/details.tsx'
import { nameAfter } from '../change-text/names.ts'
import { sentenceOf } from '../change-text/sentence.ts'
import { leavesOf } from '../change-text/structured.ts'
import { undoOf } from './undo.tsx'

afterEach(() => overwriteGetLocale(() => 'en'))

const ben = { givenName: 'Ben', familyName: 'Ode' }

const set = (fieldName: string, previousValue: string | null, currentValue: string | null): HistoryField => ({
  fieldName,
  kind: 'set',
  count: 1,
  values: [{ subjectId: null, person: null, previousValue, currentValue }],
})
const added = (fieldName: string, names: string[], count = names.length): HistoryField => ({
  fieldName,
  kind: 'added',
  count,
  values: names.map((name) => ({ subjectId: name, person: null, previousValue: null, currentValue: name })),
})
const part = (over: Partial<HistoryPart>): HistoryPart => ({
  type: 'Update',
  category: 'Group',
  entityId: 'g',
  entityName: 'Underwriters',
  person: null,
  entity: { isGone: false, productCode: null },
  fields: [],
  ...over,
})
const entry = (parts: HistoryPart[], over: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: 'e',
  occurredAt: '2026-03-14T09:26:53.589Z',
  actorType: 'user',
  actorId: 'a',
  actorName: 'anna.berg@x.example',
  actor: { givenName: 'Anna', familyName: 'Berg' },
  cursor: 'c',
  change: null,
  partCount: parts.length,
  counts: Map.groupBy(parts, ({ category, type }) => `${category} ${type}`)
    .values()
    .flatMap((own) => own.slice(0, 1).map(({ category, type }) => ({ category, type, count: own.length })))
    .toArray(),
  isPartial: false,
  parts,
  event: null,
  ...over,
})
const said = (...parts: HistoryPart[]) => sentenceOf(entry(parts))

describe('the sentence', () => {
  test('says who did what to which record', () => {
    const member = { ...added('usernames', ['ben.ode@x.example']) }
    const named = { ...member, values: member.values.map((value) => ({ ...value, person: ben })) }
    expect(said(part({ fields: [named] }))).toBe('Anna Berg added Ben Ode to group Underwriters')
    expect(said(part({ fields: [{ ...named, kind: 'removed' }] }))).toBe('Anna Berg removed Ben Ode from group Underwriters')
    expect(said(part({ fields: [added('usernames', ['a', 'b', 'c', 'd'], 38)] }))).toBe('Anna Berg added 38 people to group Underwriters')
    expect(said(part({ type: 'Create', fields: [set('groupName', null, 'Underwriters')] }))).toBe('Anna Berg created group Underwriters')
    expect(said(part({ fields: [set('groupName', 'Writers', 'Underwriters')] }))).toBe('Anna Berg renamed group Writers to Underwriters')
    expect(said(part({ fields: [set('status', 'Enabled', 'Disabled')] }))).toBe('Anna Berg disabled group Underwriters')
    const user = { category: 'User', person: ben, entityName: 'ben.ode@x.example' }
    expect(said(part({ ...user, fields: [set('familyName', 'Ode', 'Oden')] }))).toBe('Anna Berg changed family name of user Ben Ode')
    expect(said(part({ ...user, fields: [set('password', '••••', 'changed')] }))).toBe('Anna Berg set a new password for Ben Ode')
    expect(said(part({ ...user, fields: [set('status', 'a', 'b'), set('password', null, 'changed')] }))).toBe(
      'Anna Berg set a new password for Ben Ode',
    )
    expect(said(part({ category: 'Setting', entityName: 'sessionPolicy', fields: [set('value', '{}', '{}')] }))).toBe(
      'Anna Berg changed Sessions',
    )
  })

  test('of a renamed record has both names, and the record is called by the new one', () => {
    const renamed = part({ entityName: 'Writers', fields: [set('groupName', 'Writers', 'Underwriters')] })
    expect([said(renamed), nameAfter(renamed)]).toEqual(['Anna Berg renamed group Writers to Underwriters', 'Underwriters'])
    expect(nameAfter(part({ type: 'Delete', fields: [set('groupName', 'Underwriters', null)] }))).toBe('Underwriters')
  })

  test('names a second factor without a name by its kind', () => {
    const factor = { type: 'Create', category: 'Second factor', entityName: '' } as const
    expect(said(part({ ...factor, fields: [set('kind', null, 'authenticator')] }))).toBe(
      'Anna Berg created second factor Authenticator app',
    )
    expect(said(part({ ...factor, entityName: 'Phone', fields: [set('kind', null, 'passkey')] }))).toBe(
      'Anna Berg created second factor Phone',
    )
  })

  test('tells one request once', () => {
    const user = part({ type: 'Create', category: 'User', person: ben })
    expect(said(user, part({ fields: [added('usernames', ['ben'])] }))).toBe('Anna Berg created user Ben Ode, and one more change')
    const tagged = part({ category: 'Job', fields: [added('tags', ['us_wind'])] })
    expect(sentenceOf(entry([tagged, { ...tagged, entityId: 'j' }]))).toBe('Anna Berg added us_wind to 2 jobs')
    const many = (count: number) => ({ partCount: count, counts: [{ category: 'User', type: 'Create' as const, count }] })
    expect(sentenceOf(entry([user, user], many(250)))).toBe('Anna Berg created 250 users')
    expect(sentenceOf(entry([user, user], { ...many(125), isPartial: true }))).toBe('Anna Berg created at least 125 users')
    // Of those who are not shown, too, each kind is counted as what it is.
    const group = { category: 'Group', type: 'Update' as const, count: 2 }
    const imported = { partCount: 252, counts: [...many(250).counts, group] }
    expect(sentenceOf(entry([user, user], imported))).toBe('Anna Berg created 250 users, and 2 more changes')
    const { counts: _, ...ofReleaseBefore } = entry([user, user])
    expect(sentenceOf(ofReleaseBefore as HistoryEntry)).toBe('Anna Berg created user Ben Ode, and one more change')
  })

  test('is in the language of the console, with names in its order', () => {
    const fields = [added('roles', ['Auditor'])]
    overwriteGetLocale(() => 'de')
    expect(said(part({ fields }))).toBe('Anna Berg hat Auditor zu Gruppe Underwriters hinzugefügt')
    overwriteGetLocale(() => 'ja')
    expect(said(part({ fields }))).toBe('Berg Anna さんがAuditorをグループ「Underwriters」に追加しました')
  })

  test('of events and programs', () => {
    const event = { kind: 'sign_in', outcome: 'success' as const, address: null, device: null }
    expect(sentenceOf(entry([], { event }))).toBe('Signed in')
    expect(sentenceOf(entry([], { event: { ...event, kind: 'sign_in_new_browser' } }))).toBe('Signed in · New browser')
    expect(sentenceOf(entry([part({ type: 'Delete' })], { actorType: 'key', actor: null, actorName: 'Nightly' }))).toBe(
      'Nightly deleted group Underwriters',
    )
  })
})

describe('the details', () => {
  const shown = (...parts: HistoryPart[]) => {
    const { container } = render(
      detailsOf(entry(parts)).map(({ field, content }, index) => (
        <li key={index}>
          {field}: {content}
        </li>
      )),
    )
    return [...container.querySelectorAll('li')].map((item) => item.textContent)
  }

  test('have each field before and after, and nothing that the sentence says', () => {
    expect(shown(part({ fields: [added('usernames', ['ben'])] }))).toEqual([])
    expect(shown(part({ fields: [set('groupName', 'a', 'b')] }))).toEqual([])
    expect(shown(part({ fields: [added('usernames', ['a', 'b', 'c', 'd'], 6)] }))).toEqual(['Members: Added a, b, c, d and 2 more'])
    expect(shown(part({ fields: [set('groupName', 'a', 'b'), set('status', 'Enabled', 'Disabled')] }))).toEqual([
      'Group Name: from a→ to b',
      'Status: from Enabled→ to Disabled',
    ])
    const values = [set('email', null, 'ben@x.example'), set('username', null, 'ben@x.example'), set('isDisabled', null, 'false')]
    expect(shown(part({ type: 'Create', category: 'User', entityName: 'ben@x.example', fields: values }))).toEqual(['Email: ben@x.example'])
  })

  test('show settings part by part, never as JSON', () => {
    expect(leavesOf('{"lifetimeMinutes":720,"inactivityMinutes":null}', '{"lifetimeMinutes":600,"inactivityMinutes":null}')).toEqual([
      { label: 'Maximum session length', before: '12 hours', after: '10 hours' },
    ])
    expect(leavesOf(null, '{"ranges":[{"range":"203.0.113.0/24","note":"Office"},{"range":"198.51.100.7","note":""}]}')).toEqual([
      { label: 'Sign-in addresses', before: null, after: '203.0.113.0/24 (Office), 198.51.100.7' },
    ])
    expect(leavesOf('[]', '[{"Actuaries":"Analysts"}]')).toEqual([{ label: '', before: null, after: 'Actuaries → Analysts' }])
    expect(leavesOf('Ode', 'Oden')).toBeUndefined()
    expect(
      leavesOf(
        '{"audience":"nobody","kinds":["passkey"],"graceDays":7}',
        '{"audience":"everybody","kinds":["passkey","authenticator"],"graceDays":14,"since":"2026-11-01T00:00:00Z"}',
      ),
    ).toEqual([
      { label: 'Required for', before: 'No one (people can set one up themselves)', after: 'Everyone' },
      { label: 'Allowed kinds', before: 'Passkey', after: 'Passkey, Authenticator app' },
      { label: 'Grace period', before: '7 days', after: '14 days' },
    ])
    render(<p>{JSON.stringify(leavesOf('{"domains":[]}', '{"domains":[{"domain":"x.example"}]}')?.[0]?.after)}</p>)
    expect(screen.getByText('"x.example"')).toBeTruthy()
  })
})

describe('an entry that can’t be undone', () => {
  const change: NonNullable<HistoryEntry['change']> = { changeId: 'c', undoOf: null, undoneBy: null, isUndoable: false }
  const noteOf = (category: string, over: Partial<typeof change> = {}) =>
    undoOf(entry([part({ category })], { change: { ...change, ...over } }), () => true).note

  test('says why', () => {
    expect(noteOf('SCIM token')).toContain('a revoked one stays revoked')
    expect(noteOf('Licence')).toBe('This can’t be undone: the platform reports it.')
    expect(noteOf('Something new')).toBe('This can’t be undone.')
  })

  test('says nothing where it can be undone, was undone, or isn’t a change', () => {
    expect(noteOf('Group', { isUndoable: true })).toBeUndefined()
    expect(noteOf('Group', { undoneBy: 'd' })).toBeUndefined()
    expect(undoOf(entry([part({})]), () => true)).toEqual({})
  })
})
