import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ErrorCode } from '@steward/contract/errors'
import { NetworkError, ProblemError } from '@steward/contract/http'
import { buildProblem } from '../testing/problems.ts'
import { cancelRetries, GivenUpError, isRefusedUndone, retrying, retryNow } from './retry.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  cancelRetries()
  vi.useRealTimers()
})

/** A call that fails this many times before it succeeds. */
function call(failures: number, error: Error = new NetworkError('network')) {
  const run = vi.fn(() => (run.mock.calls.length <= failures ? Promise.reject(error) : Promise.resolve('answer')))
  return run
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test.each(['network', 'bad_response', 'timeout'] as const)('retries after 30 s on failure kind %s', async (kind) => {
  const run = call(1, new NetworkError(kind))
  const answer = retrying(run)
  await pass(29_999)
  expect(run).toHaveBeenCalledTimes(1)
  await pass(1)
  expect(await answer).toBe('answer')
})

test('fails with the last error after ten attempts', async () => {
  const failure = new NetworkError('timeout')
  const run = call(100, failure)
  const answer = retrying(run).catch((error: unknown) => error)
  await pass(9 * 30_000 - 1)
  expect(run).toHaveBeenCalledTimes(9)
  await pass(1)
  expect(run).toHaveBeenCalledTimes(10)
  expect(await answer).toBe(failure)
  await pass(600_000)
  expect(run).toHaveBeenCalledTimes(10)
})

test('doesn’t retry an error response of the server', async () => {
  const refusal = buildProblem('not_found', 'Not found')
  const run = call(1, refusal)
  await expect(retrying(run)).rejects.toBe(refusal)
  expect(run).toHaveBeenCalledTimes(1)
})

const busy = (code: ErrorCode, retryAfterSeconds?: number) => new ProblemError(503, buildProblem(code, 'Busy').problem, retryAfterSeconds)

test.each(['overloaded', 'unavailable', 'took_too_long'] as const)('retries when the server says, after %s', async (code) => {
  const run = call(1, busy(code, 5))
  const answer = retrying(run)
  await pass(4_999)
  expect(run).toHaveBeenCalledTimes(1)
  await pass(1)
  expect(await answer).toBe('answer')
})

test('a call that must not be done twice is retried only if nothing of it was done', async () => {
  const refused = call(1, busy('overloaded', 1))
  const answer = retrying(refused, { isSafe: isRefusedUndone })
  await pass(1_000)
  expect(await answer).toBe('answer')
  for (const error of [busy('unavailable', 1), new NetworkError('timeout')])
    await expect(retrying(call(1, error), { isSafe: isRefusedUndone })).rejects.toBe(error)
})

test('retries immediately when the network is back or the user presses the button', async () => {
  const run = call(2)
  const answer = retrying(run)
  await pass(1_000)
  window.dispatchEvent(new Event('online'))
  await pass(0)
  expect(run).toHaveBeenCalledTimes(2)
  retryNow()
  expect(await answer).toBe('answer')
})

test('canceling ends every waiting call as a network failure', async () => {
  const told = vi.fn()
  const answers = [call(5), call(5, new NetworkError('bad_response'))].map((run) =>
    retrying(run, { onFailure: told }).catch((error: unknown) => error),
  )
  await pass(1_000)
  expect(told).toHaveBeenCalledTimes(2)
  cancelRetries()
  const errors = await Promise.all(answers)
  expect(errors.every((error) => error instanceof GivenUpError)).toBe(true)
  expect(errors[1]).toMatchObject({ kind: 'bad_response' })
})

test('doesn’t retry an aborted call', async () => {
  const run = call(5)
  const nobody = new AbortController()
  const answer = retrying(run, { signal: nobody.signal }).catch((error: unknown) => error)
  await pass(1_000)
  nobody.abort()
  expect(await answer).toMatchObject({ name: 'AbortError' })
  await pass(60_000)
  expect(run).toHaveBeenCalledTimes(1)
})
