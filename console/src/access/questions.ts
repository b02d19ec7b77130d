import { actions, findAction } from '@steward/contract/catalog/index'
import { administratorApp } from '@steward/contract/catalog/apps'
import { catalogText } from '@steward/contract/catalog/texts'
import { m } from '@steward/contract/paraglide/messages'
import { actionQuestion, pageRules } from '@steward/contract/rules/access-questions'
import type { Reason } from '@steward/contract/rules/expression'
import type { PermissionInputs } from '@steward/contract/rules/permission-inputs'
import { evaluate, permissionNames, reasonOf, type PermissionName } from '@steward/contract/rules/permissions'
import { isLicensed } from '@steward/contract/rules/licenses'
import { bestFirst, matchScore } from '../i18n/match.ts'
import { pageTitleOf } from '../pages/pageTitles.ts'
import { permissionLabel } from '../session/permissions/permissionLabel.ts'
import { permissionKind, permissionTitle } from '../session/permissions/permissionTitle.ts'
import { placeOf } from '../pages/menu.ts'

/** The questions about a user: can they open a page, do they have a permission, can they do an action? */
export interface Question {
  /** A permission's name, a page's path, or `action:` and an action's name; used in the URL. */
  id: string
  kind: 'page' | 'permission' | 'application' | 'action' | 'feature'
  label: string
  /** The technical name, and other search terms. */
  detail: string
  answer: (facts: PermissionInputs) => Reason
}

/** "Edit users (Admin Center)" */
export function actionTitle(actionName: string): string {
  const action = findAction(actionName)
  return action ? m.access_action({ action: catalogText(action.scopeDisplayName), application: action.applicationDisplayName }) : actionName
}

function kindOf(name: PermissionName): Question['kind'] {
  const kind = permissionKind(name)
  return kind === 'application' || kind === 'feature' ? kind : 'permission'
}

const permissionQuestions = (): Question[] =>
  permissionNames.map((name) => ({
    id: name,
    kind: kindOf(name),
    label: permissionTitle(name),
    detail: name,
    answer: (facts) => evaluate(name, facts).reason,
  }))

const actionQuestions = (): Question[] =>
  actions.map(({ actionName }) => ({
    id: actionQuestion(actionName),
    kind: 'action',
    label: actionTitle(actionName),
    detail: actionName,
    answer: (facts) => reasonOf({ kind: 'action', actionName }, facts),
  }))

const pageQuestions = (): Question[] =>
  [...pageRules].map(([path, rule]) => ({
    id: path,
    kind: 'page',
    label: m.access_page({ page: pageTitle(path) }),
    detail: path,
    answer: (facts) => reasonOf(rule, facts),
  }))

/** "Groups", "Currencies › New": the menu's label of a page, and the labels of the path below it. */
export function pageTitle(path: string): string {
  const found = placeOf(path)?.page
  const own = found === undefined ? pageTitleOf(path) : undefined
  if (own !== undefined) return own()
  const rest = found ? path.slice(found.path.length) : path
  const words = rest
    .split('/')
    .filter((part) => part !== '')
    .map((part) => permissionLabel(part.replaceAll('-', ' ')))
  const parts = [...(found ? [found.title()] : []), ...words]
  return parts.length === 0 ? m.access_home() : parts.join(' › ')
}

/** Whether the console has what is asked about, and the tenant a license for it. */
export function isOffered(question: Question, facts: PermissionInputs | undefined, hasPage: (path: string) => boolean): boolean {
  if (question.kind === 'page') return hasPage(question.id)
  if (facts === undefined) return true
  if (question.kind !== 'action') return isAvailable(question.answer(facts))
  const products = findAction(question.detail)?.entitlements ?? []
  return (
    products.length === 0 || facts.licenses.some((license) => products.includes(license.productCode) && isLicensed(license, facts.asOf))
  )
}

/** Whether applications that are asked for can be opened by someone of the tenant. */
function isAvailable(reason: Reason): boolean {
  if (reason.kind === 'all') return reason.parts.every(isAvailable)
  return reason.kind !== 'app' || reason.granted || reason.isLicensed || reason.appName === administratorApp
}

let known: readonly Question[] | undefined

/** All questions: pages first, then permissions, applications, actions and features. */
export function questions(): readonly Question[] {
  const order: Question['kind'][] = ['page', 'permission', 'application', 'action', 'feature']
  known ??= [...pageQuestions(), ...permissionQuestions(), ...actionQuestions()].sort(
    (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind),
  )
  return known
}

/** The questions that match what is typed, best first, beginning with the one of this technical name; all of them if nothing is. */
export function matching(all: readonly Question[], typed: string): readonly Question[] {
  const name = typed.trim().toLowerCase()
  if (name === '') return all
  return bestFirst(all, ({ label, detail }) => (detail.toLowerCase() === name ? Infinity : matchScore(typed, label, detail)))
}

export const findQuestion = (id: string | undefined): Question | undefined => questions().find((question) => question.id === id)
