import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { CreateUserPanel } from '../../../users/CreateUserPanel.tsx'

export const Route = createFileRoute('/_shell/user-administration/users/new')({
  staticData: { title: m.users_create, panel: true, permission: 'Admin.EditUsers' },
  component: CreateUserPanel,
})
