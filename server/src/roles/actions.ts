import { actions as catalogd, findAction } from '@steward/contract/catalog/index'
import type { FlagName } from '@steward/contract/catalog/flags'
import { problem } from '@steward/contract/errors'
import type { QueryOf, ResponseOf } from '@steward/contract/http'
import type { Action as ListedAction } from '@steward/contract/roles/schemas'
import type { listActions } from '@steward/contract/roles/endpoints'
import { customRoleAvailability } from '@steward/contract/rules/custom-roles'
import type { TenantContext, TenantTransaction } from '../db/tenant.ts'
import type { FlagService } from '../flags/service.ts'
import type { FlagSubject } from '../flags/permission-inputs.ts'

/** Returns the flags that are on for the caller, in their transaction. */
export type ReadFlags = (tx: TenantTransaction) => Promise<(flagName: FlagName) => boolean>

/** Prepares to read the caller's flags; call it before the transaction opens. */
export async function flagsFor(flags: FlagService, { tenantId, actor }: TenantContext): Promise<ReadFlags> {
  const subject: FlagSubject = { type: actor.type === 'user' || actor.type === 'key' ? actor.type : 'other', id: actor.id }
  const service = await flags.fromService(tenantId, subject)
  return async (tx) => {
    const facts = await flags.read(tx, subject, service)
    return (flagName) => facts[flagName]?.value ?? false
  }
}

/**
 * Refuses actions that a custom role can't include.
 * @throws action_unknown, action_unavailable for the first of them, at `field`
 */
export function mustBeAvailable(
  actionNames: readonly string[],
  isOn: (flagName: FlagName) => boolean,
  field: (actionName: string) => string,
): void {
  for (const actionName of actionNames) {
    const action = findAction(actionName)
    if (!action) throw problem('action_unknown', { actionName }, { field: field(actionName) })
    if (!customRoleAvailability(action, isOn).available) {
      throw problem('action_unavailable', { actionName }, { field: field(actionName) })
    }
  }
}

const sortKeys = {
  applicationName: ['applicationDisplayName', 'resourceName', 'actionName'],
  resourceName: ['resourceName', 'actionName'],
  actionName: ['actionName'],
} as const

/** The actions that a custom role can include with these flags, paged. */
export function availableActions(
  { applicationName, productCode, resourceName, include = [], sort, limit, offset }: QueryOf<typeof listActions>,
  isOn: (flagName: FlagName) => boolean,
): ResponseOf<typeof listActions> {
  const matching = catalogd.filter(
    (action) =>
      (!applicationName?.length || applicationName.includes(action.applicationName)) &&
      (!productCode?.length || action.entitlements.some((code) => productCode.includes(code))) &&
      (!resourceName?.length || resourceName.includes(action.resourceName)) &&
      customRoleAvailability(action, isOn).available,
  )
  const direction = sort.startsWith('-') ? -1 : 1
  // The sort is one of the keys, with or without a minus.
  const keys = sortKeys[sort.replace(/^-/, '') as keyof typeof sortKeys]
  matching.sort((a, b) => {
    for (const key of keys) {
      const order = a[key].localeCompare(b[key], 'en')
      if (order !== 0) return order * direction
    }
    return 0
  })
  const items = matching.slice(offset, offset + limit).map((action) => {
    const listed: ListedAction = {
      actionName: action.actionName,
      scopeName: action.scopeName,
      resourceName: action.resourceName,
      applicationName: action.applicationName,
      applicationDisplayName: action.applicationDisplayName,
      accessLevel: action.accessLevel,
    }
    if (include.includes('Details')) {
      listed.scopeDisplayName = action.scopeDisplayName
      listed.scopeDescription = action.scopeDescription
    }
    if (include.includes('Entitlements')) listed.entitlements = [...action.entitlements]
    return listed
  })
  return { count: items.length, items, limit, offset, totalCount: matching.length, totalIsExact: true }
}
