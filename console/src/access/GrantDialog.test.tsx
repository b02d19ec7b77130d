import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { GrantOption } from '@steward/contract/access/schemas'
import { listGrants } from '@steward/contract/access/endpoints'
import { getGroup, patchGroup } from '@steward/contract/groups/endpoints'
import { bulkUsers } from '@steward/contract/users/endpoints'
import { renderInRouter } from '../testing/renderInRouter.tsx'
import { GrantDialog } from './GrantDialog.tsx'

const { answer, calls } = vi.hoisted(() => ({ answer: { items: [] as unknown[], failed: [] as unknown[] }, calls: [] as unknown[][] }))

vi.mock('../api/client.ts', () => {
  const api = async (endpoint: { id: string }, input: { body?: unknown }) => {
    calls.push([endpoint.id, input.body])
    return endpoint.id === 'listGrants' ? { isGranted: false, items: answer.items } : { succeeded: [], failed: answer.failed }
  }
  return { api, apiWithEtag: async (endpoint: { id: string }) => (calls.push([endpoint.id]), { data: {}, etag: '"7"' }) }
})

const option = (given: Partial<GrantOption>): GrantOption => ({
  groupId: '0199c0de-4444-7c11-9d59-3b8f5f1c2a44',
  groupName: 'Underwriting',
  groupUserCount: 12,
  role: null,
  isAdministrator: false,
  needed: ['ViewUsers'],
  others: ['ViewLicenses'],
  ...given,
})
const asked = { userId: 'user-1', username: 'ada@example.com', name: 'Ada Lindqvist' }
const onClose = vi.fn()

beforeEach(() => {
  calls.length = 0
  answer.failed = []
  onClose.mockClear()
})

async function show(...items: GrantOption[]) {
  answer.items = items
  await renderInRouter(<GrantDialog asked={asked} ask="Admin.ViewUsers" onClose={onClose} />)
  await screen.findByRole('dialog', { name: 'Grant access to Ada Lindqvist?' })
}
const ids = () => calls.map(([id]) => id)

test('shows what the smallest grant gives before it is made', async () => {
  await show(option({}))
  await screen.findByText('Add Ada Lindqvist to the group Underwriting')
  screen.getByText('View users (Admin Center)')
  screen.getByText('Also gives')
  screen.getByText('View licenses (Admin Center)')
  expect(ids()).toEqual([listGrants.id])
  fireEvent.click(screen.getByRole('button', { name: 'Add to Underwriting' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(calls.at(-1)).toEqual([
    bulkUsers.id,
    { userIds: ['user-1'], change: { action: 'addToGroup', groupId: '0199c0de-4444-7c11-9d59-3b8f5f1c2a44' } },
  ])
})

test('says who else a role would reach, and adds it to the version that was read', async () => {
  const role = { roleId: '0199c0de-5555-7c11-9d59-3b8f5f1c2a44', roleName: 'Help desk' }
  await show(option({ role, others: [] }))
  await screen.findByText('All 12 members of Underwriting get it.')
  screen.getByText('It gives nothing else.')
  fireEvent.click(screen.getByRole('button', { name: 'Add role Help desk' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(ids()).toEqual([listGrants.id, getGroup.id, patchGroup.id])
})

test('warns before it makes an administrator, and stays open with the reason of a refusal', async () => {
  answer.failed = [{ message: 'Only administrators can do this.' }]
  await show(option({ groupName: 'admin', isAdministrator: true }))
  await screen.findByText(/makes Ada Lindqvist a tenant administrator/)
  fireEvent.click(screen.getByRole('button', { name: 'Add to admin' }))
  await screen.findByText('Only administrators can do this.')
  expect(onClose).not.toHaveBeenCalled()
})

test('says that nothing would do', async () => {
  await show()
  await screen.findByText(/no group or role that you can assign includes it/)
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
})
