import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { exampleGroup } from '@steward/contract/groups/docs'
import type { Group } from '@steward/contract/groups/schemas'
import { queryClient } from '../api/query.ts'
import { GroupActionDialog } from './GroupActionDialog.tsx'

afterEach(cleanup)

const group = (groupName: string, userCount: number): Group => ({
  ...exampleGroup,
  groupId: groupName,
  groupName,
  groupDetails: { createdTime: '2026-03-14T09:26:53.589Z', userCount, roleCount: 0 },
})

async function ask(...groups: Group[]) {
  render(
    <QueryClientProvider client={queryClient}>
      <GroupActionDialog action={{ kind: 'delete', groups }} onClose={() => {}} onConfirm={() => {}} loading={false} failure={undefined} />
    </QueryClientProvider>,
  )
  return screen.findByRole('dialog')
}

const reason = 'You need to first delete the users assigned to that group. Remove the 3 members first.'

test('one group that can’t be deleted says why', async () => {
  const dialog = await ask(group('Analysts', 3))
  expect(within(dialog).getByText('This would be refused')).toBeTruthy()
  expect(within(dialog).getByText(reason)).toBeTruthy()
  const confirm = within(dialog).getByRole('button', { name: 'Delete group Analysts' })
  expect([confirm.ariaDisabled, confirm.getAttribute('aria-description')]).toEqual(['true', reason])
})

test('of several groups, those that can’t be deleted are skipped', async () => {
  const dialog = await ask(group('Analysts', 3), group('Empty', 0), group('Idle', 0))
  expect(within(dialog).getByText('1 group is skipped')).toBeTruthy()
  expect(within(dialog).getByText(reason)).toBeTruthy()
  expect(within(dialog).getByRole('button', { name: 'Delete 2 groups' }).ariaDisabled).not.toBe('true')
})
