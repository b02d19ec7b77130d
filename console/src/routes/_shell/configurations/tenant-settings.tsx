import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { TenantSettingsPage } from '../../../tenants/TenantSettingsPage.tsx'

export const Route = createFileRoute('/_shell/configurations/tenant-settings')({
  staticData: { title: m.menu_tenant_settings },
  component: () => <TenantSettingsPage />,
})
