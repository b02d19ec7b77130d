import { describe, expect, it } from 'vitest'
import { apps } from './apps.ts'
import { actions, actionsOpening, catalog, findAction, findApp, findProduct, findSku } from './index.ts'
import { derivedPackages, dividedProducts } from './packages.ts'
import { customRoleDefaultActions, customRoleFlags, products } from './products.ts'
import { roleTemplates } from './role-templates.ts'

const unique = (list: readonly string[]) => new Set(list).size === list.length

describe('the catalog', () => {
  it('has every product code, short code and application code of the specification', () => {
    const codes =
      'RI-DATAADMIN, RI-EXPOSUREIQ, RI-UNDERWRITEIQ, RI-RISKMODELER, RI-TREATYIQ, RI-COD-STN, RI-COD-PRO, RI-DATAVAULT, RI-QE-SERVICES, RMS-TENANT-ADMIN, DATAAPI-LOCINTEL, IC-DATABRIDGE, RI-OME-NASDAQ, IC-RISKDATALAKE, RI-RISKINVESTERIQ, RI-SITEIQ-GOLD, RI-RISKMODELER-EXPOSURE_ADDON, RI-COMETA'
    expect(products.map((product) => product.productCode)).toEqual(codes.split(', '))
    const shortCodes = catalog.products.flatMap((product) => ('shortCode' in product ? [product.shortCode] : []))
    expect(shortCodes.toSorted()).toEqual(['DB', 'EIQ', 'LI', 'PL', 'RM', 'TIQ', 'UIQ'])
    expect(catalog.applications.map((application) => application.applicationName)).toEqual(
      expect.arrayContaining(['admin-center', 'platform']),
    )
  })

  it('has unique names for actions, scopes, apps and flags', () => {
    expect(unique(actions.map((action) => action.actionName))).toBe(true)
    expect(unique(actions.map((action) => action.scopeName))).toBe(true)
    expect(unique(apps.map((app) => app.appName))).toBe(true)
    expect(unique(catalog.featureFlags.map((flag) => flag.flagName))).toBe(true)
    expect(catalog.featureFlags.map((flag) => flag.flagName)).toEqual(expect.arrayContaining(Object.values(customRoleFlags)))
  })

  it('has the 28 admin-center actions of the specification', () => {
    const admin = actions.filter((action) => action.applicationName === 'admin-center')
    expect(admin).toHaveLength(28)
    expect(admin.map((action) => action.actionName)).toEqual(expect.arrayContaining([...customRoleDefaultActions]))
  })

  it('has actions with every field for every application', () => {
    for (const { applicationName } of catalog.applications) {
      expect([applicationName, actions.some((action) => action.applicationName === applicationName)]).toEqual([applicationName, true])
    }
    for (const action of actions) {
      expect(Object.values(action).every((value) => value !== '')).toBe(true)
      expect(action.entitlements.every((code) => findProduct(code) !== undefined)).toBe(true)
      expect(action.actionName.length).toBeLessThanOrEqual(100)
      // Arrays of names are written to SQL without quotes.
      expect(action.actionName).toMatch(/^[\w.]+$/)
    }
  })

  it('gives every app an action and a product that open it, and every product an app that exists', () => {
    for (const app of apps) {
      expect(actionsOpening(app).length).toBeGreaterThan(0)
      expect(actionsOpening(app).every((name) => findAction(name) !== undefined)).toBe(true)
      expect(app.productCodes.every((code) => findProduct(code) !== undefined)).toBe(true)
    }
    const opening = products.flatMap((product) => ('appName' in product ? [product] : []))
    for (const { appName, productCode } of opening) expect(findApp(appName)?.productCodes).toContain(productCode)
    for (const { productCode } of products) expect(findSku(productCode)?.packages.length).toBeGreaterThan(0)
  })

  it('has role templates of actions that exist', () => {
    expect(unique(roleTemplates.map((template) => template.id))).toBe(true)
    for (const { id, actionNames } of roleTemplates) {
      expect([id, actionNames.filter((name) => findAction(name) === undefined)]).toEqual([id, []])
      expect(unique(actionNames)).toBe(true)
    }
  })

  it('has one baseline in every resource group package', () => {
    for (const productCode of dividedProducts) {
      for (const one of derivedPackages(productCode)) expect(one.definitions.filter((definition) => definition.isBaseline)).toHaveLength(1)
    }
  })
})
