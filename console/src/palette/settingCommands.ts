import { useRouter } from '@tanstack/react-router'
import { Settings, SlidersHorizontal } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { missingPermission } from '@steward/contract/rules/routes'
import { languageHash, timeZoneHash } from '../session/settings/hashes.ts'
import { useCan } from '../session/permissions/permissions.ts'
import { settingFields } from '../tenants/settingFields.ts'
import type { Command } from './commands.ts'

const userFields = [
  { hash: languageHash, label: m.settings_language },
  { hash: timeZoneHash, label: m.settings_time_zone },
] as const
const tenantSettings = '/configurations/tenant-settings'

/** Every setting of the tenant and of the user by its label; it leads to its field. */
export function useSettingCommands(): Command[] {
  const router = useRouter()
  const can = useCan()
  const ofTenant = missingPermission(tenantSettings, can) === undefined && tenantSettings in router.routesByPath ? settingFields : []
  const ofUser = can('FeatureFlags.AccountSettings') ? userFields : []
  return [
    ...ofTenant.map(({ id, label }) => ({
      id: `setting:${id}`,
      label: label(),
      detail: m.menu_tenant_settings(),
      icon: SlidersHorizontal,
      target: { path: `${tenantSettings}#${id}` },
    })),
    ...ofUser.map(({ hash, label }) => ({
      id: `setting:${hash}`,
      label: label(),
      detail: m.settings_title(),
      icon: Settings,
      target: { act: () => void router.navigate({ to: '.', search: true, state: true, hash, resetScroll: false }) },
    })),
  ]
}
