import { expect, test } from 'vitest'
import { choicesParam, pageQuery, patchSearch, tableSearch, textParam } from './search.ts'

test('reads paging and sorting, and drops invalid and default values', () => {
  expect(tableSearch({ page: 3, limit: 50, sort: '-name' }, ['name'])).toEqual({ page: 3, limit: 50, sort: '-name' })
  expect(tableSearch({ page: '2', limit: '20', sort: 'shoeSize' }, ['name'])).toEqual({ page: 2 })
  expect(tableSearch({ page: 1, limit: 9_999, sort: 12 }, ['name'])).toEqual({})
  expect(tableSearch({ page: -1, limit: 2.5 }, [])).toEqual({})
})

test('converts a page to limit and offset', () => {
  expect(pageQuery({})).toEqual({ limit: 20, offset: 0 })
  expect(pageQuery({ page: 3, limit: 50, sort: 'name' })).toEqual({ limit: 50, offset: 100, sort: 'name' })
})

test('returns to the first page when a filter changes, and drops empty values', () => {
  const before: { page?: number; q?: string; status?: string[] } = { page: 4, q: 'ada', status: ['A'] }
  expect(patchSearch(before, { q: 'grace' })).toEqual({ q: 'grace', status: ['A'] })
  expect(patchSearch(before, { q: '', status: [] })).toEqual({})
  expect(patchSearch(before, { page: 5 })).toEqual({ page: 5, q: 'ada', status: ['A'] })
})

test('reads text and choices from the URL', () => {
  expect(textParam(12)).toBe('12')
  expect(textParam('')).toBeUndefined()
  expect(choicesParam('A', ['A', 'B'])).toEqual(['A'])
  expect(choicesParam(['B', 'C'], ['A', 'B'])).toEqual(['B'])
  expect(choicesParam(undefined, ['A', 'B'])).toBeUndefined()
})
