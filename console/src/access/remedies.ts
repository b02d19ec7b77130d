import { featureFlags, type FeatureFlag } from '@steward/contract/catalog/flags'
import { findApp, findSku } from '@steward/contract/catalog/index'
import { m } from '@steward/contract/paraglide/messages'
import type { PermissionName } from '@steward/contract/rules/permissions'
import type { FlagInput } from '@steward/contract/rules/permission-inputs'
import type { Remedy } from '@steward/contract/rules/remedies'
import { resourceGroupProducts } from '@steward/contract/rules/resource-group-products'
import { joinNames } from '../i18n/format.ts'
import { formatNumber } from '../i18n/time.ts'
import { quotaLabel } from '../licenses/labels.ts'
import { authState } from '../session/token/state.ts'
import { licenseKinds, productName } from './permissionInputs.ts'
import { actionTitle } from './questions.ts'

/** Where something is changed; shown to people who can go there, as soon as the console has the page. */
export interface Place {
  label: string
  path: string
  search?: Record<string, unknown>
  permission: PermissionName
}

/** The user whose access is explained. */
export interface Asked {
  userId: string
  username: string
  /** Full name, or the address where no name is known. */
  name: string
}

export interface RemedyTexts {
  text: string
  /** What the operator would run. */
  command?: string
  places: Place[]
}

/** How many of many actions are named. */
const named = 3

/** How access is granted, and where. */
export function remedyTexts(remedy: Remedy, asked: Asked): RemedyTexts {
  const { name } = asked
  const licenses: Place = { label: m.access_place_licenses(), path: '/company/company-licenses', permission: 'Navigation.Licenses' }
  const settings: Place = {
    label: m.access_place_settings(),
    path: '/configurations/tenant-settings',
    permission: 'Navigation.TenantSettings',
  }
  const membership: Place[] = [
    { label: m.access_place_groups(), path: `/user-administration/users/${asked.userId}/groups`, permission: 'Admin.ViewUsers' },
  ]
  const roles = (search: Record<string, unknown>, label = m.access_place_roles()): Place => ({
    label,
    path: '/user-administration/roles',
    search,
    permission: 'Admin.ViewRoles',
  })
  switch (remedy.kind) {
    case 'grantAction': {
      const [first = ''] = remedy.actionNames
      const text =
        remedy.actionNames.length === 1
          ? m.access_grant_action({ name, action: actionTitle(first) })
          : m.access_grant_one_action({ name, actions: listed(remedy.actionNames.map(actionTitle)) })
      return { text, places: [roles({ action: remedy.actionNames.slice(0, 50) }, m.access_place_roles_holding()), ...membership] }
    }
    case 'revokeAction':
      return {
        text: m.access_revoke_action({ name, action: actionTitle(remedy.actionName) }),
        places: [roles({ action: [remedy.actionName] }, m.access_place_roles_holding()), ...membership],
      }
    case 'licenseProduct':
      return {
        text: m.access_license_product({
          products: remedy.productCodes.map(productName).join(m.access_or()),
          kinds: licenseKinds(remedy.licenseKinds),
        }),
        ...(remedy.licenseKinds.includes('application') ? { command: licenseCommand(remedy.productCodes[0] ?? 'PRODUCT') } : {}),
        places: [licenses],
      }
    case 'turnFlag':
      return flagTexts(remedy, settings, asked)
    case 'assignRole':
      return { text: m.access_assign_role({ name, role: remedy.roleName }), places: [roles({ q: remedy.roleName }), ...membership] }
    case 'assignAnyRole':
      return { text: m.access_assign_any_role({ name }), places: membership }
    case 'federateLogin':
      return { text: m.access_federate(), places: [{ label: m.menu_sso(), path: '/company/sso', permission: 'Navigation.SingleSignOn' }] }
    case 'createResourceGroup':
    case 'joinResourceGroup': {
      const product = productName(remedy.productCode)
      return {
        text:
          remedy.kind === 'createResourceGroup'
            ? m.access_create_resource_group({ product, name })
            : m.access_join_resource_group({ product, name }),
        places: [
          {
            label: m.menu_resource_groups(),
            path: ['/user-administration/resource-groups', tabOf(remedy.productCode)].filter(Boolean).join('/'),
            permission: 'Navigation.ResourceGroupsManagement',
          },
        ],
      }
    }
    case 'raiseQuota':
      return {
        text: m.access_raise_quota({ quota: quotaLabel(remedy.quotaName) }),
        places: [{ label: m.access_place_quotas(), path: '/company/company-licenses/quotas', permission: 'Navigation.Licenses' }],
      }
    case 'removeApp':
      return { text: m.access_remove_app({ name, app: findApp(remedy.appName)?.displayName ?? remedy.appName }), places: membership }
  }
}

const tabOf = (productCode: string): string => resourceGroupProducts.find((product) => product.productCode === productCode)?.tab ?? ''

/** Applications are licensed by the operator; data and models arrive from the service that sells them. */
function licenseCommand(productCode: string): string {
  const packages = findSku(productCode)?.packages ?? []
  return ['steward license set', tenantName(), productCode, '--until DATE', ...(packages.length > 1 ? ['--package NAME'] : [])].join(' ')
}

const tenantName = (): string => authState().user?.tenantName ?? 'TENANT'

/** Flags are the operator's; of those in preview an administrator can turn on all together. */
function flagTexts({ flagName: flag, value, source }: Extract<Remedy, { kind: 'turnFlag' }>, settings: Place, asked: Asked): RemedyTexts {
  if (source === 'service') {
    return { text: value ? m.access_turn_on_in_service({ flag }) : m.access_turn_off_in_service({ flag }), places: [] }
  }
  const isPreview = featureFlags.some((one: FeatureFlag) => one.flagName === flag && one.isPreview)
  const isChoosable = isPreview && value && (source === null || source === 'default' || source === 'everyone')
  const text = isChoosable
    ? m.access_turn_on_preview({ flag })
    : value
      ? m.access_turn_on_by_operator({ flag })
      : m.access_turn_off_by_operator({ flag })
  return { text, command: flagCommand(flag, value, source, asked), places: isChoosable ? [settings] : [] }
}

/** What changes the flag where it is decided: what is set for a user is not changed by setting it for the tenant. */
function flagCommand(flagName: string, value: boolean, source: FlagInput['source'] | null, asked: Asked): string {
  if (value && source === 'stopped') return `steward flag resume ${flagName}`
  const tenant = `--tenant ${tenantName()}`
  const user = source === 'user' ? ` --user ${asked.username}` : ''
  return `steward flag set ${flagName} ${value ? 'on' : 'off'} ${tenant}${user}`
}

function listed(words: readonly string[]): string {
  const rest = words.length - named
  return joinNames([...words.slice(0, named), ...(rest > 0 ? [m.ui_and_more({ count: formatNumber(rest) })] : [])])
}
