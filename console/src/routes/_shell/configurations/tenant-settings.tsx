import { createFileRoute } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import { TenantSettingsPage } from '../../../tenants/TenantSettingsPage.tsx'

export const Route = createFileRoute('/_shell/configurations/tenant-settings')({
  staticData: { icon: Settings },
  component: () => <TenantSettingsPage />,
})
