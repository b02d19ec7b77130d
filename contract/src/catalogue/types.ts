/** The shapes of the catalogue: what a platform ships, as data. Another platform ships another catalogue. */

/** A product that a tenant licenses (second specification file, section 1). */
export interface Product {
  productCode: string
  productName: string
  /** DB, EIQ, LI, PL, RM, TIQ, UIQ; most products have none. */
  shortCode?: string
  /** Machine name of the application that opens with it. */
  appName?: string
}

/** An application of the user's app list (first specification file, section 6). */
export interface App {
  /** Machine name, as in the list of a user session. */
  appName: string
  displayName: string
  /** What it is for, in one line, for its tile on the launchpad. */
  purpose: string
  /** It opens when the tenant holds a licence for one of these. */
  productCodes: readonly string[]
  /** It opens for whoever holds one of the actions of these applications … */
  actionApplications: readonly string[]
  /** … or one of these actions of another application. */
  actionNames?: readonly string[]
  /** Runs elsewhere; the console only links to it. */
  isExternal: boolean
}

/** What actions belong to: an application code of the platform or a product's application. */
export interface Application {
  applicationName: string
  displayName: string
}

export type AccessLevel = 'View' | 'Edit' | 'Manage' | 'Run'

/** The unit that roles are made of (second specification file, section 3). */
export interface Action {
  /** Unique in the whole catalogue. */
  actionName: string
  /** `application:resource:verb`, as it stands in tokens of the platform. */
  scopeName: string
  resourceName: string
  applicationName: string
  applicationDisplayName: string
  accessLevel: AccessLevel
  scopeDisplayName: string
  scopeDescription: string
  /** Product codes it comes with; empty for actions of the platform itself. */
  entitlements: readonly string[]
}

/** A size in which a product is sold. */
export interface Package {
  packageName: string
  description: string
}

export interface Sku {
  productCode: string
  productName: string
  packages: readonly Package[]
}

/** A package that resource groups of a product can be given (second specification file, section 3). */
export interface ResourceGroupPackage {
  resourceGroupPackageId: string
  packageName: string
  /** Not offered when a resource group is made. */
  isUncreatable: boolean
  definitions: readonly PackageDefinition[]
}

export interface PackageDefinition {
  /** A quota name; `QuotaName` of the catalogue. */
  name: string
  value: number
  /** The number that packages are compared by; one in each package. */
  isBaseline: boolean
}
