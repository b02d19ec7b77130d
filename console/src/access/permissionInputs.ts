import { catalogText } from '@steward/contract/catalog/texts'
import { featureFlags } from '@steward/contract/catalog/flags'
import { findApp, findProduct } from '@steward/contract/catalog/index'
import { m } from '@steward/contract/paraglide/messages'
import type { Reason } from '@steward/contract/rules/expression'
import type { FlagInput, Grant, LicenseInput, LicenseKind, QuotaFact } from '@steward/contract/rules/permission-inputs'
import { formatList } from '../i18n/format.ts'
import { quotaLabel } from '../licenses/labels.ts'
import { formatDate, formatNumber } from '../i18n/time.ts'
import { actionTitle } from './questions.ts'

/** A part of a rule that depends on the user or the tenant. */
export type Fact = Exclude<Reason, { kind: 'all' | 'any' | 'not' | 'permission' }>

export interface FactTexts {
  /** What the rule requires: "The action Edit users (Admin Center)". */
  needs: string
  /** What was found: "on, by default". Empty if the grants say it. */
  found: string
  /** The roles and groups that grant it to the user. */
  grants: readonly Grant[]
  /** The action that they give; empty if it is something else. */
  goal: string
}

export const productName = (productCode: string): string => findProduct(productCode)?.productName ?? productCode

/** "application or data" */
export const licenseKinds = (kinds: readonly LicenseKind[]): string => kinds.map((kind) => licenseKindLabels[kind]()).join(m.access_or())
const flagSourceLabels: Readonly<Record<FlagInput['source'], () => string>> = {
  default: m.access_flag_default,
  everyone: m.access_flag_everyone,
  preview: m.access_flag_preview,
  tenant: m.access_flag_tenant,
  user: m.access_flag_user,
  stopped: m.access_flag_stopped,
  service: m.access_flag_service,
}
const licenseKindLabels = { application: m.access_license_application, data: m.access_license_data, model: m.access_license_model } as const

/** What determined a flag: "set for this tenant", "for 25% of all users". */
function flagSource({ source, percentage }: Extract<Fact, { kind: 'flag' }>): string {
  if (percentage === undefined) return flagSourceLabels[source ?? 'default']()
  const share = { percentage: formatNumber(percentage) }
  return source === 'tenant' ? m.access_flag_share_tenant(share) : m.access_flag_share_everyone(share)
}

/** A permission input as text. `asOf`: when it was loaded. */
export function factTexts(fact: Fact, asOf: string): FactTexts {
  const texts = (needs: string, found: string, grants: readonly Grant[] = [], goal = ''): FactTexts => ({ needs, found, grants, goal })
  switch (fact.kind) {
    case 'always':
      return texts(m.access_needs_nothing(), '')
    case 'unknown':
      return texts(m.access_unknown({ name: fact.name }), '')
    case 'action':
      return texts(
        m.access_needs_action({ action: actionTitle(fact.actionName) }),
        fact.granted ? '' : m.access_no_role_holds(),
        fact.grants,
        actionTitle(fact.actionName),
      )
    case 'app':
      return appTexts(fact, asOf)
    case 'flag': {
      const description = catalogText(featureFlags.find((flag) => flag.flagName === fact.flagName)?.description ?? fact.flagName)
      const source = flagSource(fact)
      return texts(
        m.access_needs_flag({ flag: fact.flagName, description }),
        fact.granted ? m.access_flag_on({ source }) : m.access_flag_off({ source }),
      )
    }
    case 'license':
      return texts(
        m.access_needs_license({ product: productName(fact.productCode), kinds: licenseKinds(fact.licenseKinds) }),
        licenseFound(fact.found, asOf),
      )
    case 'federatedLogin':
      return texts(m.access_needs_federation(), fact.granted ? m.access_federation_active() : m.access_federation_inactive())
    case 'administrator':
      return texts(m.access_needs_administrator(), fact.granted ? '' : m.access_not_administrator(), fact.grants)
    case 'anyRole':
      return texts(
        m.access_needs_role(),
        fact.granted ? '' : m.access_no_role(),
        fact.roles.flatMap((role) => role.groups.map((group) => ({ roleId: role.roleId, roleName: role.roleName, ...group }))),
      )
    case 'resourceGroup':
      return texts(m.access_needs_resource_group({ product: productName(fact.productCode) }), resourceGroupsFound(fact))
    case 'quota':
      return texts(m.access_needs_quota({ quota: quotaLabel(fact.quotaName) }), quotaFound(fact.found))
  }
}

function appTexts(fact: Extract<Fact, { kind: 'app' }>, asOf: string): FactTexts {
  const needs = m.access_needs_app({ app: findApp(fact.appName)?.displayName ?? fact.appName })
  if (fact.source?.kind === 'always') return { needs, found: m.users_access_app_always(), grants: [], goal: '' }
  if (fact.source?.kind === 'administrator') return { needs, found: m.access_app_administrator(), grants: fact.source.grants, goal: '' }
  if (fact.source?.kind === 'action')
    return {
      needs,
      found: m.access_app_action({ action: actionTitle(fact.source.actionName), product: productName(fact.source.productCode) }),
      grants: fact.source.grants,
      goal: actionTitle(fact.source.actionName),
    }
  const licensed = fact.isLicensed
    ? m.access_app_licensed()
    : fact.found.length > 0
      ? m.access_app_license_over({ found: licenseFound(fact.found, asOf) })
      : m.access_app_not_licensed({ products: formatList(fact.productCodes.map(productName)) })
  const held = fact.grantedActionNames.length > 0 ? m.access_app_actions_held() : m.access_app_no_actions()
  return { needs, found: `${licensed} ${held}`, grants: [], goal: '' }
}

function resourceGroupsFound({ count, joined, isAdministrator }: Extract<Fact, { kind: 'resourceGroup' }>): string {
  if (count === 0) return m.access_resource_groups_none()
  if (isAdministrator) return m.access_resource_groups_administrator()
  return joined === 0 ? m.access_resource_groups_not_joined() : m.access_resource_groups({ count: joined })
}

/** The largest quota, and the product it belongs to. */
function quotaFound(found: readonly QuotaFact[]): string {
  const [most] = found.toSorted((a, b) => b.value - a.value)
  if (most === undefined) return m.access_quota_none()
  return m.access_quota({ product: productName(most.productCode), value: formatNumber(most.value) })
}

/** The latest expiry date of the licenses, or when the last one expired. */
function licenseFound(found: readonly LicenseInput[], asOf: string): string {
  const last = [...found].sort((a, b) => b.endDate.localeCompare(a.endDate))[0]
  if (last === undefined) return m.access_license_none()
  const date = formatDate(last.endDate)
  return Date.parse(last.endDate) > Date.parse(asOf) ? m.access_license_until({ date }) : m.access_license_ended({ date })
}

/**
 * The inputs that decide a granted answer: all of them for an "all of", the first one met for an "any of". Shown before
 * the full tree.
 */
export function decidingInputs(reason: Reason): Fact[] {
  if (!reason.granted) return []
  switch (reason.kind) {
    case 'all':
      return reason.parts.flatMap(decidingInputs)
    case 'any':
      return decidingInputs(reason.parts.find((part) => part.granted) ?? reason)
    case 'not':
      return []
    case 'permission':
      return decidingInputs(reason.part)
    default:
      return [reason]
  }
}
