import { describe, expect, it } from 'vitest'
import type { PermissionName } from './permission-names.ts'
import { availableResourceGroupProducts, type ResourceGroupProduct, resourceGroupProducts } from './resource-group-products.ts'

const available = (...granted: PermissionName[]) =>
  availableResourceGroupProducts(resourceGroupProducts, (name) => granted.includes(name)).map((product) => product.tab)

describe('products with resource groups', () => {
  it('are empty if only data-admin remains', () => {
    expect(available()).toEqual([])
  })

  it('are those of the apps, plus data-admin', () => {
    expect(available('AppAccess.rlax')).toEqual(['risk-modeler', 'data-admin'])
    expect(available('AppAccess.exposureIqAddon')).toEqual(['exposure-iq', 'data-admin'])
  })

  it('need their flag if they have one', () => {
    expect(available('AppAccess.enterpriseDataVault')).toEqual([])
    expect(available('AppAccess.enterpriseDataVault', 'FeatureFlags.EnterpriseDataVault')).toEqual(['platform', 'data-admin'])
    expect(available('AppAccess.climateOnDemand')).toEqual([])
  })

  it('exclude data-admin if the others are visible without an app', () => {
    const visible: ResourceGroupProduct = { tab: 'preview', productCode: 'RI-COMETA', permissions: [], isVisible: true }
    const shown = availableResourceGroupProducts<ResourceGroupProduct>([...resourceGroupProducts, visible], () => false)
    expect(shown.map((product) => product.tab)).toEqual(['preview'])
  })
})
