import { expect, test } from 'vitest'
import type { AuditChange } from '@steward/contract/audit-log/schemas'
import { entityLink } from '../audit-log/entityLink.ts'
import { actorName, changedFields, entityName } from './labels.ts'
import { listInput } from '../audit-log/filters.ts'
import { auditSearch } from '../audit-log/search.ts'

const field = (fieldName: string, previousValue: string | null, currentValue: string | null) => ({
  subjectId: null,
  fieldName,
  previousValue,
  currentValue,
})
const change = (fields: AuditChange['fields'], fieldCount = fields.length) =>
  changedFields({ category: 'Group', fields, fieldCount } as AuditChange)

test('says a change of one field with its values, and of several by name', () => {
  expect(change([field('groupName', 'Stewards', 'Keepers')])).toBe('Group Name: Stewards → Keepers')
  expect(change([field('usernames', null, 'ada@example.com')])).toBe('Members: Added ada@example.com')
  expect(change([field('usernames', 'ada@example.com', null)])).toBe('Members: Removed ada@example.com')
  expect(change([field('groupName', 'a', 'b'), field('usernames', null, 'x'), field('usernames', null, 'y')])).toBe(
    'Group Name, Members (2)',
  )
  expect(change([field('usernames', null, 'x'), field('usernames', null, 'y')], 38)).toContain('36 more fields')
})

test('names actors and what has no name', () => {
  expect(actorName({ actorType: 'operator', actorName: 'Operator' })).toBe('Operator')
  expect(actorName({ actorType: 'key', actorName: 'Nightly export' })).toBe('Nightly export')
  expect(entityName({ entityName: '', entityId: 'x', category: 'Single sign-on' })).toBe('Single sign-on')
  expect(entityName({ entityName: '', entityId: 'x', category: 'Second factor' })).toBe('Second factor')
  expect(entityName({ entityName: 'BULK_EXPORT', entityId: 'x', category: 'Job' })).toBe('Bulk export')
})

test('leads to what exists and has a page', () => {
  const link = (category: string, isGone: boolean | null, productCode: string | null = null) =>
    entityLink({ category, entityId: 'id', entityName: 'name', entity: { isGone, productCode } })?.to
  expect(link('Group', false)).toBe('/user-administration/groups/$groupId')
  expect(link('Group', true)).toBeUndefined()
  expect(link('Resource group', false, 'RI-RISKMODELER')).toBe('/user-administration/resource-groups/$app/$rgId')
  expect(link('Resource group', false)).toBeUndefined()
  expect(link('Push subscription', null)).toBeUndefined()
})

test('reads the URL and drops what is invalid', () => {
  expect(auditSearch({ days: '30', category: 'Group', type: ['Update', 'Rename'], view: 'change', before: 'a b', q: ' x ' })).toEqual({
    days: 30,
    category: ['Group'],
    type: ['Update'],
    view: 'change',
    q: 'x',
  })
  expect(auditSearch({ before: 'abc', after: 'def' })).toEqual({ before: 'abc' })
  expect(listInput({ from: '2026-03-14T00:00:00Z' })).toMatchObject({ from: '2026-03-14T00:00:00Z', days: undefined, limit: 20 })
})
