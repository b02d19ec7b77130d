import { expect, test } from 'vitest'
import { shown } from './refusals.ts'

test.each<[unknown, string]>([
  ['access_denied', 'access_denied'],
  [undefined, ''],
  [null, ''],
  [['one', 'two'], 'one, two'],
  [7, '7'],
  // Custom toString methods are not called.
  [{ toString: {} }, '{"toString":{}}'],
  [['one', { toString: {} }], 'one, {"toString":{}}'],
  [`token ${'a'.repeat(20)}.${'b'.repeat(20)}.c`, 'token …'],
])('%j is shown in a trace as %s', (value, text) => {
  expect(shown(value)).toBe(text)
})

test('truncates long answers', () => {
  expect(shown('x'.repeat(1_000))).toHaveLength(300)
})
