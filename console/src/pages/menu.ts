import { m } from '@steward/contract/paraglide/messages'
import type { LinkName } from '@steward/contract/rules/links'
import type { PermissionName } from '@steward/contract/rules/permissions'
import {
  Activity,
  BookOpenCheck,
  Boxes,
  ChartLine,
  Code,
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

interface EntryBase {
  label: () => string
  icon: LucideIcon
  /** The entry appears when all of them are granted. */
  permissions: readonly PermissionName[]
}

/** A page of the console. Its entry appears when the page exists. */
export interface MenuPage extends EntryBase {
  to: string
}

/** A place outside the console. Its entry appears when the operator configured the address. */
interface MenuLink extends EntryBase {
  link: LinkName
}

/** The same with its address. */
export interface ShownLink extends EntryBase {
  href: string
}

interface Group<E> {
  id: string
  /** Without a label its entries stand alone. */
  label: (() => string) | undefined
  entries: readonly E[]
}

export type MenuGroup = Group<MenuPage | ShownLink>

/** The side menu (specification 1, section 2). Empty groups are hidden. */
export const menu: readonly Group<MenuPage | MenuLink>[] = [
  { id: 'start', label: undefined, entries: [{ label: m.menu_launchpad, icon: LayoutGrid, to: '/launchpad', permissions: [] }] },
  {
    id: 'user-administration',
    label: m.menu_user_administration,
    entries: [
      { label: m.menu_users, icon: Users, to: '/user-administration/users', permissions: ['Navigation.UserManagement'] },
      { label: m.menu_groups, icon: UsersRound, to: '/user-administration/groups', permissions: ['Navigation.GroupManagement'] },
      {
        label: m.menu_resource_groups,
        icon: FolderTree,
        to: '/user-administration/resource-groups',
        permissions: ['Navigation.ResourceGroupsManagement'],
      },
      {
        label: m.menu_roles,
        icon: ShieldCheck,
        to: '/user-administration/roles',
        permissions: ['Navigation.RoleManagementWithFeatureFlags'],
      },
    ],
  },
  {
    id: 'monitoring',
    label: m.menu_monitoring,
    entries: [
      { label: m.menu_system_usage, icon: ChartLine, to: '/monitoring/system-usage', permissions: ['Navigation.SystemUsage'] },
      { label: m.menu_system_log, icon: ScrollText, to: '/monitoring/system-log', permissions: ['Navigation.SystemLog'] },
      { label: m.menu_job_log, icon: ListChecks, to: '/monitoring/job-log', permissions: ['Navigation.JobLog'] },
      { label: m.menu_audit_log, icon: FileClock, to: '/monitoring/audit-log', permissions: ['Navigation.AuditLog'] },
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
        permissions: ['Navigation.APIKeyManagement'],
      },
      {
        label: m.menu_api_monitoring,
        icon: Activity,
        to: '/developer-administration/api-monitoring',
        permissions: ['Navigation.ApiMonitoringWithFeatureFlags'],
      },
      // Not in the list of section 2; section 6 has a rule of its own for it.
      {
        label: m.menu_developer_portal,
        icon: Code,
        link: 'developer-portal',
        permissions: ['Navigation.DeveloperPortal', 'FeatureFlags.DeveloperPortalPage'],
      },
    ],
  },
  {
    id: 'company',
    label: m.menu_company,
    entries: [
      { label: m.menu_licenses, icon: BookOpenCheck, to: '/company/company-licenses', permissions: ['Navigation.Licenses'] },
      { label: m.menu_sso, icon: LogIn, to: '/company/sso', permissions: ['Navigation.SingleSignOn'] },
      { label: m.menu_scim, icon: Network, to: '/company/scim-management', permissions: ['Navigation.ScimManagement'] },
    ],
  },
  {
    id: 'integration-center',
    label: m.menu_integration_center,
    entries: [{ label: m.menu_data_bridge, icon: Waypoints, link: 'data-bridge', permissions: ['Navigation.IntegrationCenter'] }],
  },
  {
    id: 'reference-data',
    label: m.menu_reference_data,
    entries: [
      { label: m.menu_currencies, icon: Coins, to: '/reference-data/currencies', permissions: ['Navigation.ReferenceData'] },
      { label: m.menu_data_tags, icon: Tags, to: '/reference-data/data-tags', permissions: ['Navigation.DataTags'] },
    ],
  },
  {
    id: 'open-model-engine',
    label: m.menu_open_model_engine,
    entries: [{ label: m.menu_nasdaq, icon: Boxes, to: '/open-model-engine/nasdaq', permissions: ['Navigation.OpenModelEngineNasdaq'] }],
  },
  {
    id: 'more',
    label: undefined,
    entries: [
      { label: m.menu_data_administration, icon: Database, link: 'data-administration', permissions: ['Navigation.DataAdministration'] },
      { label: m.menu_esg, icon: Leaf, to: '/esg-score-customization', permissions: ['Navigation.ESGScoreCustomization'] },
    ],
  },
  {
    id: 'configurations',
    label: m.menu_configurations,
    entries: [
      { label: m.menu_tenant_settings, icon: Settings, to: '/configurations/tenant-settings', permissions: ['Navigation.TenantSettings'] },
    ],
  },
]

/** The group and the entry that a path belongs to, subpages and panels included. */
export function placeOf(pathname: string): { group: Group<MenuPage | MenuLink>; page: MenuPage } | undefined {
  const places = menu.flatMap((group) => group.entries.flatMap((page) => ('to' in page ? [{ group, page }] : [])))
  return places
    .filter(({ page }) => pathname === page.to || pathname.startsWith(`${page.to}/`))
    .sort((a, b) => b.page.to.length - a.page.to.length)[0]
}

export interface MenuConditions {
  /** Whether the console has a page at that path. */
  exists: (path: string) => boolean
  /** The configured address. */
  addressOf: (link: LinkName) => string | undefined
  can: (name: PermissionName) => boolean
}

/** The groups with what may be shown of them; empty ones are left out. */
export function visibleMenu({ exists, addressOf, can }: MenuConditions): MenuGroup[] {
  const shown = (entry: MenuPage | MenuLink): (MenuPage | ShownLink)[] => {
    if (!entry.permissions.every(can)) return []
    if ('to' in entry) return exists(entry.to) ? [entry] : []
    const href = addressOf(entry.link)
    return href === undefined ? [] : [{ ...entry, href }]
  }
  return menu.map((group) => ({ ...group, entries: group.entries.flatMap(shown) })).filter((group) => group.entries.length > 0)
}
