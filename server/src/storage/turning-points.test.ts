import { expect, it } from 'vitest'
import { turningPoints } from './turning-points.ts'

const turnsOf = (...bytes: number[]) => turningPoints(bytes.map((value, at) => ({ at, bytes: value }))).map((turn) => turn.bytes)

it('leaves both ends and every peak and dip, also those that last', () => {
  expect(turnsOf()).toEqual([])
  expect(turnsOf(7)).toEqual([7])
  expect(turnsOf(1, 2, 3, 4)).toEqual([1, 4])
  expect(turnsOf(1, 5, 5, 5, 2, 2, 9)).toEqual([1, 5, 2, 9])
  expect(turnsOf(3, 3, 3, 3)).toEqual([3, 3])
})

it('crosses any limit as often as all readings do, in any given order', () => {
  const crossings = (bytes: readonly number[], limit: number) =>
    bytes.filter((value, index) => value > limit && (bytes[index - 1] ?? 0) <= limit).length
  // The same on every machine.
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let round = 0; round < 200; round++) {
    const readings = Array.from({ length: random(30) }, (_, at) => ({ at, bytes: random(6) }))
    const shuffled = readings.toSorted(() => random(3) - 1)
    const turns = turningPoints(shuffled).map((turn) => turn.bytes)
    const all = readings.map((reading) => reading.bytes)
    for (let limit = 0; limit < 6; limit++) expect(crossings(turns, limit), all.join()).toBe(crossings(all, limit))
    expect(turns.at(-1)).toBe(all.at(-1))
  }
})
