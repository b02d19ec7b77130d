import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noEffects } from '@steward/contract/changes/docs'
import { alerts, useAlerts } from '../api/alerts.ts'
import { queryClient } from '../api/query.ts'
import { setUser } from '../session/token/state.ts'
import { buildUser } from '../testing/user.ts'
import { buildPreview } from '../testing/preview.ts'
import { onDeselect } from '../ui/table/deselect.ts'
import type { BulkAction } from './bulkActions.ts'
import { inBackgroundIfMany } from './changeUsers.ts'
import { UserActionFlow } from './UserActionFlow.tsx'

const people = { ada: 'Ada Berg', bo: 'Bo Chen', cy: 'Cy Dahl' }
const self = 'You cannot delete or disable yourself.'

let refusedIds: string[] = []
let failedIds: string[] = []
let previewed: string[] = []
const sent: string[][] = []

const preview = () =>
  buildPreview({
    refusedCount: refusedIds.length,
    refused: refusedIds.map((id) => ({ id, name: `${id}@x.example`, code: 'user_is_self', message: self })),
    effects: { ...noEffects, losingCount: 2, peopleCount: 2 },
  })

beforeEach(() => {
  setUser(buildUser())
  refusedIds = []
  failedIds = []
  previewed = []
  vi.stubGlobal('fetch', async (_input: string, init: RequestInit) => {
    if (new Headers(init.headers).get('prefer') === 'preview') {
      previewed.push((JSON.parse(String(init.body)) as { change: { action: string } }).change.action)
      return Response.json(preview(), { headers: { 'preference-applied': 'preview' } })
    }
    const { userIds, filter } = JSON.parse(String(init.body)) as { userIds: string[]; filter?: { userIds: string[] } }
    sent.push(filter?.userIds ?? userIds)
    if (filter) return Response.json({ userChangeId: 'change-1' }, { status: 202 })
    const failed = userIds.filter((id) => failedIds.includes(id))
    return Response.json({
      succeeded: userIds.filter((id) => !failed.includes(id)),
      failed: failed.map((userId) => ({ userId, username: `${userId}@x.example`, code: 'not_found', message: 'Gone.' })),
    })
  })
})
afterEach(() => {
  cleanup()
  sent.length = 0
  alerts.clear()
  queryClient.clear()
  setUser(null)
  vi.unstubAllGlobals()
})

const Messages = () => useAlerts().map(({ id, message }) => <p key={id}>{message}</p>)

const show = (kind: BulkAction['kind'], ids: readonly (keyof typeof people)[]) =>
  showAction({ kind, users: ids.map((userId) => ({ userId, name: people[userId] })) })

function showAction(action: BulkAction) {
  const [onClose, onRun] = [vi.fn(), vi.fn()]
  render(
    <QueryClientProvider client={queryClient}>
      <Messages />
      <UserActionFlow action={action} onDone={() => {}} onRun={onRun} onClose={onClose} />
    </QueryClientProvider>,
  )
  return { user: userEvent.setup(), onClose, onRun }
}

