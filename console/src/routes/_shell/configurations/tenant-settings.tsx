import { createFileRoute } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import { HistorySection } from '../../../history/HistorySection.tsx'
import { TenantSettingsPage } from '../../../tenants/TenantSettingsPage.tsx'

export const Route = createFileRoute('/_shell/configurations/tenant-settings')({
  staticData: { hasPast: true, icon: Settings },
  component: TenantSettings,
})

function TenantSettings() {
  return (
    <>
      <TenantSettingsPage />
      <HistorySection record="settings" level={2} />
    </>
  )
}
