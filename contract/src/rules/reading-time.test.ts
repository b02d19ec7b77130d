import { expect, test } from 'vitest'
import { readingTimeMs } from './reading-time.ts'

test('counts a second for each word, split on whitespace', () => {
  expect(readingTimeMs('User updated.')).toBe(2_000)
  expect(readingTimeMs('  Access denied.\n Please  login. ')).toBe(4_000)
  expect(readingTimeMs('')).toBe(0)
})

test('estimates words in text without spaces, which would otherwise disappear after a second', () => {
  expect(readingTimeMs('通知設定を更新しました。')).toBe(6_000)
  expect(readingTimeMs('ロール Desk lead を作成しました。')).toBe(2_000 + 2_000 + 4_000)
  // A German message with the same number of words.
  expect(readingTimeMs('Die Rolle Desk lead wurde erstellt.')).toBe(6_000)
})
