import { m } from '@steward/contract/paraglide/messages'
import type { LinkName } from '@steward/contract/rules/links'
import type { PermissionName } from '@steward/contract/rules/permissions'
import type { ConsolePath } from '@steward/contract/rules/routes'
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

/**
 * The pages of the console, each declared once. A page's path and permissions are a line in `contract/src/rules/routes.ts`;
 * titles, breadcrumbs, side menu, launchpad and command palette follow from its line here.
 */

/** The groups of the side menu in its order (specification 1, section 2). The entries of one without label follow each other. */
export const menuGroups = {
  start: undefined,
  'user-administration': m.menu_user_administration,
  monitoring: m.menu_monitoring,
  'developer-administration': m.menu_developer_administration,
  company: m.menu_company,
  'integration-center': m.menu_integration_center,
  'reference-data': m.menu_reference_data,
  'open-model-engine': m.menu_open_model_engine,
  more: undefined,
  configurations: m.menu_configurations,
} satisfies Record<string, (() => string) | undefined>

export type MenuGroupId = keyof typeof menuGroups

interface Titled {
  /** In the top bar, the breadcrumbs, the browser tab, the menu, the launchpad and the palette. */
  title: () => string
}

interface MenuEntry extends Titled {
  icon: LucideIcon
  /** The group of the side menu; the launchpad and the palette show the entries of the menu, too. */
  menu: MenuGroupId
}

/** A page in the side menu. Its entry appears when the page exists and can be opened. */
export interface MenuPage extends MenuEntry {
  path: ConsolePath
  /** Also shown before permissions are known. */
  isForEveryone?: boolean
}

/** A page without an entry in the side menu; the palette finds it by a line in `palette/otherPages.ts`. */
interface OtherPage extends Titled {
  path: ConsolePath
}

/** An application outside the console that the side menu leads to. Its entry appears when the operator configured the address. */
export interface OutsideLink extends MenuEntry {
  link: LinkName
  /** The entry appears when all of them are granted. */
  permissions: readonly PermissionName[]
}

/** In the order of the side menu. A page below another one needs an entry here only for its own title. */
export const pages: readonly (MenuPage | OtherPage | OutsideLink)[] = [
  { path: '/launchpad', title: m.menu_launchpad, icon: LayoutGrid, menu: 'start', isForEveryone: true },

  { path: '/user-administration/users', title: m.menu_users, icon: Users, menu: 'user-administration' },
  { path: '/user-administration/groups', title: m.menu_groups, icon: UsersRound, menu: 'user-administration' },
  { path: '/user-administration/resource-groups', title: m.menu_resource_groups, icon: FolderTree, menu: 'user-administration' },
  { path: '/user-administration/resource-groups/{app}', title: m.menu_resource_groups },
  { path: '/user-administration/roles', title: m.menu_roles, icon: ShieldCheck, menu: 'user-administration' },
  {
    path: '/user-administration/access',
    title: m.access_title,
  },

  {
    path: '/notification-settings',
    title: m.notification_settings_title,
  },
  { path: '/download', title: m.download_title },

  { path: '/monitoring/system-usage', title: m.menu_system_usage, icon: ChartLine, menu: 'monitoring' },
  { path: '/monitoring/system-log', title: m.menu_system_log, icon: ScrollText, menu: 'monitoring' },
  { path: '/monitoring/job-log', title: m.menu_job_log, icon: ListChecks, menu: 'monitoring' },
  { path: '/monitoring/audit-log', title: m.menu_audit_log, icon: FileClock, menu: 'monitoring' },
  { path: '/monitoring/internal-preview', title: m.lanes_title },

  {
    path: '/developer-administration/access-credentials',
    title: m.menu_access_credentials,
    icon: KeyRound,
    menu: 'developer-administration',
  },
  {
    path: '/developer-administration/api-monitoring',
    title: m.menu_api_monitoring,
    icon: Activity,
    menu: 'developer-administration',
  },
  // Not in the list of section 2; section 6 has a separate rule for it.
  {
    link: 'developer-portal',
    title: m.menu_developer_portal,
    icon: Code,
    menu: 'developer-administration',
    permissions: ['Navigation.DeveloperPortal', 'FeatureFlags.DeveloperPortalPage'],
  },
  {
    path: '/developer-administration/tempData',
    title: m.files_title,
  },

  { path: '/company/company-licenses', title: m.menu_licenses, icon: BookOpenCheck, menu: 'company' },
  { path: '/company/sso', title: m.menu_sso, icon: LogIn, menu: 'company' },
  { path: '/company/scim-management', title: m.menu_scim, icon: Network, menu: 'company' },

  {
    link: 'data-bridge',
    title: m.menu_data_bridge,
    icon: Waypoints,
    menu: 'integration-center',
    permissions: ['Navigation.IntegrationCenter'],
  },

  { path: '/reference-data/currencies', title: m.menu_currencies, icon: Coins, menu: 'reference-data' },
  { path: '/reference-data/currencies/currency-schemes', title: m.schemes_tab },
  { path: '/reference-data/currencies/currency-schemes/{scheme}', title: m.vintages_scheme },
  { path: '/reference-data/currencies/currency-schemes/{scheme}/{version}', title: m.vintages_version },
  { path: '/reference-data/data-tags', title: m.menu_data_tags, icon: Tags, menu: 'reference-data' },

  { path: '/open-model-engine/nasdaq', title: m.menu_nasdaq, icon: Boxes, menu: 'open-model-engine' },

  {
    link: 'data-administration',
    title: m.menu_data_administration,
    icon: Database,
    menu: 'more',
    permissions: ['Navigation.DataAdministration'],
  },
  { path: '/esg-score-customization', title: m.menu_esg, icon: Leaf, menu: 'more' },

  { path: '/configurations/tenant-settings', title: m.menu_tenant_settings, icon: Settings, menu: 'configurations' },

  { path: '/401', title: m.shell_no_access },
  { path: '/change-password', title: m.change_password_title },
  { path: '/login', title: m.login_title },
  { path: '/login/forgot-password', title: m.forgot_password_title },
  { path: '/login/reset-password', title: m.reset_password_title },
  { path: '/login/set-password', title: m.set_password_page },
]

const titles = new Map(pages.flatMap((page) => ('path' in page ? [[page.path as string, page.title]] : [])))

/**
 * The title of the page that a route file names; undefined for panels and tabs, which give their own.
 * @param routeId of the router, such as `/_shell/user-administration/resource-groups/$app`
 */
export const pageTitleOf = (routeId: string): (() => string) | undefined =>
  titles.get(
    routeId
      .replace(/^\/_shell/, '')
      // A segment that ends so is of the path, but not below the page of that path.
      .replaceAll(/_(?=\/|$)/g, '')
      .replaceAll(/\$(\w+)/g, '{$1}'),
  )
