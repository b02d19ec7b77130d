import { auditFields, providedFields } from '@steward/contract/catalog/activity'
import { overwriteGetLocale } from '@steward/contract/paraglide/runtime'
import { afterEach, expect, test } from 'vitest'
import { setPreferences } from '../theme/preferences.ts'
import { fieldLabel, plainLabel, valueLabel } from './fields.ts'

const label = (fieldName: string, category = 'User') => fieldLabel({ category, fieldName })

afterEach(() => {
  overwriteGetLocale(() => 'en')
  setPreferences({ timeZone: 'system' })
})

test('labels a field as its form does', () => {
  expect(label('givenName')).toBe('Given name')
  expect(label('apiKeyName', 'API key')).toBe('Key name')
})

test('spells out a field without a label', () => {
  expect(label('favoriteColor_code')).toBe('Favorite color code')
  expect(label('constructor')).toBe('Constructor')
})

test.each([
  ['de', ['API-Schlüssel', 'Alle Gruppen', 'E-Mail'], ['Administrator', 'Domain', 'Format', 'Name', 'Push', 'Status', 'Tags', 'Token']],
  ['ja', ['API キー', 'すべてのグループ', 'メール'], []],
] as const)('fields are named in %s', (language, words, alike) => {
  const all = [...new Set([...auditFields, ...providedFields])]
  const english = all.map((field) => label(field))
  overwriteGetLocale(() => language)
  expect([label('key', 'API key'), label('allAccess', 'Resource group'), label('email', 'Notification subscription')]).toEqual(words)
  const same = all.flatMap((field, index) => (label(field) === english[index] || label(field) === plainLabel(field) ? [label(field)] : []))
  expect([...new Set(same)].toSorted()).toEqual(alike)
})

test('shows labels for coded values', () => {
  overwriteGetLocale(() => 'de')
  expect(valueLabel('isDisabled', 'true')).toBe('ja')
  expect(valueLabel('status', 'FORCE_CHANGE_PASSWORD')).toBe('Eingeladen')
  expect(valueLabel('status', 'Disabled')).toBe('Deaktiviert')
  expect(valueLabel('state', 'stopped')).toBe('Angehalten')
  expect(valueLabel('password', 'changed')).toBe('geändert')
})

test('leaves values that people wrote as they are', () => {
  overwriteGetLocale(() => 'de')
  expect(valueLabel('givenName', 'changed')).toBe('changed')
  expect(valueLabel('groups', 'Disabled')).toBe('Disabled')
  expect(valueLabel('note', null)).toBe(null)
})

test('formats times in the user’s language, and last days as dates', () => {
  setPreferences({ timeZone: 'Asia/Tokyo' })
  expect(valueLabel('releasedUntil', '2026-03-14T23:30:00.589123+00:00')).toMatch(/^Mar 15, 2026, 8:30\sAM$/)
  expect(valueLabel('expiresAt', '2026-03-14T23:59:59+00:00')).toBe('Mar 14, 2026')
})
