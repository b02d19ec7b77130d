import { describe, expect, test } from 'vitest'
import { buildPermissionInputs } from '@steward/contract/rules/permission-inputs.fixtures'
import { evaluate } from '@steward/contract/rules/permissions'
import { missingOf, obstacleOf, type Missing } from './missing.ts'

type Wanted = Parameters<typeof buildPermissionInputs>[0]

/** Applications and actions by their names, other facts by their kind. */
function named(part: Missing): unknown {
  if (part.kind !== 'fact') return { [part.kind]: part.parts.map(named) }
  const { fact } = part
  return fact.kind === 'app' ? fact.appName : fact.kind === 'action' ? fact.actionName : fact.kind
}
const reasonOf = (permission: string, wanted?: Wanted) => evaluate(permission, buildPermissionInputs(wanted)).reason

test('names each application once, and none that another one needs besides', () => {
  const actions = ['EditGroups', 'ViewGroups']
  expect(named(missingOf(reasonOf('Navigation.ResourceGroupsManagement', { actions })))).toEqual({
    any: ['enterprise-data-vault', 'rlax', 'underwriteiq', 'exposureiq', 'treatyiq', 'climate-on-demand'],
  })
})

test('tells parts that are needed together from those of which one is enough', () => {
  expect(named(missingOf(reasonOf('AppAccess.exposureIqAddon')))).toEqual({ all: ['rlax', 'exposureiq-addon'] })
})

test('leaves out what is met, and says what should not be', () => {
  const climate = { actions: ['ViewCurrencies', 'ClimateOnDemand.ViewScores'], products: ['RI-COD-STN'] }
  expect(JSON.stringify(named(missingOf(reasonOf('Navigation.ReferenceData', climate))))).toContain('{"none":["climate-on-demand"]}')
})

describe('what keeps someone from a permission', () => {
  test.each([
    ['role', 'Admin.EditUsers', {}],
    ['license', 'AppAccess.siteIq', {}],
    ['role', 'AppAccess.siteIq', { products: ['RI-SITEIQ-GOLD'] }],
    ['license', 'Navigation.ResourceGroupsManagement', { isAdministrator: true, actions: ['EditGroups'] }],
    ['other', 'Navigation.AuditLog', { actions: ['ViewSystemLog'], flags: { AuditLog: false } }],
    ['other', 'Navigation.JobLog', { actions: ['ViewSystemLog', 'DataAdmin.ViewJobLog'] }],
  ] as const)('is %s for %s with %j', (obstacle, permission, wanted) => {
    expect(obstacleOf(reasonOf(permission, wanted as Wanted))).toBe(obstacle)
  })
})
