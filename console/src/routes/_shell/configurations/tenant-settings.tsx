import { createFileRoute } from '@tanstack/react-router'
import { TenantSettingsPage } from '../../../tenants/TenantSettingsPage.tsx'

export const Route = createFileRoute('/_shell/configurations/tenant-settings')({
  component: () => <TenantSettingsPage />,
})
