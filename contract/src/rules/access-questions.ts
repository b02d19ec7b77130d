import { findAction } from '../catalog/index.ts'
import { type Rule, action, all, any, permission } from './expression.ts'
import { permissionRules } from './permission-rules.ts'
import { isPermissionName } from './permissions.ts'
import { type ResourceGroupProduct, resourceGroupProducts } from './resource-group-products.ts'
import { type ConsoleRoute, consoleRoutes, systemUsageProducts } from './routes.ts'

/** What can be asked about access: a permission's name, a page's path, or `action:` and an action's name. */

const actionPrefix = 'action:'
export const actionQuestion = (actionName: string): string => `${actionPrefix}${actionName}`

/** The rule that answers a question; undefined if there is no such question. */
export function ruleOfQuestion(ask: string): Rule | undefined {
  if (isPermissionName(ask)) return permissionRules[ask]
  if (!ask.startsWith(actionPrefix)) return pageRules.get(ask)
  const actionName = ask.slice(actionPrefix.length)
  return findAction(actionName) && action(actionName)
}

/** The rules of the console's pages, by path. */
export const pageRules: ReadonlyMap<string, Rule> = new Map(
  consoleRoutes
    .filter(isOwnPage)
    .flatMap((route) => (route.path.endsWith('{app}') ? productPages(route) : [[route.path, together(route.permissions.map(permission))]])),
)

/** `{name}` matches one segment; only the products' pages are separate pages. */
function isOwnPage(route: ConsoleRoute): boolean {
  return route.isPublic !== true && (!route.path.includes('{') || route.path.endsWith('{app}'))
}

function productPages(route: ConsoleRoute): [string, Rule][] {
  const needed = route.permissions.map(permission)
  const page = (tab: string, ...rules: Rule[]): [string, Rule] => [route.path.replace('{app}', tab), together([...needed, ...rules])]
  if (route.path.startsWith('/monitoring/')) return systemUsageProducts.map((product) => page(product.tab, permission(product.permission)))
  return resourceGroupProducts.map((product: ResourceGroupProduct) =>
    page(
      product.tab,
      ...(product.permissions.length > 0 ? [any(...product.permissions.map(permission))] : []),
      ...(product.flagName === undefined ? [] : [permission(`FeatureFlags.${product.flagName}`)]),
    ),
  )
}

function together(rules: readonly Rule[]): Rule {
  const [first, ...more] = rules
  if (first === undefined) return { kind: 'always' }
  return more.length === 0 ? first : all(...rules)
}
