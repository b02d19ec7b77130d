import { expect, test } from 'vitest'
import { columnStarts } from './packing.ts'

test.each([
  [6, 2, [3]],
  [6, 3, [2, 4]],
  [6, 4, [2, 3, 5]],
  [5, 3, [2, 4]],
  [2, 4, [1]],
  [1, 3, []],
])('of %i cards in %i columns, these start a column: %j', (count, columns, expected) => {
  const indexes = Array.from({ length: count }, (_, index) => index)
  expect(indexes.filter((index) => columnStarts(index, count).split(' ').includes(`${columns}`))).toEqual(expected)
})
