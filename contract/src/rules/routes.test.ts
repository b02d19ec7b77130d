import { describe, expect, it } from 'vitest'
import { buildPermissionInputs } from './permission-inputs.fixtures.ts'
import { isGranted, isPermissionName } from './permissions.ts'
import { consoleRoutes, isPublicPath, mayOpen, missingPermission, routeOf } from './routes.ts'

const opens = (path: string, facts: ReturnType<typeof buildPermissionInputs>) => mayOpen(path, (name) => isGranted(name, facts))

describe('routes of the console', () => {
  it('are unique and need permissions that exist', () => {
    const paths = consoleRoutes.map((route) => route.path)
    expect(new Set(paths).size).toBe(paths.length)
    for (const route of consoleRoutes) expect(route.permissions.every(isPermissionName)).toBe(true)
  })

  it.each([
    ['/', '/'],
    ['/user-administration/users', '/user-administration/users'],
    ['/user-administration/users/', '/user-administration/users'],
    ['/user-administration/users/0199c0de', '/user-administration/users'],
    ['/reference-data/currencies/currency-schemes/new', '/reference-data/currencies/currency-schemes/new'],
    ['/reference-data/currencies/currency-schemes/EUR', '/reference-data/currencies/currency-schemes/{scheme}'],
    ['/reference-data/currencies/currency-schemes/EUR/new', '/reference-data/currencies/currency-schemes/{scheme}/new'],
    ['/reference-data/currencies/currency-schemes/EUR/7', '/reference-data/currencies/currency-schemes/{scheme}/{version}'],
    ['/company/company-licenses/models', '/company/company-licenses/{type}'],
    ['/nowhere', undefined],
    ['/user-administration', undefined],
  ])('%s belongs to %s', (path, expected) => {
    expect(routeOf(path)?.path).toBe(expected)
  })

  it('open only the pages that a role allows', () => {
    const steward = buildPermissionInputs({ actions: ['EditCurrencies'] })
    expect(opens('/reference-data/currencies/currency/new', steward)).toBe(true)
    expect(opens('/reference-data/currencies/currency-schemes/new', steward)).toBe(false)
    expect(opens('/user-administration/users', steward)).toBe(false)
    expect(opens('/reference-data/data-tags', steward)).toBe(true)
    expect(opens('/launchpad', steward)).toBe(true)
    expect(opens('/nowhere', steward)).toBe(false)
  })

  it('hide reference data from people who only use Climate On Demand, even if their roles allow it', () => {
    const actions = ['EditCurrencies', 'EditCurrencySchemes', 'ClimateOnDemand.ViewScores']
    const climate = buildPermissionInputs({ actions, products: ['RI-COD-STN'] })
    const both = buildPermissionInputs({
      actions: [...actions, 'UnderwriteIQ.ViewSubmissions'],
      products: ['RI-COD-STN', 'RI-UNDERWRITEIQ'],
    })
    const paths = consoleRoutes.map(({ path }) => path).filter((path) => path.startsWith('/reference-data/'))
    expect(paths).toHaveLength(9)
    for (const path of paths) expect([path, opens(path, climate), opens(path, both)]).toEqual([path, false, true])
    expect(missingPermission('/reference-data/currencies/currency/new', (name) => isGranted(name, climate))).toBe(
      'Navigation.ReferenceData',
    )
  })

  it('open only the tabs of available products', () => {
    const facts = buildPermissionInputs({
      actions: ['EditGroups', 'ViewSystemUsage', 'RiskModeler.ViewResults'],
      products: ['RI-RISKMODELER'],
    })
    expect(opens('/user-administration/resource-groups/risk-modeler', facts)).toBe(true)
    expect(opens('/user-administration/resource-groups/data-admin', facts)).toBe(true)
    expect(opens('/user-administration/resource-groups/treaty-iq', facts)).toBe(false)
    expect(opens('/monitoring/system-usage/risk-modeler', facts)).toBe(true)
    expect(opens('/monitoring/system-usage/data-bridge', facts)).toBe(false)
  })

  it('name the missing permission, also for a product’s tab', () => {
    const facts = buildPermissionInputs({
      actions: ['EditGroups', 'ViewSystemUsage', 'RiskModeler.ViewResults'],
      products: ['RI-RISKMODELER'],
    })
    const missing = (path: string) => missingPermission(path, (name) => isGranted(name, facts))
    expect(missing('/user-administration/groups/0199c0de')).toBeUndefined()
    expect(missing('/user-administration/users')).toBe('Navigation.UserManagement')
    expect(missing('/user-administration/resource-groups/treaty-iq')).toBe('AppAccess.treatyIqV2')
    expect(missing('/user-administration/resource-groups/risk-modeler')).toBeUndefined()
    expect(missing('/monitoring/system-usage/data-bridge')).toBe('Monitoring.DataBridge')
    // Not forbidden, but not found either.
    expect(missing('/monitoring/system-usage/nothing')).toBeUndefined()
    expect(mayOpen('/monitoring/system-usage/nothing', () => true)).toBe(false)
    expect(missing('/nowhere')).toBeUndefined()
  })

  it('are public if they say so, and if nothing is there', () => {
    const open = ['/401', '/404', '/login', '/login/reset-password', '/nowhere', '/user-administration']
    expect(open.filter((path) => !isPublicPath(path))).toEqual([])
    expect(['/', '/launchpad', '/user-administration/users/1', '/monitoring/job-log'].filter(isPublicPath)).toEqual([])
  })
})
