import { vintageFields } from '@steward/contract/reference-data/constants'
import { expect, test } from 'vitest'
import { compareSearch, reviewSearch, schemeSearch, vintageSortFields } from './search.ts'

test('offers sorts that the contract has', () => {
  const fields: readonly string[] = vintageFields
  expect(vintageSortFields.filter((field) => !fields.includes(field))).toEqual([])
})

test('drops what the page does not know', () => {
  expect(schemeSearch({ q: ' 2026 ', status: 'Draft', edit: true, sort: '-rateCount' })).toEqual({
    q: '2026',
    status: 'Draft',
    edit: true,
    sort: '-rateCount',
  })
  expect(schemeSearch({ status: 'Open', edit: 'yes', sort: 'sourceName' })).toEqual({})
  expect([reviewSearch({ percent: 5 }), reviewSearch({ percent: '-1' }), reviewSearch({ percent: 'x' }), reviewSearch({})]).toEqual([
    { percent: 5 },
    {},
    {},
    {},
  ])
  // The router reads a vintage such as 2025 as a number.
  expect(compareSearch({ base: 2025, page: 2 })).toEqual({ base: '2025', page: 2 })
})
