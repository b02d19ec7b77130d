import { expect, it } from 'vitest'
import { linkToken } from './linkToken.ts'

it('finds the secret of a mailed link in the fragment, then in the search', () => {
  expect(linkToken('#token=abc_-1', undefined)).toBe('abc_-1')
  expect(linkToken('token=abc', 'other')).toBe('abc')
  expect(linkToken('#abc', undefined)).toBe('abc')
  expect(linkToken('', 'abc')).toBe('abc')
  expect(linkToken('#section=2', undefined)).toBeUndefined()
  expect(linkToken('', undefined)).toBeUndefined()
})
