import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPermissionInputs } from './permission-inputs.arbitrary.ts'
import { asOf, buildPermissionInputs, exampleGrant } from './permission-inputs.fixtures.ts'

const appsOf = (wanted: Parameters<typeof buildPermissionInputs>[0]) => Object.keys(buildPermissionInputs(wanted).apps)

describe('the app list', () => {
  it('always includes rms-owl', () => {
    expect(appsOf({})).toEqual(['rms-owl'])
    fc.assert(fc.property(anyPermissionInputs, (facts) => facts.apps['rms-owl']?.kind === 'always'))
  })

  it('needs both an action and a license', () => {
    expect(appsOf({ actions: ['RiskModeler.ViewResults'] })).toEqual(['rms-owl'])
    expect(appsOf({ products: ['RI-RISKMODELER'] })).toEqual(['rms-owl'])
    expect(appsOf({ actions: ['RiskModeler.ViewResults'], products: ['RI-RISKMODELER'] })).toEqual(['rms-owl', 'rlax'])
  })

  it('names the action and role that opened the application', () => {
    const facts = buildPermissionInputs({ actions: ['RiskModeler.ViewResults'], products: ['RI-RISKMODELER'] })
    expect(facts.apps['rlax']).toEqual({
      kind: 'action',
      productCode: 'RI-RISKMODELER',
      actionName: 'RiskModeler.ViewResults',
      grants: [exampleGrant],
    })
  })

  it('removes an application the moment its license expires', () => {
    const licenses = [{ kind: 'application' as const, productCode: 'RI-RISKMODELER', endDate: asOf }]
    expect(appsOf({ actions: ['RiskModeler.ViewResults'], licenses })).toEqual(['rms-owl'])
  })

  it('includes Admin Portal for Tenant Administrator without a license', () => {
    expect(appsOf({ isAdministrator: true })).toEqual(['rms-owl', 'tenant-admin-portal'])
  })

  it('accepts the professional license of Climate On Demand for the standard application', () => {
    const actions = ['ClimateOnDemand.ViewScores', 'ClimateOnDemandPro.ViewScenarios']
    expect(appsOf({ actions, products: ['RI-COD-STN'] })).toEqual(['rms-owl', 'climate-on-demand'])
    expect(appsOf({ actions, products: ['RI-COD-PRO'] })).toEqual(['rms-owl', 'climate-on-demand', 'climate-on-demand-pro'])
  })
})
