import { expect, it } from 'vitest'
import { lonelyPoints } from './lonelyPoints.ts'

it('gives a point to a value between gaps, and to no other', () => {
  expect(lonelyPoints([1, 2, null, 3, null, null, 4, 5, null, 6])).toEqual([3, 9])
})

it('gives a point to the only value of a line that spans gaps', () => {
  expect(lonelyPoints([null, 3, null], { spansGaps: true })).toEqual([1])
  expect(lonelyPoints([1, null, 3], { spansGaps: true })).toEqual([])
})
