import { actions as cataloged, findAction } from '@steward/contract/catalog/index'
import { catalogText } from '@steward/contract/catalog/texts'
import type { FlagName } from '@steward/contract/catalog/flags'
import type { Action as CatalogAction, AccessLevel } from '@steward/contract/catalog/types'
import { m } from '@steward/contract/paraglide/messages'
import type { Action } from '@steward/contract/roles/schemas'
import { customRoleAvailability, customRoleHeading } from '@steward/contract/rules/custom-roles'
import type { PermissionInputs } from '@steward/contract/rules/permission-inputs'
import { hasWords } from '@steward/contract/rules/search-words'
import { compareText } from '../i18n/format.ts'

/** An action as the role editor shows it. */
export interface RoleAction {
  actionName: string
  label: string
  description: string
  resource: string
  accessLevel: string
  /** Its product, or Platform if it has none. */
  heading: string
  /** Why it cannot be granted; if the role already has it, it can still be removed. */
  reason?: string
}

export interface ResourceActions {
  resource: string
  actions: RoleAction[]
}

/** The actions of an application by resource, lowest access level first. */
export interface ApplicationActions {
  heading: string
  resources: ResourceActions[]
  /** All of them, regardless of the search. */
  total: number
  actions: RoleAction[]
}

const levels: readonly AccessLevel[] = ['View', 'Run', 'Edit', 'Manage']
const levelOf = (level: string): number => levels.findIndex((known) => known === level)

/** "Edit users", or the technical name if the catalog does not have the action. */
export const actionLabel = (actionName: string): string => catalogText(findAction(actionName)?.scopeDisplayName ?? actionName)

interface Given {
  /** The actions allowed in the tenant's custom roles, as the server lists them. */
  available: readonly Action[]
  /** The role's current actions, including those that can no longer be granted. */
  held: readonly string[]
  /** The editing user's actions: administrators cannot grant administration rights that they do not have. */
  own: PermissionInputs
}

/** The actions offered for a role: everything available, plus what the role already has. */
export function roleActions({ available, held, own }: Given): RoleAction[] {
  const isAdministrator = own.roles.some((role) => role.isAdministrator)
  const names = new Set(available.map((action) => action.actionName))
  const exceeds = (action: Action) =>
    action.applicationName === 'admin-center' && !isAdministrator && (own.actions[action.actionName] ?? []).length === 0
  const shown = available.map((action) => ({ ...describe(action), ...(exceeds(action) ? { reason: m.roles_action_exceeds_own() } : {}) }))
  const kept = held
    .filter((name) => !names.has(name))
    .map((name) => ({ ...describeHeld(name), reason: unavailableReason(findAction(name), isOnBy(own)) }))
  return [...shown, ...kept]
}

/** The applications whose actions custom roles cannot include now, each with the reason. */
export function hiddenApplications(available: readonly Action[], own: PermissionInputs): { heading: string; reason: string }[] {
  const names = new Set(available.map((action) => action.actionName))
  const hidden = cataloged
    .filter((action) => !names.has(action.actionName))
    .map((action) => ({ heading: action.applicationDisplayName, reason: unavailableReason(action, isOnBy(own)) }))
  return [...new Map(hidden.map((one) => [`${one.heading}\n${one.reason}`, one])).values()].sort((a, b) =>
    compareText(a.heading, b.heading),
  )
}

const isOnBy = (own: PermissionInputs) => (flagName: FlagName) => own.flags[flagName]?.value ?? false

function unavailableReason(action: CatalogAction | undefined, isOn: (flagName: FlagName) => boolean): string {
  const found = action && customRoleAvailability(action, isOn)
  if (found?.available !== false) return m.roles_action_unavailable()
  return found.because === 'flag_off' ? m.roles_action_flag_off({ flag: found.flagName }) : m.roles_action_app_disabled()
}

function describe(action: Action): RoleAction {
  return {
    actionName: action.actionName,
    label: catalogText(action.scopeDisplayName ?? action.actionName),
    description: catalogText(action.scopeDescription ?? ''),
    resource: catalogText(action.resourceName),
    accessLevel: action.accessLevel,
    heading: customRoleHeading({ ...action, entitlements: action.entitlements ?? [] }),
  }
}

function describeHeld(actionName: string): RoleAction {
  const action = findAction(actionName)
  return action
    ? describe({ ...action, entitlements: [...action.entitlements] })
    : { actionName, label: actionName, description: '', resource: m.users_access_other(), accessLevel: '', heading: m.users_access_other() }
}

/** Application → resource → access level, limited to what has all words of a text and passes `keep`. Platform comes first. */
export function actionTree(
  actions: readonly RoleAction[],
  { find = '', keep = () => true }: { find?: string; keep?: (action: RoleAction) => boolean } = {},
): ApplicationActions[] {
  const isFound = hasWords(find)
  const fits = (action: RoleAction) =>
    keep(action) &&
    isFound(action.label, action.actionName, action.resource, action.description, action.heading, catalogText(action.accessLevel))
  const order = (heading: string) => (heading === 'Platform' ? '' : heading)
  return [...Map.groupBy(actions, (action) => action.heading)]
    .map(([heading, all]) => {
      const fitting = all
        .filter(fits)
        .sort(
          (a, b) => compareText(a.resource, b.resource) || levelOf(a.accessLevel) - levelOf(b.accessLevel) || compareText(a.label, b.label),
        )
      const resources = [...Map.groupBy(fitting, (action) => action.resource)].map(([resource, some]) => ({ resource, actions: some }))
      return { heading, resources, total: all.length, actions: all }
    })
    .filter((application) => application.resources.length > 0)
    .sort((a, b) => compareText(order(a.heading), order(b.heading)))
}

/** Whether an action's checkbox is enabled: an action that cannot be granted can still be removed, and restored until saved. */
export const isLocked = (action: RoleAction, selected: ReadonlySet<string>, before: ReadonlySet<string>): boolean =>
  action.reason !== undefined && !selected.has(action.actionName) && !before.has(action.actionName)
