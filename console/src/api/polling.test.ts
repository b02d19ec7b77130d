import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPolling, type PollTarget } from './polling.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A target that stays active until stopped. */
function buildTarget(active = true) {
  const target = { active, isActive: () => target.active, poll: vi.fn(() => Promise.resolve()), onComplete: vi.fn() }
  return target satisfies PollTarget & { active: boolean }
}

describe('each poll', () => {
  test('runs the methods of active targets, an interval apart', async () => {
    const polling = createPolling(1_000)
    const [running, done] = [buildTarget(), buildTarget(false)]
    polling.register('jobs', running)
    polling.register('jobs', done)
    await pass(999)
    expect(running.poll).not.toHaveBeenCalled()
    await pass(1)
    expect(running.poll).toHaveBeenCalledTimes(1)
    expect(done.poll).not.toHaveBeenCalled()
    await pass(1_000)
    expect(running.poll).toHaveBeenCalledTimes(2)
  })

  test('keeps active targets; drops and completes the others', async () => {
    const polling = createPolling(1_000)
    const [first, second] = [buildTarget(), buildTarget()]
    polling.register('jobs', first)
    polling.register('jobs', second)
    first.poll.mockImplementation(() => {
      first.active = false
      return Promise.resolve()
    })
    await pass(1_000)
    expect(first.onComplete).toHaveBeenCalledTimes(1)
    expect(second.onComplete).not.toHaveBeenCalled()
    await pass(5_000)
    expect(first.poll).toHaveBeenCalledTimes(1)
    expect(first.onComplete).toHaveBeenCalledTimes(1)
    expect(second.poll).toHaveBeenCalledTimes(6)
  })

  test('removes keys without targets', async () => {
    const polling = createPolling(1_000)
    polling.register('jobs', buildTarget(false))
    polling.register('exports', buildTarget())
    expect(polling.keys()).toEqual(['jobs', 'exports'])
    await pass(1_000)
    expect(polling.keys()).toEqual(['exports'])
  })
})

describe('the next poll', () => {
  test('is scheduled only while a target is active', async () => {
    const polling = createPolling(1_000)
    const target = buildTarget()
    polling.register('jobs', target)
    await pass(1_000)
    target.active = false
    await pass(1_000)
    expect(vi.getTimerCount()).toBe(0)
    polling.register('jobs', buildTarget())
    expect(vi.getTimerCount()).toBe(1)
  })

  test('waits for the previous poll to finish, and retries after a failure', async () => {
    const polling = createPolling(1_000)
    const slow = buildTarget()
    slow.poll.mockImplementationOnce(() => new Promise((_, reject) => setTimeout(() => reject(new Error('no answer')), 5_000)))
    polling.register('jobs', slow)
    await pass(5_999)
    expect(slow.poll).toHaveBeenCalledTimes(1)
    await pass(1_001)
    expect(slow.poll).toHaveBeenCalledTimes(2)
  })
})

test('polls a target registered during a poll in the next one', async () => {
  const polling = createPolling(1_000)
  const [first, late] = [buildTarget(), buildTarget()]
  first.poll.mockImplementationOnce(() => {
    polling.register('jobs', late)
    return Promise.resolve()
  })
  polling.register('jobs', first)
  await pass(1_000)
  expect(late.poll).not.toHaveBeenCalled()
  await pass(1_000)
  expect(late.poll).toHaveBeenCalledTimes(1)
})

test('neither polls nor completes an unregistered target', async () => {
  const polling = createPolling(1_000)
  const target = buildTarget()
  const takeBack = polling.register('jobs', target)
  takeBack()
  expect(vi.getTimerCount()).toBe(0)
  await pass(5_000)
  expect(target.poll).not.toHaveBeenCalled()
  expect(target.onComplete).not.toHaveBeenCalled()
})
