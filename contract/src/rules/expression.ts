import type { AppName } from '../catalog/apps.ts'
import type { FlagName } from '../catalog/flags.ts'
import type { ProductCode } from '../catalog/products.ts'
import type {
  AppSource,
  FlagInput,
  Grant,
  LicenseInput,
  LicenseKind,
  QuotaFact,
  ResourceGroupFact,
  RoleInput,
} from './permission-inputs.ts'
import type { PermissionName } from './permission-names.ts'

/** The language of permission rules, and the results of evaluating them. Both are plain data. */

export type Rule =
  /** Granted if all parts are. */
  | { kind: 'all'; parts: readonly Rule[] }
  /** Granted if any part is. */
  | { kind: 'any'; parts: readonly Rule[] }
  | { kind: 'not'; part: Rule }
  /** The result of another permission. */
  | { kind: 'permission'; name: PermissionName }
  | { kind: 'always' }
  | { kind: 'action'; actionName: string }
  | { kind: 'app'; appName: AppName }
  | { kind: 'flag'; flagName: FlagName }
  /** An active license of one of these kinds for this product. */
  | { kind: 'license'; productCode: ProductCode; licenseKinds: readonly LicenseKind[] }
  | { kind: 'federatedLogin' }
  /** The principal has the reserved role Tenant Administrator. */
  | { kind: 'administrator' }
  | { kind: 'anyRole' }
  /** The principal is in a resource group of the product; a tenant administrator is in all of them. */
  | { kind: 'resourceGroup'; productCode: ProductCode }
  /** A quota with this name is above 0, for any product. */
  | { kind: 'quota'; quotaName: string }

/** The rule with the findings for every part of it. */
export type Reason =
  | { kind: 'all' | 'any'; granted: boolean; parts: Reason[] }
  | { kind: 'not'; granted: boolean; part: Reason }
  | { kind: 'permission'; granted: boolean; name: PermissionName; part: Reason }
  | { kind: 'always'; granted: true }
  /** Requested an unknown permission name: refused. */
  | { kind: 'unknown'; granted: false; name: string }
  | { kind: 'action'; granted: boolean; actionName: string; grants: Grant[] }
  | {
      kind: 'app'
      granted: boolean
      appName: AppName
      source: AppSource | null
      /** Whether the tenant has a license, and the product codes that would do. */
      isLicensed: boolean
      productCodes: readonly string[]
      /** The tenant's licenses for these, including expired ones. */
      found: LicenseInput[]
      /** Actions that open it, and which of them were granted. */
      actionNames: readonly string[]
      grantedActionNames: string[]
    }
  | { kind: 'flag'; granted: boolean; flagName: FlagName; source: FlagInput['source'] | null; percentage?: number }
  | {
      kind: 'license'
      granted: boolean
      productCode: ProductCode
      licenseKinds: readonly LicenseKind[]
      /** Those of the product and kinds, including expired ones. */
      found: LicenseInput[]
    }
  | { kind: 'federatedLogin'; granted: boolean; state: 'INACTIVE' | 'TESTING' | 'ACTIVE' }
  | { kind: 'administrator'; granted: boolean; grants: Grant[] }
  | { kind: 'anyRole'; granted: boolean; roles: RoleInput[] }
  | ({ kind: 'resourceGroup'; granted: boolean; productCode: ProductCode; isAdministrator: boolean } & ResourceGroupFact)
  | { kind: 'quota'; granted: boolean; quotaName: string; found: QuotaFact[] }

export const all = (...parts: Rule[]): Rule => ({ kind: 'all', parts })
export const any = (...parts: Rule[]): Rule => ({ kind: 'any', parts })
export const not = (part: Rule): Rule => ({ kind: 'not', part })
export const permission = (name: PermissionName): Rule => ({ kind: 'permission', name })
export const always: Rule = { kind: 'always' }
export const action = (actionName: string): Rule => ({ kind: 'action', actionName })
export const app = (appName: AppName): Rule => ({ kind: 'app', appName })
export const flag = (flagName: FlagName): Rule => ({ kind: 'flag', flagName })
export const license = (productCode: ProductCode, ...licenseKinds: LicenseKind[]): Rule => ({
  kind: 'license',
  productCode,
  licenseKinds,
})
export const federatedLogin: Rule = { kind: 'federatedLogin' }
export const administrator: Rule = { kind: 'administrator' }
export const anyRole: Rule = { kind: 'anyRole' }
export const resourceGroup = (productCode: ProductCode): Rule => ({ kind: 'resourceGroup', productCode })
export const quota = (quotaName: string): Rule => ({ kind: 'quota', quotaName })
