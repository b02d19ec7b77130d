import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { CreateGroupPanel } from '../../../groups/CreateGroupPanel.tsx'

export const Route = createFileRoute('/_shell/user-administration/groups/new')({
  staticData: { title: m.groups_create, panel: true, permission: 'Admin.EditGroups' },
  component: CreateGroupPanel,
})
