import { adminCenterActions, adminCenterProductActions } from './actions-admin.ts'
import { productActions } from './actions-products.ts'
import { serviceActions } from './actions-services.ts'
import { apps } from './apps.ts'
import { featureFlags } from './flags.ts'
import { cancellableJobTypes } from './jobs.ts'
import { skus } from './packages.ts'
import { applications, products } from './products.ts'
import { quotaLabels } from './quotas.ts'
import type { Action, App, Product, Sku } from './types.ts'

/** Every action of every application, admin-center first. */
export const actions: readonly Action[] = [...adminCenterActions, ...adminCenterProductActions, ...productActions, ...serviceActions]

/** The products of this platform (product decisions, first section): product names are data. */
export const catalog = {
  products,
  applications,
  apps,
  actions,
  featureFlags,
  quotaLabels,
  skus,
  cancellableJobTypes,
} as const
export type Catalog = typeof catalog

const actionByName = new Map(actions.map((action) => [action.actionName, action]))
const appByName = new Map<string, App>(apps.map((app) => [app.appName, app]))
const productByCode = new Map<string, Product>(products.map((product) => [product.productCode, product]))
const skuByCode = new Map<string, Sku>(skus.map((sku) => [sku.productCode, sku]))

export const findAction = (actionName: string): Action | undefined => actionByName.get(actionName)
export const findApp = (appName: string): App | undefined => appByName.get(appName)
export const findProduct = (productCode: string): Product | undefined => productByCode.get(productCode)
export const findSku = (productCode: string): Sku | undefined => skuByCode.get(productCode)

const openings = new Map<string, readonly string[]>(
  apps.map((app: App) => [
    app.appName,
    actions
      .filter((action) => app.actionApplications.includes(action.applicationName) || app.actionNames?.includes(action.actionName))
      .map((action) => action.actionName),
  ]),
)

/** The actions that put an application into a user's app list if the tenant has a license for it. */
export const actionsOpening = (app: App): readonly string[] => openings.get(app.appName) ?? []
