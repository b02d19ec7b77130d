import { type ApplicationName, type ProductCode, applications } from './products.ts'
import type { AccessLevel, Action } from './types.ts'

/** Name (without prefix), resource, access level, display name of the scope, description. */
type Row = readonly [name: string, resourceName: string, accessLevel: AccessLevel, displayName: string, description: string]

interface ActionTable {
  applicationName: ApplicationName
  /** Prefix for every name, so that names are unique across applications. */
  prefix: string
  entitlements: readonly ProductCode[]
  rows: readonly Row[]
}

const dashed = (text: string): string => text.toLowerCase().replaceAll(' ', '-')

/** Builds the actions of one application from a table of their differences. */
export function defineActions({ applicationName, prefix, entitlements, rows }: ActionTable): Action[] {
  const application = applications.find((one) => one.applicationName === applicationName)
  return rows.map(([name, resourceName, accessLevel, scopeDisplayName, scopeDescription]) => ({
    actionName: `${prefix}${name}`,
    scopeName: `${applicationName}:${dashed(resourceName)}:${dashed(scopeDisplayName)}`,
    resourceName,
    applicationName,
    applicationDisplayName: application?.displayName ?? applicationName,
    accessLevel,
    scopeDisplayName,
    scopeDescription,
    entitlements,
  }))
}
