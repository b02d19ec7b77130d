import { expect, test } from 'vitest'
import { barsOf } from './bars.ts'

const picture = { count: 3, most: 1_000, width: 30, height: 24 }

test('there is no bar for nothing, and a visible one for little', () => {
  const bars = barsOf([{ kind: 'bar', color: 'accent', values: [1_000, 0, 1] }], picture)
  expect(bars.map(({ index, box }) => [index, box.height])).toEqual([
    [0, 20],
    [2, 2],
  ])
})

test('series are stacked, also where one is little, within the picture', () => {
  const series = [
    { kind: 'bar', color: 'failure', values: [1, 1, null] },
    { kind: 'bar', color: 'success', values: [999, 500, null] },
  ]
  expect(barsOf(series, picture).map(({ index, color, box }) => [index, color, box.y, box.height])).toEqual([
    [0, 'failure', 22, 2],
    [0, 'success', 2, 20],
    [1, 'failure', 22, 2],
    [1, 'success', 12, 10],
  ])
})
