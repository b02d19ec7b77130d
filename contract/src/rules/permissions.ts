import { findApp, actionsOpening } from '../catalog/index.ts'
import { administratorGrants } from './apps.ts'
import type { Reason, Rule } from './expression.ts'
import type { PermissionInputs } from './permission-inputs.ts'
import { hasApplicationLicense, isLicensed } from './licenses.ts'
import type { PermissionName } from './permission-names.ts'
import { permissionRules } from './permission-rules.ts'

export type { Reason, Rule } from './expression.ts'
export type { PermissionInputs } from './permission-inputs.ts'
export type { PermissionName } from './permission-names.ts'

/** Every permission, in the order of its rules. */
// Object.keys widens to string; the record's keys are exactly the names.
export const permissionNames = Object.keys(permissionRules) as readonly PermissionName[]

export const isPermissionName = (name: string): name is PermissionName => Object.hasOwn(permissionRules, name)

export interface Decision {
  granted: boolean
  /** The rule as a tree, with the findings for each part. */
  reason: Reason
}

/**
 * Whether a permission is granted, and why. An unknown name returns false (first specification file,
 * section 6).
 */
export function evaluate(name: string, facts: PermissionInputs): Decision {
  if (!isPermissionName(name)) return { granted: false, reason: { kind: 'unknown', granted: false, name } }
  const reason = reasonOf(permissionRules[name], facts)
  return { granted: reason.granted, reason }
}

/** Only the result, without the reason; stops at the first part that decides. */
export const isGranted = (name: string, facts: PermissionInputs): boolean => isPermissionName(name) && holds(permissionRules[name], facts)

/** Every permission with its result. */
export function evaluateAll(facts: PermissionInputs): Record<PermissionName, boolean> {
  const answers = permissionNames.map((name) => [name, isGranted(name, facts)] as const)
  // Object.fromEntries loses the key type; `permissionNames` has all of them.
  return Object.fromEntries(answers) as Record<PermissionName, boolean>
}

function holds(rule: Rule, facts: PermissionInputs): boolean {
  switch (rule.kind) {
    case 'all':
      return rule.parts.every((part) => holds(part, facts))
    case 'any':
      return rule.parts.some((part) => holds(part, facts))
    case 'not':
      return !holds(rule.part, facts)
    case 'permission':
      return holds(permissionRules[rule.name], facts)
    default:
      return reasonOf(rule, facts).granted
  }
}

/** Evaluates one rule, part by part. */
export function reasonOf(rule: Rule, facts: PermissionInputs): Reason {
  switch (rule.kind) {
    case 'all':
    case 'any': {
      const parts = rule.parts.map((part) => reasonOf(part, facts))
      const granted = rule.kind === 'all' ? parts.every(isReasonGranted) : parts.some(isReasonGranted)
      return { kind: rule.kind, granted, parts }
    }
    case 'not': {
      const part = reasonOf(rule.part, facts)
      return { kind: 'not', granted: !part.granted, part }
    }
    case 'permission': {
      const part = reasonOf(permissionRules[rule.name], facts)
      return { kind: 'permission', granted: part.granted, name: rule.name, part }
    }
    case 'always':
      return { kind: 'always', granted: true }
    case 'action': {
      const grants = facts.actions[rule.actionName] ?? []
      return { kind: 'action', granted: grants.length > 0, actionName: rule.actionName, grants }
    }
    case 'app':
      return appReason(rule, facts)
    case 'flag': {
      const found = facts.flags[rule.flagName]
      const share = found?.percentage === undefined ? {} : { percentage: found.percentage }
      return { kind: 'flag', granted: found?.value ?? false, flagName: rule.flagName, source: found?.source ?? null, ...share }
    }
    case 'license': {
      const found = facts.licenses.filter((one) => one.productCode === rule.productCode && rule.licenseKinds.includes(one.kind))
      const { productCode, licenseKinds } = rule
      return { kind: 'license', granted: found.some((one) => isLicensed(one, facts.asOf)), productCode, licenseKinds, found }
    }
    case 'federatedLogin':
      return { kind: 'federatedLogin', granted: facts.federation.isFederatedLogin, state: facts.federation.state }
    case 'administrator': {
      const grants = administratorGrants(facts.roles)
      return { kind: 'administrator', granted: grants.length > 0, grants }
    }
    case 'anyRole':
      return { kind: 'anyRole', granted: facts.roles.length > 0, roles: facts.roles }
    case 'resourceGroup': {
      const { count, joined } = facts.resourceGroups[rule.productCode] ?? { count: 0, joined: 0 }
      const isAdministrator = administratorGrants(facts.roles).length > 0
      const granted = (isAdministrator ? count : joined) > 0
      return { kind: 'resourceGroup', granted, productCode: rule.productCode, isAdministrator, count, joined }
    }
    case 'quota': {
      const found = facts.quotas.filter((one) => one.quotaName === rule.quotaName)
      return { kind: 'quota', granted: found.some((one) => one.value > 0), quotaName: rule.quotaName, found }
    }
  }
}

const isReasonGranted = (reason: Reason): boolean => reason.granted

function appReason({ appName }: Extract<Rule, { kind: 'app' }>, facts: PermissionInputs): Reason {
  const app = findApp(appName)
  const source = facts.apps[appName] ?? null
  const productCodes = app?.productCodes ?? []
  const actionNames = app ? actionsOpening(app) : []
  return {
    kind: 'app',
    granted: source !== null,
    appName,
    source,
    isLicensed: hasApplicationLicense(facts.licenses, productCodes, facts.asOf),
    productCodes,
    found: facts.licenses.filter((one) => one.kind === 'application' && productCodes.includes(one.productCode)),
    actionNames,
    grantedActionNames: actionNames.filter((name) => (facts.actions[name]?.length ?? 0) > 0),
  }
}
