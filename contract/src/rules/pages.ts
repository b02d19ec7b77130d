import * as m from '@steward/contract/paraglide/messages'
import type { LinkName } from './links.ts'
import type { PermissionName } from './permission-names.ts'

/**
 * The pages of the console below `/home` (both specification files, section 2), each declared once: path, permissions, title
 * and menu entry. Only the route file is separate (`console/src/routes`); it has the page itself and its icon.
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

export interface ConsolePage<Path extends string = string> {
  /** `{name}` matches one segment. */
  path: Path
  /** All of these must be granted, or the user is redirected to /401; if empty, any signed-in user. */
  permissions: readonly PermissionName[]
  /** In the breadcrumbs, the browser tab, the menu, the launchpad and the palette. A panel names itself in its route file. */
  title?: () => string
  /** The group of the side menu; the launchpad and the palette show the entries of the menu, too. */
  menu?: MenuGroupId
  /** Also in the menu before permissions are known. */
  isForEveryone?: boolean
  /** Reachable without a session. */
  isPublic?: boolean
}

/** An application outside the console that the side menu leads to. Its entry appears when the operator configured the address. */
export interface OutsideLink {
  link: LinkName
  permissions: readonly PermissionName[]
  title: () => string
  menu: MenuGroupId
}

/** `permissions`: one, several, or none for every signed-in user. */
interface PageOptions extends Omit<ConsolePage, 'path' | 'permissions'> {
  permissions?: PermissionName | readonly PermissionName[]
}

function page<Path extends string>(path: Path, { permissions = [], ...options }: PageOptions = {}): ConsolePage<Path> {
  return { path, permissions: typeof permissions === 'string' ? [permissions] : permissions, ...options }
}

const outside = (link: LinkName, options: Omit<OutsideLink, 'link'>): OutsideLink => ({ link, ...options })

const resourceGroups = ['Navigation.UserAdministration', 'Admin.EditGroups', 'Navigation.ResourceGroupsManagement'] as const
const currencies = ['Navigation.ReferenceData', 'Navigation.CurrencyManagement'] as const
const schemes = ['Navigation.ReferenceData', 'Navigation.CurrencySchemeManagement'] as const
const editSchemes = ['Navigation.ReferenceData', 'Admin.EditCurrencySchemes'] as const

