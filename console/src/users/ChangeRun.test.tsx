import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { UserChangeRun } from '@steward/contract/users/matching-schemas'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query.ts'
import { eventually } from '../testing/eventually.ts'
import { ChangeRun } from './ChangeRun.tsx'

vi.mock('../api/client.ts', async (original) => ({ ...(await original<object>()), api: vi.fn() }))

const run: UserChangeRun = {
  userChangeId: '0199c0de-8888-7c11-9d59-3b8f5f1c2a44',
  change: { action: 'disable' },
  status: 'done',
  total: 250,
  done: 250,
  succeeded: 249,
  failed: 1,
  failures: [
    { userId: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44', username: 'ada@example.com', code: 'user_is_self', message: 'That is you.' },
  ],
  canUndo: true,
  createdBy: 'ada@example.com',
  createdAt: '2026-03-14T09:26:53.589Z',
  finishedAt: '2026-03-14T09:27:53.589Z',
}

beforeEach(() => queryClient.clear())

function show(answers: UserChangeRun[]) {
  for (const answer of answers) vi.mocked(api).mockResolvedValueOnce(answer)
  const onShow = vi.fn()
  render(
    <QueryClientProvider client={queryClient}>
      <ChangeRun userChangeId={run.userChangeId} onShow={onShow} />
    </QueryClientProvider>,
  )
  return onShow
}

it('shows the progress, and cancels', async () => {
  show([
    { ...run, status: 'running', done: 100, canUndo: false },
    { ...run, status: 'cancelled' },
  ])
  const progress = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Disable' })
  expect(progress.value).toBe(100)
  expect(screen.getByText('100 of 250 users')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  // The progress is read again while it runs.
  expect(vi.mocked(api).mock.calls.map(([endpoint]) => endpoint.id)).toContain('cancelUserChange')
})

it('shows the result with its refusals, and takes it back', async () => {
  const onShow = show([run, { ...run, userChangeId: '0199c0de-9999-7c11-9d59-3b8f5f1c2a44' }])
  expect(await screen.findByText(/^249 of 250 users changed\. 1 was not changed\.$/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'View reasons' }))
  expect(await screen.findByText('That is you.')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await eventually(() => expect(onShow).toHaveBeenCalledWith('0199c0de-9999-7c11-9d59-3b8f5f1c2a44'))
})
