import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { requirePermission } from '../../../session/permissions/permissions.ts'
import { CreateUserPanel } from '../../../users/CreateUserPanel.tsx'

export const Route = createFileRoute('/_shell/user-administration/users/new')({
  beforeLoad: requirePermission('Admin.EditUsers'),
  staticData: { title: m.users_create, panel: true },
  component: CreateUserPanel,
})
