import { overwriteGetLocale } from '@steward/contract/paraglide/runtime'
import { afterEach, expect, test } from 'vitest'
import { formatDuration } from './duration.ts'

afterEach(() => overwriteGetLocale(() => 'en'))

test('shows days plus hh:mm:ss', () => {
  expect([0, 999, 61_000, 86_399_999, 86_400_000, 183_845_000].map(formatDuration)).toEqual([
    '00:00:00',
    '00:00:00',
    '00:01:01',
    '23:59:59',
    '1 day 00:00:00',
    '2 days 03:04:05',
  ])
})

test('names the days in the language', () => {
  overwriteGetLocale(() => 'de')
  expect(formatDuration(183_845_000)).toBe('2 Tage 03:04:05')
  overwriteGetLocale(() => 'ja')
  expect(formatDuration(183_845_000)).toBe('2日 03:04:05')
})

test('a clock that is behind shows no negative time', () => expect(formatDuration(-5_000)).toBe('00:00:00'))
