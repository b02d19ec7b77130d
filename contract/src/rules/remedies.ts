import type { AppName } from '../catalog/apps.ts'
import type { FlagName } from '../catalog/flags.ts'
import { findAction } from '../catalog/index.ts'
import { customRoleDisabledApplications } from '../catalog/products.ts'
import type { Reason } from './expression.ts'
import type { FlagInput, LicenseKind } from './permission-inputs.ts'
import { administratorRoleName } from './name-rules.ts'

/** One change that would help to grant a permission. */
export type Remedy =
  /** A role of the principal must include one of these actions. */
  | { kind: 'grantAction'; actionNames: readonly string[] }
  | { kind: 'revokeAction'; actionName: string }
  /** The tenant must license one of these products, in one of these kinds. */
  | { kind: 'licenseProduct'; productCodes: readonly string[]; licenseKinds: readonly LicenseKind[] }
  /** `source`: what decides the flag now and would have to change. */
  | { kind: 'turnFlag'; flagName: FlagName; value: boolean; source: FlagInput['source'] | null }
  /** The principal must join a group with this role. */
  | { kind: 'assignRole'; roleName: string }
  | { kind: 'assignAnyRole' }
  /** Single sign-on must be active. */
  | { kind: 'federateLogin' }
  /** A resource group with one of the principal's groups. */
  | { kind: 'createResourceGroup'; productCode: string }
  /** One of the principal's groups must join a resource group, or one of these must be opened to all. */
  | { kind: 'joinResourceGroup'; productCode: string }
  | { kind: 'raiseQuota'; quotaName: string }
  /** The principal must lose the application: its actions, or the tenant's license. */
  | { kind: 'removeApp'; appName: AppName }

/**
 * The shortest list of changes that would grant the permission: empty if it is already granted, null if
 * no change by the tenant or its provider could grant it.
 */
export function remedies(reason: Reason): Remedy[] | null {
  return alternatives(reason)[0] ?? null
}

/** Every minimal list of changes that would do, shortest first. */
export function alternatives(reason: Reason): Remedy[][] {
  const found = toward(reason, true)
  found.sort((a, b) => a.length - b.length)
  return found.filter((list, index) => {
    const before = found.slice(0, index)
    const covers = (taken: readonly Remedy[]) => before.some((shorter) => shorter.every((one) => isImplied(one, taken)))
    // A list is too long as well if every choice of one of its changes leads to one of the shorter lists.
    return !covers(list) && !list.some((remedy) => choicesOf(remedy).every((choice) => covers(list.with(list.indexOf(remedy), choice))))
  })
}

/** The single changes that a remedy leaves to choose from. */
export function choicesOf(remedy: Remedy): Remedy[] {
  switch (remedy.kind) {
    case 'grantAction':
      return remedy.actionNames.map((name) => ({ ...remedy, actionNames: [name] }))
    case 'licenseProduct':
      return remedy.productCodes.flatMap((code) =>
        remedy.licenseKinds.map((kind) => ({ ...remedy, productCodes: [code], licenseKinds: [kind] })),
      )
    default:
      return [remedy]
  }
}

/**
 * The ways that are worth offering: those that need a license or a quota that the tenant does not have only where there is no
 * other.
 */
export function offered(ways: readonly Remedy[][]): Remedy[][] {
  const free = ways.filter((way) => way.every((remedy) => remedy.kind !== 'licenseProduct' && remedy.kind !== 'raiseQuota'))
  return free.length > 0 ? free : [...ways]
}

/** The lists that bring a part to the wanted result; none if it can't be reached. */
function toward(reason: Reason, wanted: boolean): Remedy[][] {
  if (reason.granted === wanted) return [[]]
  switch (reason.kind) {
    case 'all':
    case 'any':
      return (reason.kind === 'all') === wanted ? together(reason.parts, wanted) : reason.parts.flatMap((part) => toward(part, wanted))
    case 'not':
      return toward(reason.part, !wanted)
    case 'permission':
      return toward(reason.part, wanted)
    case 'always':
    case 'unknown':
      return []
    default: {
      const leaf = wanted ? granting(reason) : refusing(reason)
      return leaf ? [leaf] : []
    }
  }
}

