import { expect, test } from 'vitest'
import { readingTimeMs } from './reading-time.ts'

test('counts words, split on whitespace, as a second each', () => {
  expect(readingTimeMs('User updated.')).toBe(2_000)
  expect(readingTimeMs('  Access denied.\n Please  login. ')).toBe(4_000)
  expect(readingTimeMs('')).toBe(0)
})
