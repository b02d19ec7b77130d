import { expect, test } from 'vitest'
import { WritePositions, longestLagMs } from './write-positions.ts'

const answer = (position: bigint) => () => Promise.resolve(position)

test('a tenant needs the position that was asked for after its latest change', async () => {
  const positions = new WritePositions()
  expect(positions.neededBy('a')).toBe(0n)
  positions.note('a')
  expect([positions.neededBy('a'), positions.neededBy('b')]).toEqual([undefined, 0n])
  await positions.learn(answer(10n))
  await positions.learn(answer(20n))
  expect([positions.neededBy('a'), positions.neededBy('b')]).toEqual([10n, 0n])
})

test('the answer says nothing about a change during the question', async () => {
  const positions = new WritePositions()
  positions.note('a')
  await positions.learn(() => {
    expect(positions.neededBy('a')).toBeUndefined()
    positions.note('b')
    return Promise.resolve(10n)
  })
  expect([positions.neededBy('a'), positions.neededBy('b')]).toEqual([10n, undefined])
})

test('what was asked for in vain is still unknown', async () => {
  const positions = new WritePositions()
  positions.note('a')
  await expect(positions.learn(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(positions.neededBy('a')).toBeUndefined()
})

test('a change for all tenants is one of each', async () => {
  const positions = new WritePositions()
  positions.noteAll()
  expect(positions.neededBy('a')).toBeUndefined()
  await positions.learn(answer(10n))
  expect(positions.neededBy('a')).toBe(10n)
})

test('every tenant needs what the primary had ten seconds ago', async () => {
  let now = 0
  const positions = new WritePositions(() => now)
  positions.note('a')
  for (const second of [0, 1, 2]) {
    now = second * 1_000
    await positions.learn(answer(BigInt(100 + second)))
  }
  expect([positions.neededBy('a'), positions.neededBy('b')]).toEqual([100n, 0n])
  now = longestLagMs + 1_500
  await positions.learn(answer(200n))
  expect([positions.neededBy('a'), positions.neededBy('b')]).toEqual([101n, 101n])
  // Without a question for a while, the latest answer counts.
  now = 3 * longestLagMs
  expect(positions.neededByAll).toBe(101n)
  await positions.learn(answer(300n))
  expect(positions.neededByAll).toBe(200n)
})
