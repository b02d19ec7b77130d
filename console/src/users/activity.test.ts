import { auditCategories } from '@steward/contract/catalogue/activity'
import { overwriteGetLocale } from '@steward/contract/paraglide/runtime'
import { afterEach, expect, test } from 'vitest'
import type { Activity } from '@steward/contract/users/schemas'
import { activityTitle, activityTone, groupActivity, isSaidByTitle } from './activity.ts'

const ada = 'ada@northwind-re.example'
let count = 0
const entry = (over: Partial<Activity>): Activity => ({
  id: String(++count),
  occurredTime: '2026-03-14T09:26:53.589123Z',
  kind: 'change',
  type: 'Update',
  category: 'User',
  actingUser: 'grace@northwind-re.example',
  entityName: ada,
  fieldName: 'givenName',
  previousValue: 'Ada',
  currentValue: 'Adelaide',
  outcome: null,
  address: null,
  device: null,
  ...over,
})
const titled = (...items: Activity[]) => groupActivity(items).map((group) => activityTitle(group, ada))

afterEach(() => overwriteGetLocale(() => 'en'))

test('combines the fields of one change; events and later changes stay separate', () => {
  const groups = groupActivity([
    entry({}),
    entry({ fieldName: 'familyName' }),
    entry({ occurredTime: '2026-03-14T09:00:00.000000Z' }),
    entry({ kind: 'event', type: 'sign_in', category: 'System' }),
    entry({ kind: 'event', type: 'sign_in', category: 'System' }),
  ])
  expect(groups.map((group) => group.fields.length)).toEqual([2, 1, 1, 1])
})

test('says what happened to the user', () => {
  expect(titled(entry({ type: 'Create' }), entry({}))).toEqual(['Account created', 'Account changed'])
  expect(
    titled(entry({ category: 'Group', entityName: 'Analysts', fieldName: 'usernames', previousValue: null, currentValue: ada })),
  ).toEqual(['Added to group Analysts'])
  expect(
    titled(entry({ category: 'Group', entityName: 'Analysts', fieldName: 'usernames', previousValue: ada, currentValue: null })),
  ).toEqual(['Removed from group Analysts'])
})

test('says what the user did to others', () => {
  expect(titled(entry({ actingUser: ada, category: 'Role', entityName: 'Reader', type: 'Delete' }))).toEqual(['Deleted role Reader'])
})

test('spells out a kind of event without a label', () => {
  expect(titled(entry({ kind: 'event', type: 'something_new' }))).toEqual(['Something new'])
})

test.each([
  ['de', ['SCIM-Token erstellt', 'Blockiert: Netzwerk nicht erlaubt']],
  ['ja', ['SCIM トークンを作成', '許可されていないネットワークのため拒否']],
] as const)('events and what was changed are named in %s', (language, events) => {
  overwriteGetLocale(() => language)
  const kinds = ['scim_token_created', 'address_refused']
  expect(titled(...kinds.map((type) => entry({ kind: 'event', type, category: 'System' })))).toEqual(events)
  const titles = titled(...auditCategories.map((category) => entry({ category, entityName: '–' })))
  const alike = auditCategories.filter((category, index) => titles[index]?.toLowerCase().includes(category.toLowerCase()))
  expect(alike).toEqual(language === 'de' ? ['Single sign-on', 'Tag'] : [])
})

test('the title says everything about a membership, but not about a change of fields', () => {
  const [membership, change] = groupActivity([entry({ category: 'Group', fieldName: 'usernames', currentValue: ada }), entry({})])
  expect(membership && isSaidByTitle(membership, ada)).toBe(true)
  expect(change && isSaidByTitle(change, ada)).toBe(false)
})

test('highlights failures', () => {
  const [failed] = groupActivity([entry({ kind: 'event', type: 'sign_in_failed', outcome: 'failure' })])
  expect(failed && activityTone(failed)).toBe('danger')
})
