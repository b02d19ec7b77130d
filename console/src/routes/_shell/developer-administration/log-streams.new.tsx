import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { CreateStreamPanel } from '../../../log-streams/CreateStreamPanel.tsx'

export const Route = createFileRoute('/_shell/developer-administration/log-streams/new')({
  staticData: { title: m.streams_create, panel: true, permission: 'Admin.TenantAdministrator' },
  component: CreateStreamPanel,
})
