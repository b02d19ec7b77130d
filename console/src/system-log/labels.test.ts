import { expect, test } from 'vitest'
import { overwriteGetLocale } from '@steward/contract/paraglide/runtime'
import { systemEventKinds } from '@steward/contract/system-log/constants'
import { plainLabel } from '../users/changeLabels.ts'
import { kindLabel } from './labels.ts'
import { systemLogSearch } from './search.ts'

test.each(['de', 'ja'] as const)('every kind of event has its label in %s', (language) => {
  overwriteGetLocale(() => language)
  // "Export" and "Import" are German, too.
  expect(systemEventKinds.filter((kind) => kindLabel(kind) === plainLabel(kind) && !['export', 'import'].includes(kind))).toEqual([])
})

test('reads the URL and drops what is invalid', () => {
  expect(systemLogSearch({ kind: 'sign_in', outcome: 'odd', address: '203.0.113.7', userId: 'x', before: 'a b', days: 30 })).toEqual({
    kind: ['sign_in'],
    address: '203.0.113.7',
    days: 30,
  })
  expect(systemLogSearch({ address: 'home' })).toEqual({})
})