/** All combinations of one list from each part. */
function together(parts: readonly Reason[], wanted: boolean): Remedy[][] {
  return parts.reduce<Remedy[][]>((lists, part) => lists.flatMap((list) => toward(part, wanted).map((more) => join(list, more))), [[]])
}

const within = (some: readonly string[], others: readonly string[]): boolean => some.every((one) => others.includes(one))

/** Whether applying `one` also applies `other`: they are equal, or `one` is a narrower choice of the same kind. */
function implies(one: Remedy, other: Remedy): boolean {
  if (one.kind === 'grantAction' && other.kind === 'grantAction') return within(one.actionNames, other.actionNames)
  if (one.kind === 'licenseProduct' && other.kind === 'licenseProduct') {
    return within(one.productCodes, other.productCodes) && within(one.licenseKinds, other.licenseKinds)
  }
  return JSON.stringify(one) === JSON.stringify(other)
}

const isImplied = (remedy: Remedy, list: readonly Remedy[]): boolean => list.some((one) => implies(one, remedy))

function join(list: readonly Remedy[], more: readonly Remedy[]): Remedy[] {
  const added = more.filter((one) => !isImplied(one, list))
  return [...list.filter((one) => !isImplied(one, added)), ...added]
}

type Leaf = Exclude<Reason, { kind: 'all' | 'any' | 'not' | 'permission' | 'always' | 'unknown' }>

function granting(leaf: Leaf): Remedy[] {
  switch (leaf.kind) {
    case 'action':
      return [{ kind: 'grantAction', actionNames: [leaf.actionName] }]
    case 'app':
      return [
        ...(leaf.isLicensed
          ? []
          : [{ kind: 'licenseProduct' as const, productCodes: leaf.productCodes, licenseKinds: ['application'] as const }]),
        ...(leaf.grantedActionNames.length > 0 ? [] : [{ kind: 'grantAction' as const, actionNames: grantable(leaf.actionNames) }]),
      ]
    case 'flag':
      return [{ kind: 'turnFlag', flagName: leaf.flagName, value: true, source: leaf.source }]
    case 'license':
      return [{ kind: 'licenseProduct', productCodes: [leaf.productCode], licenseKinds: leaf.licenseKinds }]
    case 'federatedLogin':
      return [{ kind: 'federateLogin' }]
    case 'administrator':
      return [{ kind: 'assignRole', roleName: administratorRoleName }]
    case 'anyRole':
      return [{ kind: 'assignAnyRole' }]
    case 'resourceGroup':
      return [{ kind: leaf.count === 0 ? 'createResourceGroup' : 'joinResourceGroup', productCode: leaf.productCode }]
    case 'quota':
      return [{ kind: 'raiseQuota', quotaName: leaf.quotaName }]
  }
}

/** Leaves out those that no custom role can include, if others are left. */
function grantable(actionNames: readonly string[]): readonly string[] {
  const disabled: readonly string[] = customRoleDisabledApplications
  const left = actionNames.filter((name) => !disabled.includes(findAction(name)?.applicationName ?? ''))
  return left.length > 0 ? left : actionNames
}

/** For parts below a `not`; the rules have only applications there, flags and actions are just as simple. */
function refusing(leaf: Leaf): Remedy[] | undefined {
  switch (leaf.kind) {
    case 'app':
      return leaf.source?.kind === 'action' ? [{ kind: 'removeApp', appName: leaf.appName }] : undefined
    case 'action':
      return [{ kind: 'revokeAction', actionName: leaf.actionName }]
    case 'flag':
      return [{ kind: 'turnFlag', flagName: leaf.flagName, value: false, source: leaf.source }]
    default:
      return undefined
  }
}
