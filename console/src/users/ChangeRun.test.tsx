import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noEffects } from '@steward/contract/changes/docs'
import type { UserChangeRun } from '@steward/contract/users/matching-schemas'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query.ts'
import { setUser } from '../session/token/state.ts'
import { eventually } from '../testing/eventually.ts'
import { buildPreview } from '../testing/preview.ts'
import { buildUser } from '../testing/user.ts'
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
  const result = await screen.findByRole('status')
  expect(result.textContent).toContain('249 users were disabled.1 was not changed.')
  await userEvent.click(screen.getByRole('button', { name: 'View reasons' }))
  expect(await screen.findByText('That is you.')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await eventually(() => expect(onShow).toHaveBeenCalledWith('0199c0de-9999-7c11-9d59-3b8f5f1c2a44'))
})

const groupId = '0199c0de-1111-7c11-9d59-3b8f5f1c2a44'

it.each([
  ['names the group', { groupId, groupName: 'Analysts' }, '250 users were added to Analysts.'],
  ['tells the result of a group that is gone, too', undefined, '250 users were added to the group.'],
])('%s', async (_, group, text) => {
  vi.mocked(api).mockImplementation(async (endpoint) => {
    if (endpoint.id === 'getUserChange') return { ...run, change: { action: 'addToGroup', groupId }, succeeded: 250, failed: 0 }
    if (group === undefined) throw new Error('gone')
    return group
  })
  show([])
  expect(await screen.findByText(text)).toBeTruthy()
})

it.each([
  ['cancelled', 100, 'Canceled100 users were disabled. 150 were not changed.'],
  ['failed', 0, 'StoppedNo user was changed.'],
] as const)('tells what was done before it was %s', async (status, succeeded, text) => {
  show([{ ...run, status, done: 100, succeeded, failed: 0, failures: [] }])
  expect((await screen.findByRole('status')).textContent).toContain(text)
})

const deletion: UserChangeRun = { ...run, change: { action: 'delete' }, total: 2, done: 2, succeeded: 2, failed: 0, failures: [] }

describe('Undo of a deletion', () => {
  const previewed: string[] = []
  beforeEach(() => {
    previewed.length = 0
    setUser(buildUser())
    vi.stubGlobal('fetch', async (input: string) => {
      previewed.push(new URL(input, 'http://localhost').pathname)
      const skipped = [{ id: 'bo', name: 'bo@example.com', code: 'user_exists', message: 'This user exists.' }]
      const answer = buildPreview({ refused: skipped, refusedCount: 1, effects: { ...noEffects, gainingCount: 1, peopleCount: 1 } })
      return Response.json(answer, { headers: { 'preference-applied': 'preview' } })
    })
  })
  afterEach(() => {
    setUser(null)
    vi.unstubAllGlobals()
  })

  it('asks first, and shows who gets what back and who is skipped', async () => {
    const onShow = show([deletion, { ...run, userChangeId: '0199c0de-9999-7c11-9d59-3b8f5f1c2a44' }])
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    // One of two can come back.
    const dialog = await screen.findByRole('dialog', { name: 'Restore the deleted user?' })
    expect(await within(dialog).findByText('1 person gains access.')).toBeTruthy()
    expect(within(dialog).getByText('bo@example.com')).toBeTruthy()
    expect(previewed).toEqual([`/auth/v2/users/changes/${run.userChangeId}/undo`])
    expect(onShow).not.toHaveBeenCalled()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Restore the user' }))
    await eventually(() => expect(onShow).toHaveBeenCalledWith('0199c0de-9999-7c11-9d59-3b8f5f1c2a44'))
  })

  it('cannot be confirmed if none of them can come back', async () => {
    show([{ ...deletion, total: 1, done: 1, succeeded: 1 }])
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    const dialog = await screen.findByRole('dialog', { name: 'Restore the deleted user?' })
    await within(dialog).findByText('bo@example.com')
    expect(within(dialog).queryByText('1 person gains access.')).toBeNull()
    const confirm = within(dialog).getByRole('button', { name: 'Restore the user' })
    expect([confirm.ariaDisabled, confirm.getAttribute('aria-description')]).toEqual(['true', 'This user exists.'])
  })

  it('shows the effects for more than 2,000 users on request', async () => {
    show([{ ...deletion, total: 2_001, done: 2_001, succeeded: 2_001 }])
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    const dialog = await screen.findByRole('dialog', { name: 'Restore 2,001 deleted users?' })
    const text = 'Working out the preview can take seconds. Until it’s done, their groups can’t be changed.'
    expect(within(dialog).getByText(text)).toBeTruthy()
    expect(previewed).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Preview' }))
    expect(await within(dialog).findByText('1 person gains access.')).toBeTruthy()
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Cancel' }))
  })
})
