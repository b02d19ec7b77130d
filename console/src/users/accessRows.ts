import { alwaysApp } from '@steward/contract/catalog/apps'
import { findAction, findApp } from '@steward/contract/catalog/index'
import { catalogText } from '@steward/contract/catalog/texts'
import type { AppSource, PermissionInputs } from '@steward/contract/rules/permission-inputs'
import { hasWords } from '@steward/contract/rules/search-words'
import { m } from '@steward/contract/paraglide/messages'
import { compareText } from '../i18n/format.ts'

/** An action that a user has, and every role and group that grants it. */
export interface ActionRow {
  actionName: string
  label: string
  description: string
  resource: string
  accessLevel: string
  /** "Role, through Group", without duplicates. */
  sources: string[]
}

/** The actions of an application. */
export interface ApplicationActions {
  application: string
  actions: ActionRow[]
}

const through = (grants: readonly { roleName: string; groupName: string }[]): string[] => [
  ...new Set(grants.map((grant) => m.users_access_through({ role: grant.roleName, group: grant.groupName }))),
]

const levels = ['View', 'Run', 'Edit', 'Manage']
const byResource = (a: ActionRow, b: ActionRow): number =>
  compareText(a.resource, b.resource) || levels.indexOf(a.accessLevel) - levels.indexOf(b.accessLevel) || compareText(a.label, b.label)

/** The granted actions by application, resource and level; `find` keeps those that contain its words. */
export function actionsByApplication(facts: PermissionInputs, find = ''): ApplicationActions[] {
  const isFound = hasWords(find)
  const rows = Object.entries(facts.actions).map(([actionName, grants]) => {
    const action = findAction(actionName)
    return {
      application: action?.applicationDisplayName ?? m.users_access_other(),
      row: {
        actionName,
        label: catalogText(action?.scopeDisplayName ?? actionName),
        description: catalogText(action?.scopeDescription ?? ''),
        resource: catalogText(action?.resourceName ?? ''),
        accessLevel: action?.accessLevel ?? '',
        sources: through(grants),
      },
    }
  })
  const matching = rows.filter(({ application, row }) =>
    isFound(application, row.label, row.actionName, row.resource, row.description, ...row.sources),
  )
  return [...Map.groupBy(matching, ({ application }) => application)]
    .map(([application, list]) => ({ application, actions: list.map(({ row }) => row).sort(byResource) }))
    .sort((a, b) => compareText(a.application, b.application))
}

export interface AppRow {
  appName: string
  label: string
  why: string
}

/** The applications that a user can open, each with the reason. */
export function appRows(facts: PermissionInputs): AppRow[] {
  return Object.entries(facts.apps)
    .map(([appName, source]) => ({ appName, label: appLabel(appName), why: appReason(source) }))
    .sort((a, b) => compareText(a.label, b.label))
}

/** The shell that every user has is this console. */
const appLabel = (appName: string): string => (appName === alwaysApp ? m.app_name() : (findApp(appName)?.displayName ?? appName))

function appReason(source: AppSource): string {
  switch (source.kind) {
    case 'always':
      return m.users_access_app_always()
    case 'administrator':
      return m.users_access_app_by({ source: through(source.grants).join('; ') })
    case 'action':
      return m.users_access_app_action({
        action: catalogText(findAction(source.actionName)?.scopeDisplayName ?? source.actionName),
        source: through(source.grants).join('; '),
      })
  }
}