/** In the order of the side menu. */
export const declaredPages = [
  page('/'),
  page('/launchpad', { permissions: 'Navigation.Launchpad', title: m.menu_launchpad, menu: 'start', isForEveryone: true }),

  page('/user-administration/users', { permissions: 'Navigation.UserManagement', title: m.menu_users, menu: 'user-administration' }),
  page('/user-administration/groups', { permissions: 'Navigation.GroupManagement', title: m.menu_groups, menu: 'user-administration' }),
  page('/user-administration/resource-groups', { permissions: resourceGroups, title: m.menu_resource_groups, menu: 'user-administration' }),
  page('/user-administration/resource-groups/{app}', { permissions: resourceGroups, title: m.menu_resource_groups }),
  page('/user-administration/roles', {
    permissions: 'Navigation.RoleManagementWithFeatureFlags',
    title: m.menu_roles,
    menu: 'user-administration',
  }),
  // Not in the specification, so after its entries: who can do what, and why.
  page('/user-administration/access', {
    permissions: 'Navigation.UserManagement',
    title: m.access_title,
    menu: 'user-administration',
  }),

  page('/monitoring/system-usage', { permissions: 'Navigation.SystemUsage', title: m.menu_system_usage, menu: 'monitoring' }),
  page('/monitoring/system-usage/{app}', { permissions: 'Navigation.SystemUsage' }),
  page('/monitoring/system-log', { permissions: 'Navigation.SystemLog', title: m.menu_system_log, menu: 'monitoring' }),
  page('/monitoring/job-log', { permissions: 'Navigation.JobLog', title: m.menu_job_log, menu: 'monitoring' }),
  page('/monitoring/audit-log', { permissions: 'Navigation.AuditLog', title: m.menu_audit_log, menu: 'monitoring' }),
  page('/monitoring/internal-preview', { permissions: 'Navigation.InternalPreview', title: m.lanes_title }),

  page('/developer-administration/access-credentials', {
    permissions: 'Navigation.APIKeyManagement',
    title: m.menu_access_credentials,
    menu: 'developer-administration',
  }),
  page('/developer-administration/api-monitoring', {
    permissions: 'Navigation.ApiMonitoringWithFeatureFlags',
    title: m.menu_api_monitoring,
    menu: 'developer-administration',
  }),
  // Not in the list of section 2; section 6 has a separate rule for it.
  outside('developer-portal', {
    permissions: ['Navigation.DeveloperPortal', 'FeatureFlags.DeveloperPortalPage'],
    title: m.menu_developer_portal,
    menu: 'developer-administration',
  }),
  // Not in the specification, so after its entries.
  page('/developer-administration/log-streams', {
    permissions: 'Admin.TenantAdministrator',
    title: m.menu_log_streams,
    menu: 'developer-administration',
  }),
  page('/developer-administration/tempData', { permissions: 'Navigation.TemporaryData', title: m.files_title }),

  page('/company/company-licenses', { permissions: 'Navigation.Licenses', title: m.menu_licenses, menu: 'company' }),
  page('/company/company-licenses/{type}', { permissions: 'Navigation.Licenses' }),
  page('/company/sso', { permissions: 'Navigation.SingleSignOn', title: m.menu_sso, menu: 'company' }),
  page('/company/scim-management', { permissions: 'Navigation.ScimManagement', title: m.menu_scim, menu: 'company' }),

  // Not in the menu of the specification: the palette and the tenant settings lead to it.
  page('/company/tenant-information', { permissions: 'Admin.ViewTenantInfo', title: m.tenant_info_title }),

  outside('data-bridge', { permissions: ['Navigation.IntegrationCenter'], title: m.menu_data_bridge, menu: 'integration-center' }),

  page('/reference-data/currencies', { permissions: 'Navigation.ReferenceData', title: m.menu_currencies, menu: 'reference-data' }),
  page('/reference-data/currencies/currency', { permissions: currencies }),
  page('/reference-data/currencies/currency/new', { permissions: ['Navigation.ReferenceData', 'Admin.EditCurrencies'] }),
  page('/reference-data/currencies/currency-schemes', { permissions: schemes, title: m.schemes_tab }),
  page('/reference-data/currencies/currency-schemes/new', { permissions: editSchemes }),
  page('/reference-data/currencies/currency-schemes/{scheme}', { permissions: schemes, title: m.vintages_scheme }),
  page('/reference-data/currencies/currency-schemes/{scheme}/new', { permissions: editSchemes }),
  page('/reference-data/currencies/currency-schemes/{scheme}/{version}', { permissions: schemes, title: m.vintages_version }),
  page('/reference-data/data-tags', { permissions: 'Navigation.DataTags', title: m.menu_data_tags, menu: 'reference-data' }),

  page('/open-model-engine/nasdaq', {
    permissions: 'Navigation.OpenModelEngineNasdaq',
    title: m.menu_nasdaq,
    menu: 'open-model-engine',
  }),

  outside('data-administration', { permissions: ['Navigation.DataAdministration'], title: m.menu_data_administration, menu: 'more' }),
  page('/esg-score-customization', { permissions: 'Navigation.ESGScoreCustomization', title: m.menu_esg, menu: 'more' }),

  page('/configurations/tenant-settings', {
    permissions: 'Navigation.TenantSettings',
    title: m.menu_tenant_settings,
    menu: 'configurations',
  }),

  page('/notification-settings', { title: m.notification_settings_title }),
  page('/download', { title: m.download_title }),
  page('/change-password', { title: m.change_password_title }),

  page('/401', { title: m.shell_no_access, isPublic: true }),
  page('/404', { isPublic: true }),
  page('/login', { title: m.login_title, isPublic: true }),
  page('/login/forgot-password', { title: m.forgot_password_title, isPublic: true }),
  page('/login/report', { title: m.link_report_title, isPublic: true }),
  page('/login/reset-password', { title: m.reset_password_title, isPublic: true }),
  page('/login/set-password', { title: m.set_password_page, isPublic: true }),
]
