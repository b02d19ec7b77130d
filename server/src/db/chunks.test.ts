import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inChunks } from './chunks.ts'

const piece = Buffer.alloc(10, 'x')

test('splits bytes into chunks in order', async () => {
  const stored: [number, string][] = []
  async function* source() {
    for (const text of ['abc', 'def', 'ghij', 'k']) yield Buffer.from(text)
  }
  await inChunks(source(), 6, async (content, number) => void stored.push([number, content.toString()]))
  expect(stored).toEqual([
    [0, 'abcdef'],
    [1, 'ghijk'],
  ])
})

test('reads no more than one chunk ahead while another is stored, for a source of any length', async () => {
  let produced = 0
  let stored = 0
  let most = 0
  async function* source() {
    for (; produced < 10_000; produced++) {
      most = Math.max(most, (produced - stored) * piece.length)
      yield piece
    }
  }
  await inChunks(source(), 100, async (content) => {
    await setImmediate()
    stored += content.length / piece.length
  })
  expect(stored).toBe(10_000)
  expect(most).toBeLessThanOrEqual(300)
})

test("stops reading the source if a chunk can't be stored", async () => {
  let produced = 0
  async function* source() {
    for (; produced < 10_000; produced++) yield piece
  }
  const failing = inChunks(source(), 10, () => Promise.reject(new Error('full')))
  await expect(failing).rejects.toThrow('full')
  expect(produced).toBeLessThan(5)
})
