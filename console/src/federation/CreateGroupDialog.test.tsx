import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { buildProblemBody } from '../testing/problems.ts'
import { renderInRouter } from '../testing/renderInRouter.tsx'
import { CreateGroupDialog } from './CreateGroupDialog.tsx'

const fetched = vi.fn<typeof fetch>()
vi.stubGlobal('fetch', fetched)
afterEach(() => void fetched.mockReset())

const json = (body: object, status: number) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** In a form, as where it is opened. */
async function open() {
  const outer = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
  const onCreated = vi.fn()
  const onClose = vi.fn()
  await renderInRouter(
    <form onSubmit={outer}>
      <CreateGroupDialog suggested="Analysts" onClose={onClose} onCreated={onCreated} />
    </form>,
  )
  await screen.findByRole('dialog', { name: 'Create group' })
  return { outer, onCreated, onClose }
}

test('creates the group with the provider’s name, and does not submit the form around it', async () => {
  fetched.mockResolvedValue(json({ groupId: '0199c0de-aaaa-7c11-9d59-000000000001', groupName: 'Analysts' }, 201))
  const { outer, onCreated, onClose } = await open()
  await userEvent.type(screen.getByLabelText('Group Name'), '{Enter}')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(onCreated).toHaveBeenCalledWith(expect.objectContaining({ groupName: 'Analysts' }))
  const [, request] = fetched.mock.calls[0] ?? []
  expect(JSON.parse(String(request?.body))).toMatchObject({ groupName: 'Analysts', usernames: [], roleIds: [] })
  expect(outer).not.toHaveBeenCalled()
})

test('says beside the name why it was refused, and stays open', async () => {
  fetched.mockResolvedValue(json(buildProblemBody('group_name_taken', 409, 'There is already a group Analysts.'), 409))
  const { onCreated, onClose } = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Create group' }))
  expect(await screen.findByText('There is already a group Analysts.')).toBeTruthy()
  expect(onCreated).not.toHaveBeenCalled()
  expect(onClose).not.toHaveBeenCalled()
})
