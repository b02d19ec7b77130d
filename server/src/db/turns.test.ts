import { expect, test } from 'vitest'
import { SharedTurns, TurnsOf } from './turns.ts'

test('work of a key begins in the order in which it came, as many as allowed at a time; other keys do not wait', async () => {
  const lines = new TurnsOf(2)
  const begun: string[] = []
  const gates = new Map<string, () => void>()
  const start = (key: string, name: string) =>
    lines.run(key, () => {
      begun.push(name)
      return new Promise<void>((resolve) => gates.set(name, resolve))
    })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const all = [start('a', '1'), start('a', '2'), start('a', '3'), start('a', '4'), start('b', '5')]
  await settle()
  expect(begun).toEqual(['1', '2', '5'])
  gates.get('2')?.()
  await settle()
  expect(begun).toEqual(['1', '2', '5', '3'])
  gates.get('1')?.()
  await settle()
  expect(begun).toEqual(['1', '2', '5', '3', '4'])
  for (const open of gates.values()) open()
  await Promise.all(all)
  expect(lines.keys).toEqual([])
})

test('what fails gives its turn to the next', async () => {
  const lines = new TurnsOf(1)
  const failed = lines.run('a', () => Promise.reject(new Error('no')))
  const next = lines.run('a', async () => 'done')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
  expect(lines.keys).toEqual([])
})

test.each([
  { mostOfOne: undefined, first: ['a', 'a', 'a', 'b'] },
  { mostOfOne: 1, first: ['a', 'b', 'c'] },
])('a key has only a part of the turns that are shared: $first', async ({ mostOfOne, first }) => {
  const turns = new SharedTurns(4, mostOfOne)
  const begun: string[] = []
  const start = async (key: string) => {
    const give = await turns.take(key)
    begun.push(key)
    return give
  }
  const all = ['a', 'a', 'a', 'a', 'b', 'c'].map(start)
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  await settle()
  expect(begun).toEqual(first)
  ;(await all[0])?.()
  await settle()
  expect(begun).toHaveLength(first.length + 1)
})
