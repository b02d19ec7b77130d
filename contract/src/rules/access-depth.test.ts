import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { actions } from '../catalog/index.ts'
import { accessDepth, accessDepths, availableApplications, deeper, depthByApplication, mappedApplications } from './access-depth.ts'
import { asOf, lastYear, nextYear } from './permission-inputs.fixtures.ts'

describe('the depth of access', () => {
  it.each([
    [['RiskModeler.ViewResults', 'RiskModeler.ExportResults'], 'view'],
    [['RiskModeler.ViewResults', 'RiskModeler.RunModels'], 'run'],
    [['RiskModeler.RunModels', 'RiskModeler.EditPortfolios'], 'edit'],
    [['RiskModeler.DeleteResults'], 'edit'],
    [['ExposureIQ.ViewEvents', 'NoSuchAction'], undefined],
    [[], undefined],
  ])('of %j in Risk Modeler is %s', (actionNames, depth) => {
    expect(accessDepth(actionNames, 'rlax')).toBe(depth)
  })

  it('names every application with an action, once', () => {
    expect(depthByApplication(['ViewUsers', 'DataVault.ArchiveData', 'RiskModeler.RunModels'])).toEqual({
      'admin-center': 'view',
      platform: 'edit',
      rlax: 'run',
    })
    expect(Object.keys(depthByApplication(actions.map((action) => action.actionName))).toSorted()).toEqual(
      mappedApplications.map((one) => one.applicationName).toSorted(),
    )
  })

  it('never falls when an action is added', () => {
    const names = fc.subarray(actions.map((action) => action.actionName))
    fc.assert(
      fc.property(names, names, (some, more) => {
        const before = depthByApplication(some)
        const after = depthByApplication([...some, ...more])
        return mappedApplications.every(({ applicationName: name }) => deeper(before[name], after[name]) === after[name])
      }),
    )
  })

  it('is compared from view to edit', () => {
    expect(accessDepths.toSorted((a, b) => (deeper(a, b) === a && a !== b ? 1 : -1))).toEqual(['view', 'run', 'edit'])
    expect(deeper(undefined, 'view')).toBe('view')
    expect(deeper('run', undefined)).toBe('run')
    expect(deeper(undefined, undefined)).toBeUndefined()
  })
})

describe('the applications of a tenant', () => {
  const license = (productCode: string, endDate: string) => ({ kind: 'application' as const, productCode, endDate })
  const names = (...licenses: ReturnType<typeof license>[]) => availableApplications(licenses, asOf).map((one) => one.displayName)

  it('are its administration, and what it has a license for', () => {
    expect(names()).toEqual(['Admin Center'])
    expect(names(license('RI-RISKMODELER', nextYear), license('RI-SITEIQ-GOLD', lastYear))).toEqual(['Admin Center', 'Risk Modeler'])
    expect(names(license('RI-COD-PRO', nextYear))).toEqual(['Admin Center', 'Climate On Demand', 'Climate On Demand Pro'])
  })

  it('are named as people open them', () => {
    expect(names(license('RI-DATAVAULT', nextYear))).toEqual(['Admin Center', 'Enterprise Data Vault'])
  })
})
