import { expect, test } from 'vitest'
import { barsOf } from './histogramBars.ts'

test('a single event is seen beside thousands, and a failure below the rest', () => {
  const picture = { most: 5_000, height: 72 }
  expect(barsOf({ success: 1, failure: 0 }, picture)).toEqual({ success: { y: 70, height: 2 }, failure: { y: 72, height: 0 } })
  expect(barsOf({ success: 2_500, failure: 1 }, picture)).toEqual({ success: { y: 35, height: 35 }, failure: { y: 70, height: 2 } })
  expect(barsOf({ success: 4_999, failure: 1 }, picture).success.y).toBeGreaterThanOrEqual(0)
})
