import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { CreateTokenPanel } from '../../../provisioning/CreateTokenPanel.tsx'

export const Route = createFileRoute('/_shell/company/scim-management/new')({
  staticData: { title: m.scim_create, panel: true },
  component: CreateTokenPanel,
})
