import { catalogText } from '@steward/contract/catalog/texts'
import { findAction } from '@steward/contract/catalog/index'
import { m } from '@steward/contract/paraglide/messages'
import { depthByApplication, mappedApplications } from '@steward/contract/rules/access-depth'
import { pageRules } from '@steward/contract/rules/access-questions'
import type { PermissionInputs } from '@steward/contract/rules/permission-inputs'
import { reasonOf } from '@steward/contract/rules/permissions'
import { compareText } from '../i18n/format.ts'
import { depthLabel } from '../session/permissions/depthLabel.ts'
import { actionTitle, pageTitle } from './questions.ts'

/** What two people or two roles have, as names to compare. */
export interface Compared {
  name: string
  /** Names by the heading that they are shown under, in its order. */
  lists: Record<string, readonly string[]>
}

export interface Difference {
  heading: string
  onlyFirst: readonly string[]
  onlySecond: readonly string[]
}

/** What only one of two has; headings without a difference are left out. */
export function differences(first: Compared, second: Compared): Difference[] {
  return Object.keys(first.lists).flatMap((heading) => {
    const [one, other] = [first.lists[heading] ?? [], second.lists[heading] ?? []]
    const onlyFirst = one.filter((name) => !other.includes(name)).toSorted(compareText)
    const onlySecond = other.filter((name) => !one.includes(name)).toSorted(compareText)
    return onlyFirst.length + onlySecond.length === 0 ? [] : [{ heading, onlyFirst, onlySecond }]
  })
}

/** "Risk Modeler: Run" */
function depthsOf(actionNames: readonly string[]): string[] {
  const depths = depthByApplication(actionNames)
  return mappedApplications.flatMap(({ applicationName, displayName }) => {
    const depth = depths[applicationName]
    return depth === undefined ? [] : [m.access_compare_depth({ application: catalogText(displayName), depth: depthLabel(depth) })]
  })
}

const known = (actionNames: readonly string[]): string[] => actionNames.filter((name) => findAction(name) !== undefined)

/** A person, by the facts behind the permissions. */
export function comparedPerson(name: string, groups: readonly string[], facts: PermissionInputs): Compared {
  const actionNames = known(Object.keys(facts.actions).filter((action) => (facts.actions[action] ?? []).length > 0))
  const pages = [...pageRules].filter(([, rule]) => reasonOf(rule, facts).granted).map(([path]) => pageTitle(path))
  return {
    name,
    lists: {
      [m.access_compare_groups()]: groups,
      [m.access_compare_role_names()]: facts.roles.map((role) => role.roleName),
      [m.access_compare_applications()]: depthsOf(actionNames),
      [m.access_compare_pages()]: pages,
      [m.access_compare_actions()]: actionNames.map(actionTitle),
    },
  }
}

export function comparedRole(name: string, actions: readonly string[]): Compared {
  const actionNames = known(actions)
  return {
    name,
    lists: { [m.access_compare_applications()]: depthsOf(actionNames), [m.access_compare_actions()]: actionNames.map(actionTitle) },
  }
}
