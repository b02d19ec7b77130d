import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { NetworkError } from '@steward/contract/http'
import { cancelRetries, retrying } from '../../api/retry.ts'
import { RetryNotice } from '../../shell/RetryNotice.tsx'
import { ErrorLine } from './ErrorLine.tsx'
import { PendingState } from './PendingState.tsx'
import { ErrorState, type Reading } from './states.tsx'

afterEach(() => act(cancelRetries))

const lost = new NetworkError('network')
const check = 'Please check your network connection.'

it('says one message in one place, and retries all that failed so', async () => {
  const [first, second, other] = [vi.fn(), vi.fn(), vi.fn()]
  render(
    <>
      <ErrorState error={lost} fallback="The calls can't be loaded." onRetry={first} />
      <ErrorState error={lost} fallback="The keys can't be loaded." onRetry={second} />
      <ErrorLine error={new Error('500')} fallback="The files can't be loaded." onRetry={other} />
      <ErrorLine error={new Error('500')} fallback="The files can't be loaded." />
    </>,
  )
  expect(screen.getAllByText(check)).toHaveLength(1)
  expect(screen.getByText("The keys can't be loaded.")).toBeDefined()
  expect(screen.getAllByText("The files can't be loaded.")).toHaveLength(1)
  expect(screen.getByText('Not loaded')).toBeDefined()
  const [retry] = screen.getAllByRole('button', { name: 'Try again' })
  if (retry) await userEvent.click(retry)
  expect([first, second, other].map((one) => one.mock.calls.length)).toEqual([1, 1, 0])
})

it('says it again in a dialog, and where the part that said it has gone', () => {
  const page = (isFirst: boolean) => (
    <>
      {isFirst ? <ErrorState error={lost} fallback="The calls can't be loaded." /> : null}
      <ErrorState error={lost} fallback="The keys can't be loaded." />
      <div role="dialog" aria-label="Key">
        <ErrorState error={lost} fallback="The key can't be loaded." />
      </div>
    </>
  )
  const { rerender } = render(page(true))
  expect(screen.getAllByText(check)).toHaveLength(2)
  rerender(page(false))
  expect(screen.getAllByText(check)).toHaveLength(2)
})

it('has the notice only where no part of the page says that it waits', async () => {
  const waiting = retrying(() => Promise.reject(lost)).catch(() => undefined)
  const { rerender } = render(<RetryNotice />)
  expect(await screen.findByRole('button', { name: 'Try now' })).toBeDefined()
  rerender(
    <>
      <RetryNotice />
      <ErrorState error={lost} fallback="The calls can't be loaded." onRetry={() => undefined} />
    </>,
  )
  expect(screen.getAllByRole('timer')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Stop trying' }))
  expect(screen.queryByRole('timer')).toBeNull()
  await waiting
})

it('shows a placeholder while data loads, and why it does not, also between two attempts', async () => {
  const reading = (given: Pick<Partial<Reading>, 'error' | 'failureReason' | 'isFetching'> = {}) => ({
    error: null,
    isFetching: true,
    ...given,
    refetch: vi.fn(),
  })
  const loading = reading()
  const { rerender } = render(<PendingState query={loading} fallback="The keys can't be loaded." lines={3} />)
  expect(screen.getByRole('status', { name: 'Loading' }).children).toHaveLength(3)
  const waiting = reading({ failureReason: lost })
  rerender(<PendingState query={[loading, waiting]} fallback="The keys can't be loaded." />)
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.getByRole('alert').textContent).toContain("The keys can't be loaded.")
  const failed = reading({ error: new Error('500'), isFetching: false })
  rerender(<PendingState query={[loading, waiting, failed]} fallback="The keys can't be loaded." />)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect([loading, waiting, failed].map(({ refetch }) => refetch.mock.calls.length)).toEqual([0, 1, 1])
})
