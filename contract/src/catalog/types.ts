/** The types of the catalog, which describes what a platform ships as data. Another platform has another catalog. */

/** A product that a tenant licenses (second specification file, section 1). */
export interface Product {
  productCode: string
  productName: string
  /** DB, EIQ, LI, PL, RM, TIQ or UIQ; most products have none. */
  shortCode?: string
  /** Machine name of the application that the product opens. */
  appName?: string
}

/** An application in a user's app list (first specification file, section 6). */
export interface App {
  /** Machine name, as in the app list of a user session. */
  appName: string
  displayName: string
  /** Its purpose in one line, for the tile on the launchpad. */
  purpose: string
  /** Opens if the tenant has a license for one of these. */
  productCodes: readonly string[]
  /** Opens for users who have one of the actions of these applications … */
  actionApplications: readonly string[]
  /** … or one of these actions of another application. */
  actionNames?: readonly string[]
  /** Runs elsewhere; the console only links to it. */
  isExternal: boolean
}

/** What an action belongs to: an application code of the platform or a product's application. */
export interface Application {
  applicationName: string
  displayName: string
}

export type AccessLevel = 'View' | 'Edit' | 'Manage' | 'Run'

/** A single right; roles are made of actions (second specification file, section 3). */
export interface Action {
  /** Unique in the whole catalog. */
  actionName: string
  /** `application:resource:verb`, as in the platform's tokens. */
  scopeName: string
  resourceName: string
  applicationName: string
  applicationDisplayName: string
  accessLevel: AccessLevel
  scopeDisplayName: string
  scopeDescription: string
  /** Codes of the products that include it; empty for actions of the platform itself. */
  entitlements: readonly string[]
}

/** A size of a product. */
export interface Package {
  packageName: string
  description: string
}

export interface Sku {
  productCode: string
  productName: string
  packages: readonly Package[]
}

/** A package for resource groups of a product (second specification file, section 3). */
export interface ResourceGroupPackage {
  resourceGroupPackageId: string
  packageName: string
  /** Not offered when a resource group is created. */
  isUncreatable: boolean
  definitions: readonly PackageDefinition[]
}

export interface PackageDefinition {
  /** A quota name; `QuotaName` of the catalog. */
  name: string
  value: number
  /** The number that packages are compared by; one in each package. */
  isBaseline: boolean
}
