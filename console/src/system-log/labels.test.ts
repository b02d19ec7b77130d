import { expect, test } from 'vitest'
import { eventDetails } from '@steward/contract/catalogue/activity'
import { overwriteGetLocale } from '@steward/contract/paraglide/runtime'
import { systemEventKinds } from '@steward/contract/system-log/constants'
import { plainLabel } from '../users/changeLabels.ts'
import { detailLabel, detailText, kindLabel } from './labels.ts'
import { systemLogSearch } from './search.ts'

test.each(['de', 'ja'] as const)('every kind of event has its label in %s', (language) => {
  overwriteGetLocale(() => language)
  // "Export" and "Import" are German, too.
  expect(systemEventKinds.filter((kind) => kindLabel(kind) === plainLabel(kind) && !['export', 'import'].includes(kind))).toEqual([])
})

test.each(['de', 'ja'] as const)('every detail of an event has its label in %s', (language) => {
  overwriteGetLocale(() => language)
  // These are German, too.
  const same = new Set(['limit', 'name', 'status', 'version'])
  expect(eventDetails.filter((name) => detailLabel(name) === plainLabel(name) && !same.has(name))).toEqual([])
  // Services choose names of their own.
  expect(detailLabel('recordsRead')).toBe('Records read')
})

test('details are shown as times and numbers of the language', () => {
  overwriteGetLocale(() => 'de')
  expect(detailText(12_500)).toBe('12.500')
  expect(detailText(true)).toBe('ja')
  expect(detailText('2026-03-14T09:20:00.000Z')).toContain('14.')
  expect(detailText('password')).toBe('password')
})

test('reads the URL and drops what is invalid', () => {
  expect(systemLogSearch({ kind: 'sign_in', outcome: 'odd', address: '203.0.113.7', userId: 'x', before: 'a b', days: 30 })).toEqual({
    kind: ['sign_in'],
    address: '203.0.113.7',
    days: 30,
  })
  expect(systemLogSearch({ address: 'home' })).toEqual({})
})
