import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ResetRequestRole } from '@steward/contract/rules/factors'
import { NetworkError } from '@steward/contract/http'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query.ts'
import { ResetRequestCallout } from './ResetRequestCallout.tsx'

vi.mock('../api/client.ts', async (original) => ({ ...(await original<object>()), api: vi.fn() }))

const request = {
  requestId: '0199c0de-4444-7c11-9d59-3b8f5f1c2a44',
  reason: 'Lost phone',
  askedBy: 'ada@example.com',
  askedTime: '2026-03-14T09:26:53.589Z',
  expiresTime: '2026-03-15T09:26:53.589Z',
}
const userId = '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44'

beforeEach(() => void vi.mocked(api).mockReset())
afterEach(cleanup)

function show(callerIs: ResetRequestRole, reason?: string) {
  render(
    <QueryClientProvider client={queryClient}>
      <ResetRequestCallout userId={userId} name="Ben Ostrom" request={{ ...request, callerIs }} reason={reason} />
    </QueryClientProvider>,
  )
}
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)
const sent = () => vi.mocked(api).mock.calls.map(([, input]) => (input as { body: unknown }).body)

it('offers what each can do: approving to others, withdrawing to who asked, refusing to who is concerned', () => {
  const offered = { approver: ['Approve reset', 'Refuse'], asker: ['Withdraw request'], person: ['Refuse'], reader: [] } as const
  for (const callerIs of ['approver', 'asker', 'person', 'reader'] as const) {
    show(callerIs)
    expect(screen.getByText('ada@example.com asked to reset the second factor: Lost phone')).toBeTruthy()
    expect([callerIs, buttons()]).toEqual([callerIs, offered[callerIs]])
    cleanup()
  }
})

it('says why it cannot be decided without the permission', async () => {
  show('approver', 'You need Edit users.')
  const approve = screen.getByRole('button', { name: 'Approve reset' })
  expect(approve.getAttribute('aria-description')).toBe('You need Edit users.')
  await userEvent.click(approve)
  await userEvent.click(screen.getByRole('button', { name: 'Refuse' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent()).toEqual([])
})

it('asks before it approves, and shows why that failed', async () => {
  vi.mocked(api).mockRejectedValueOnce(new NetworkError('network'))
  show('approver')
  await userEvent.click(screen.getByRole('button', { name: 'Approve reset' }))
  expect(sent()).toEqual([])
  const dialog = await screen.findByRole('dialog', { name: 'Reset the second factor of Ben Ostrom?' })
  const confirm = [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'Approve reset')
  if (confirm) await userEvent.click(confirm)
  expect(sent()).toEqual([{ decision: 'approve' }])
  expect(await screen.findByRole('alert')).toBeTruthy()
})
