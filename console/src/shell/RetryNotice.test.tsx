import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NetworkError } from '@steward/contract/http'
import { cancelRetries, GivenUpError, retrying } from '../api/retry.ts'
import { AlertStack } from './AlertStack.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(<AlertStack />)
})

afterEach(() => {
  act(cancelRetries)
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const failing = (kind: NetworkError['kind']) => vi.fn(() => Promise.reject<string>(new NetworkError(kind)))

test('says what it waits for, for how long, and which attempt is next', async () => {
  void retrying(failing('network')).catch(() => undefined)
  void retrying(failing('network')).catch(() => undefined)
  await pass(0)
  expect(screen.getAllByText('Please check your network connection.')).toHaveLength(1)
  expect(screen.getByRole('timer').textContent).toBe('Trying again: attempt 2 of 10 in 30 s')
  await pass(12_000)
  expect(screen.getByRole('timer').textContent).toBe('Trying again: attempt 2 of 10 in 18 s')
  await pass(18_000)
  expect(screen.getByRole('timer').textContent).toBe('Trying again: attempt 3 of 10 in 30 s')
})

test('a click retries immediately; the notice disappears when a response arrives', async () => {
  const run = failing('network')
  const answer = retrying(run)
  await pass(0)
  run.mockResolvedValue('answer')
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }))
  await pass(0)
  expect(await answer).toBe('answer')
  expect(screen.queryByText('Please check your network connection.')).toBeNull()
})

test('it can be canceled; a service that returns errors is not reported as a network problem', async () => {
  const answer = retrying(failing('bad_response')).catch((error: unknown) => error)
  await pass(0)
  expect(screen.getByText('The service isn’t responding correctly.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Stop trying' }))
  await pass(0)
  expect(await answer).toBeInstanceOf(GivenUpError)
  expect(screen.queryByRole('timer')).toBeNull()
})
