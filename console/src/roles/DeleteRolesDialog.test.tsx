import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { exampleRole } from '@steward/contract/roles/docs'
import type { Role } from '@steward/contract/roles/schemas'
import { queryClient } from '../api/query.ts'
import { DeleteRolesDialog } from './DeleteRolesDialog.tsx'

afterEach(cleanup)

const role = (roleName: string, isReserved = false): Role => ({ ...exampleRole, roleId: roleName, roleName, isReserved })

async function ask(...roles: Role[]) {
  render(
    <QueryClientProvider client={queryClient}>
      <DeleteRolesDialog roles={roles} onClose={() => {}} onConfirm={() => {}} loading={false} failure={undefined} />
    </QueryClientProvider>,
  )
  return screen.findByRole('dialog')
}

test('a reserved role says why it can’t be deleted', async () => {
  const dialog = await ask(role('Tenant Administrator', true))
  expect(within(dialog).getByText('This would be refused')).toBeTruthy()
  const confirm = within(dialog).getByRole('button', { name: 'Delete role Tenant Administrator' })
  expect(confirm.ariaDisabled).toBe('true')
  expect(within(dialog).getByText(confirm.getAttribute('aria-description') ?? '')).toBeTruthy()
})

test('of several roles, a reserved one is skipped', async () => {
  const dialog = await ask(role('Tenant Administrator', true), role('Auditor'), role('Planner'))
  expect(within(dialog).getByText('1 role is skipped')).toBeTruthy()
  expect(within(dialog).getByRole('button', { name: 'Delete 2 roles' }).ariaDisabled).not.toBe('true')
})
