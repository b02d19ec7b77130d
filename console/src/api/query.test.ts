import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteOwnChange, ownAnswerAt } from './ownChanges.ts'
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

test('a change of this page that was read already is not read again for its live message', async () => {
  const { read, leave } = await shownQuery({})
  noteOwnChange(new Headers({ 'x-request-id': 'mine-1' }))
  void invalidateTables(['job'])
  await vi.advanceTimersByTimeAsync(50)
  expect(read).toHaveBeenCalledTimes(2)
  void invalidateTables(['job'], ownAnswerAt(['mine-1']))
  await vi.advanceTimersByTimeAsync(50)
  expect(read).toHaveBeenCalledTimes(2)
  void invalidateTables(['job'], ownAnswerAt(['mine-1', 'theirs']))
  await vi.advanceTimersByTimeAsync(50)
  expect(read).toHaveBeenCalledTimes(3)
  leave()
})

test('a change of this page that nothing has read yet is read for its live message', async () => {
  const { read, leave } = await shownQuery({})
  await vi.advanceTimersByTimeAsync(10)
  noteOwnChange(new Headers({ 'x-request-id': 'mine-2' }))
  void invalidateTables(['job'], ownAnswerAt(['mine-2']))
  await vi.advanceTimersByTimeAsync(0)
  expect(read).toHaveBeenCalledTimes(2)
  leave()
})