test('those who would be refused are named with the reason, and left out', async () => {
  refusedIds = ['ada']
  const { user, onClose } = show('disable', ['ada', 'bo', 'cy'])
  const dialog = await screen.findByRole('dialog', { name: 'Disable 2 users?' })
  const skipped = within(dialog)
    .getAllByRole('status')
    .find((one) => one.textContent.includes('1 user is skipped'))
  expect(skipped?.textContent).toBe(`1 user is skipped${self}Ada Berg`)
  expect(within(dialog).getByText('2 people lose access.')).toBeDefined()
  await user.click(within(dialog).getByRole('button', { name: 'Disable 2 users' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toEqual([['bo', 'cy']])
})

test('where it would be refused for all, the button says why', async () => {
  refusedIds = ['ada']
  const { user } = show('delete', ['ada'])
  await screen.findByText('This would be refused')
  expect(screen.queryByText('2 people lose access.')).toBeNull()
  const confirm = screen.getByRole('button', { name: 'Delete user Ada Berg' })
  expect([confirm.ariaDisabled, confirm.getAttribute('aria-description')]).toEqual(['true', self])
  await user.click(confirm)
  expect(sent).toEqual([])
})

test('an action that changes no access names only those whom it skips', async () => {
  refusedIds = ['cy']
  show('sendPasswordLink', ['bo', 'cy'])
  await screen.findByText('1 user is skipped')
  expect(screen.queryByRole('status', { name: 'Effects' })).toBeNull()
})

test('what fails in spite of the preview is listed, and the message names those who succeeded', async () => {
  failedIds = ['ada']
  const { user } = show('enable', ['ada', 'bo'])
  await user.click(await screen.findByRole('button', { name: 'Enable 2 users' }))
  const result = await screen.findByRole('dialog', { name: '1 user was not changed' })
  expect(within(result).getByText('Gone.')).toBeDefined()
  expect(screen.getByText('Bo Chen was enabled.')).toBeDefined()
})

test('of all that match a filter, it also says who is skipped', async () => {
  refusedIds = ['ada']
  showAction({ kind: 'disable', users: [], matching: { filter: { search: 'a' }, count: 250 } })
  await screen.findByRole('button', { name: 'Disable 249 users' })
  expect(screen.getByText('2 people lose access.')).toBeDefined()
  expect(screen.getByText('ada@x.example')).toBeDefined()
})

test('mails to hundreds of users are previewed as well', async () => {
  refusedIds = ['ada']
  showAction({ kind: 'resendActivation', users: [], matching: { filter: {}, count: 2_000 } })
  await screen.findByText('1 user is skipped')
  expect(previewed).toEqual(['resendActivation'])
})

test('more selected users than one call changes are changed in the background, and previewed when asked for', async () => {
  const users = Array.from({ length: 2_001 }, (_, index) => ({ userId: `user-${index}`, name: `User ${index}` }))
  const onStarted = vi.fn()
  const { user, onRun } = showAction({ kind: 'disable', users, onStarted })
  expect(screen.getByText('User 0')).toBeDefined()
  expect(screen.getByText('and 1,996 more')).toBeDefined()
  expect(screen.queryByText(/match the list’s filters/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  await screen.findByText('2 people lose access.')
  await user.click(screen.getByRole('button', { name: 'Disable 2,001 users' }))
  await waitFor(() => expect(onRun).toHaveBeenCalledWith('change-1'))
  expect([previewed, sent.map((ids) => ids.length)]).toEqual([['disable'], [2_001]])
  expect(onStarted).toHaveBeenCalledOnce()
})

test('deleted users are deselected, and others stay selected', async () => {
  const gone: string[] = []
  const stop = onDeselect((ids) => gone.push(...ids))
  failedIds = ['ada']
  const { user } = show('delete', ['ada', 'bo'])
  await user.click(await screen.findByRole('button', { name: 'Delete 2 users' }))
  await screen.findByRole('dialog', { name: '1 user was not changed' })
  stop()
  expect(gone).toEqual(['bo'])
})

test('as many as one call changes are changed in it', () => {
  const users = Array.from({ length: 2_000 }, (_, index) => ({ userId: `user-${index}`, name: `User ${index}` }))
  expect(inBackgroundIfMany({ kind: 'disable', users })).toEqual({ kind: 'disable', users })
})

test('the preview of thousands of users waits to be asked for', async () => {
  const { user } = showAction({ kind: 'delete', users: [], matching: { filter: {}, count: 2_001 } })
  expect(screen.getByText(/these people can’t sign in/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
  await screen.findByText('2 people lose access.')
  expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull()
  expect(screen.queryByText(/these people can’t sign in/)).toBeNull()
  expect(previewed).toEqual(['delete'])
})
