import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { CreateGroupPanel } from '../../../groups/CreateGroupPanel.tsx'
import { requirePermission } from '../../../session/permissions/permissions.ts'

export const Route = createFileRoute('/_shell/user-administration/groups/new')({
  beforeLoad: requirePermission('Admin.EditGroups'),
  staticData: { title: m.groups_create, panel: true },
  component: CreateGroupPanel,
})
