import { m } from '@steward/contract/paraglide/messages'
import type { PermissionName } from '@steward/contract/rules/permissions'
import {
  Activity,
  BookOpenCheck,
  Boxes,
  ChartLine,
  Coins,
  Database,
  FileClock,
  FolderTree,
  KeyRound,
  LayoutGrid,
  Leaf,
  ListChecks,
  LogIn,
  Network,
  ScrollText,
  Settings,
  ShieldCheck,
  Tags,
  Users,
  UsersRound,
  Waypoints,
  type LucideIcon,
} from 'lucide-react'

export interface MenuEntry {
  label: () => string
  icon: LucideIcon
  /** A page of the console. The entry appears when the page exists and the permission holds. */
  to: string
  permission: PermissionName | undefined
}

export interface MenuGroup {
  id: string
  /** Without a label its entries stand alone. */
  label: (() => string) | undefined
  entries: MenuEntry[]
}

/** The side menu (specification 1, section 2). Empty groups are hidden. */
export const menu: readonly MenuGroup[] = [
  { id: 'start', label: undefined, entries: [{ label: m.menu_launchpad, icon: LayoutGrid, to: '/launchpad', permission: undefined }] },
  {
    id: 'user-administration',
    label: m.menu_user_administration,
    entries: [
      { label: m.menu_users, icon: Users, to: '/user-administration/users', permission: 'Navigation.UserManagement' },
      { label: m.menu_groups, icon: UsersRound, to: '/user-administration/groups', permission: 'Navigation.GroupManagement' },
      {
        label: m.menu_resource_groups,
        icon: FolderTree,
        to: '/user-administration/resource-groups',
        permission: 'Navigation.ResourceGroupsManagement',
      },
      { label: m.menu_roles, icon: ShieldCheck, to: '/user-administration/roles', permission: 'Navigation.RoleManagementWithFeatureFlags' },
    ],
  },
  {
    id: 'monitoring',
    label: m.menu_monitoring,
    entries: [
      { label: m.menu_system_usage, icon: ChartLine, to: '/monitoring/system-usage', permission: 'Navigation.SystemUsage' },
      { label: m.menu_system_log, icon: ScrollText, to: '/monitoring/system-log', permission: 'Navigation.SystemLog' },
      { label: m.menu_job_log, icon: ListChecks, to: '/monitoring/job-log', permission: 'Navigation.JobLog' },
      { label: m.menu_audit_log, icon: FileClock, to: '/monitoring/audit-log', permission: 'Navigation.AuditLog' },
    ],
  },
  {
    id: 'developer-administration',
    label: m.menu_developer_administration,
    entries: [
      {
        label: m.menu_access_credentials,
        icon: KeyRound,
        to: '/developer-administration/access-credentials',
        permission: 'Navigation.APIKeyManagement',
      },
      {
        label: m.menu_api_monitoring,
        icon: Activity,
        to: '/developer-administration/api-monitoring',
        permission: 'Navigation.ApiMonitoringWithFeatureFlags',
      },
    ],
  },
  {
    id: 'company',
    label: m.menu_company,
    entries: [
      { label: m.menu_licenses, icon: BookOpenCheck, to: '/company/company-licenses', permission: 'Navigation.Licenses' },
      { label: m.menu_sso, icon: LogIn, to: '/company/sso', permission: 'Navigation.SingleSignOn' },
      { label: m.menu_scim, icon: Network, to: '/company/scim-management', permission: 'Navigation.ScimManagement' },
    ],
  },
  {
    id: 'integration-center',
    label: m.menu_integration_center,
    entries: [
      { label: m.menu_data_bridge, icon: Waypoints, to: '/integration-center/data-bridge', permission: 'Navigation.IntegrationCenter' },
    ],
  },
  {
    id: 'reference-data',
    label: m.menu_reference_data,
    entries: [
      { label: m.menu_currencies, icon: Coins, to: '/reference-data/currencies', permission: 'Navigation.ReferenceData' },
      { label: m.menu_data_tags, icon: Tags, to: '/reference-data/data-tags', permission: 'Navigation.DataTags' },
    ],
  },
  {
    id: 'open-model-engine',
    label: m.menu_open_model_engine,
    entries: [{ label: m.menu_nasdaq, icon: Boxes, to: '/open-model-engine/nasdaq', permission: 'Navigation.OpenModelEngineNasdaq' }],
  },
  {
    id: 'more',
    label: undefined,
    entries: [
      { label: m.menu_data_administration, icon: Database, to: '/data-administration', permission: 'Navigation.DataAdministration' },
      { label: m.menu_esg, icon: Leaf, to: '/esg-score-customization', permission: 'Navigation.ESGScoreCustomization' },
    ],
  },
  {
    id: 'configurations',
    label: m.menu_configurations,
    entries: [
      { label: m.menu_tenant_settings, icon: Settings, to: '/configurations/tenant-settings', permission: 'Navigation.TenantSettings' },
    ],
  },
]

/** The groups with what may be shown of them; `exists` says whether the console has a page at that path. */
export function visibleMenu(exists: (path: string) => boolean, can: (name: PermissionName) => boolean): MenuGroup[] {
  return menu
    .map((group) => ({
      ...group,
      entries: group.entries.filter((entry) => exists(entry.to) && (entry.permission === undefined || can(entry.permission))),
    }))
    .filter((group) => group.entries.length > 0)
}
