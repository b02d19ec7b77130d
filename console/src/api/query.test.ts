import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { invalidateTables, queryClient } from './query.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

/** A page shows a query on the table `job`. */
async function shownQuery(meta: Record<string, unknown>) {
  const read = vi.fn(() => Promise.resolve(read.mock.calls.length))
  const leave = new QueryObserver(queryClient, { queryKey: ['jobs'], queryFn: read, meta: { tables: ['job'], ...meta } }).subscribe(
    () => {},
  )
  await vi.advanceTimersByTimeAsync(0)
  expect(read).toHaveBeenCalledTimes(1)
  return { read, leave }
}

/** A change every 50 ms for this long. */
async function changesFor(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 50) {
    void invalidateTables(['job'])
    await vi.advanceTimersByTimeAsync(50)
  }
}

test('a query is read again with each change of its tables', async () => {
  const { read, leave } = await shownQuery({})
  void invalidateTables(['tag'])
  await changesFor(200)
  expect(read).toHaveBeenCalledTimes(5)
  leave()
})

test('one with a pause is read at most once in it, and again after the last change', async () => {
  const { read, leave } = await shownQuery({ pauseMs: 1_000 })
  await changesFor(3_500)
  expect(read).toHaveBeenCalledTimes(4)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(read).toHaveBeenCalledTimes(5)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(read).toHaveBeenCalledTimes(5)
  // After a quiet time, the next change is shown without delay.
  void invalidateTables(['job'])
  await vi.advanceTimersByTimeAsync(0)
  expect(read).toHaveBeenCalledTimes(6)
  leave()
})
