import { expect, test } from 'vitest'
import { formatBytes, formatShare, shareOf } from './labels.ts'

test('formats sizes in readable units', () => {
  expect([0, 1, 999, 1_000, 21_495_808, 3_200_000_000].map(formatBytes)).toEqual([
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1 kB',
    '21.5 MB',
    '3.2 GB',
  ])
})

test('shows progress once the total is known, and 100% only at the end', () => {
  expect(shareOf({ rowCount: 0, totalRows: null })).toBeUndefined()
  expect(shareOf({ rowCount: 0, totalRows: 0 })).toBe(1)
  expect(formatShare(shareOf({ rowCount: 999_999, totalRows: 1_000_000 }) ?? 0)).toBe('99%')
  expect(formatShare(1)).toBe('100%')
})
