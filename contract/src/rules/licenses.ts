import type { LicenseInput } from './permission-inputs.ts'
import type { Package, Sku } from '../catalog/types.ts'

/** Rules for licenses and entitlements (second specification file, section 3). */

/** Whether the end is after `asOf`; both ISO 8601. */
export const isLicensed = (license: { endDate: string }, asOf: string): boolean => Date.parse(license.endDate) > Date.parse(asOf)

/** Whether the tenant can use an application that one of these products licenses. */
export const hasApplicationLicense = (licenses: readonly LicenseInput[], productCodes: readonly string[], asOf: string): boolean =>
  licenses.some((license) => license.kind === 'application' && productCodes.includes(license.productCode) && isLicensed(license, asOf))

/** Whole days until the end, rounded up; 0 if expired. */
export const daysLeft = (license: { endDate: string }, asOf: string): number =>
  Math.max(0, Math.ceil((Date.parse(license.endDate) - Date.parse(asOf)) / 86_400_000))

/** How urgently a license's end is shown: the last 60, 30 and 7 days (product decisions, "Licenses"). */
export function expiryUrgency(license: { endDate: string }, asOf: string): 'lapsed' | 'week' | 'month' | 'soon' | 'none' {
  if (!isLicensed(license, asOf)) return 'lapsed'
  const days = daysLeft(license, asOf)
  if (days <= 7) return 'week'
  if (days <= 30) return 'month'
  return days <= 60 ? 'soon' : 'none'
}

interface ModelEntitlement {
  continent: string
  productName: string
  peril: string
  productCode: string
}

/** The searchable text of a model entitlement, joined from its four descriptive fields, in lower case. */
export const modelSearchText = ({ continent, productName, peril, productCode }: ModelEntitlement): string =>
  [continent, productName, peril, productCode].join(' ').toLowerCase()

export interface ApplicationLicense {
  id: string
  productCode: string
  packageName: string
  endDate: string
}

export interface FullLicenseInfo {
  license: ApplicationLicense | null
  productName: string
  package: Package
  /** Whether the package has both a name and a description. */
  hasCompletePackageInfo: boolean
}

const emptyPackage: Package = { packageName: '', description: '' }

/**
 * The license with this id, its product's name and its package: the sku's package with the same name,
 * case-insensitive. The package is empty without licenses, skus, or that license.
 */
export function fullLicenseInfo(id: string, licenses: readonly ApplicationLicense[], skus: readonly Sku[]): FullLicenseInfo {
  const license = skus.length > 0 ? licenses.find((one) => one.id === id) : undefined
  if (!license) return { license: null, productName: '', package: emptyPackage, hasCompletePackageInfo: false }
  const sku = skus.find((one) => one.productCode === license.productCode)
  const wanted = license.packageName.toLowerCase()
  const found = sku?.packages.find((one) => one.packageName.toLowerCase() === wanted) ?? emptyPackage
  return {
    license,
    productName: sku?.productName ?? '',
    package: found,
    hasCompletePackageInfo: found.packageName !== '' && found.description !== '',
  }
}
