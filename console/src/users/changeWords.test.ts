import { auditFields, providedFields } from '@steward/contract/catalogue/activity'
import { overwriteGetLocale } from '@steward/contract/paraglide/runtime'
import { afterEach, expect, test } from 'vitest'
import { setPreferences } from '../theme/preferences.ts'
import { fieldWord, plainWords, valueWord } from './changeWords.ts'

const word = (fieldName: string, category = 'User') => fieldWord({ category, fieldName })

afterEach(() => {
  overwriteGetLocale(() => 'en')
  setPreferences({ timeZone: 'system' })
})

test('a field is called what its form calls it', () => {
  expect(word('givenName')).toBe('Given name')
  expect(word('apiKeyName', 'API key')).toBe('Key name')
})

test('a field without words is spelt out', () => {
  expect(word('favouriteColour_code')).toBe('Favourite colour code')
  expect(word('constructor')).toBe('Constructor')
})

test.each([
  ['de', ['API-Schlüssel', 'Alle Gruppen', 'E-Mail'], ['Administrator', 'Domain', 'Name', 'Push', 'Status', 'Token']],
  ['ja', ['API キー', 'すべてのグループ', 'メール'], []],
] as const)('fields are named in %s', (language, words, alike) => {
  const all = [...new Set([...auditFields, ...providedFields])]
  const english = all.map((field) => word(field))
  overwriteGetLocale(() => language)
  expect([word('key', 'API key'), word('allAccess', 'Resource group'), word('email', 'Notification subscription')]).toEqual(words)
  const same = all.flatMap((field, index) => (word(field) === english[index] || word(field) === plainWords(field) ? [word(field)] : []))
  expect([...new Set(same)].toSorted()).toEqual(alike)
})

test('values that stand for something are in words', () => {
  overwriteGetLocale(() => 'de')
  expect(valueWord('isDisabled', 'true')).toBe('ja')
  expect(valueWord('status', 'FORCE_CHANGE_PASSWORD')).toBe('Eingeladen')
  expect(valueWord('status', 'Disabled')).toBe('Deaktiviert')
  expect(valueWord('state', 'stopped')).toBe('Angehalten')
  expect(valueWord('password', 'changed')).toBe('geändert')
})

test('values that people wrote stay as they are', () => {
  overwriteGetLocale(() => 'de')
  expect(valueWord('givenName', 'changed')).toBe('changed')
  expect(valueWord('groups', 'Disabled')).toBe('Disabled')
  expect(valueWord('note', null)).toBe(null)
})

test('moments are shown as the language writes them, last days as days', () => {
  setPreferences({ timeZone: 'Asia/Tokyo' })
  expect(valueWord('releasedUntil', '2026-03-14T23:30:00.589123+00:00')).toMatch(/^Mar 15, 2026, 8:30\sAM$/)
  expect(valueWord('expiresAt', '2026-03-14T23:59:59+00:00')).toBe('Mar 14, 2026')
})
