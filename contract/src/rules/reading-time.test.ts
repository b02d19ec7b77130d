import { expect, test } from 'vitest'
import { readingTimeMs } from './reading-time.ts'

test('counts words, split on whitespace, as a second each', () => {
  expect(readingTimeMs('User updated.')).toBe(2_000)
  expect(readingTimeMs('  Access denied.\n Please  login. ')).toBe(4_000)
  expect(readingTimeMs('')).toBe(0)
})

test('counts what is written without spaces as words, too: it would be gone after one second', () => {
  expect(readingTimeMs('通知設定を更新しました。')).toBe(6_000)
  expect(readingTimeMs('ロール Desk lead を作成しました。')).toBe(2_000 + 2_000 + 4_000)
  // A message in German of as many words.
  expect(readingTimeMs('Die Rolle Desk lead wurde erstellt.')).toBe(6_000)
})
