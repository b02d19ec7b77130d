import { describe, expect, it } from 'vitest'
import { actions, findAction } from '../catalog/index.ts'
import { customRoleAvailability, customRoleHeading } from './custom-roles.ts'

function action(name: string) {
  const found = findAction(name)
  if (!found) throw new Error(`No action is called ${name}`)
  return found
}
const on = () => true
const without =
  (...off: string[]) =>
  (flagName: string) =>
    !off.includes(flagName)

describe('actions of custom roles', () => {
  it('exclude only the disabled application if every flag is on', () => {
    const left = actions.filter((one) => !customRoleAvailability(one, on).available)
    expect(new Set(left.map((one) => one.applicationName))).toEqual(new Set(['managed-sql']))
  })

  it('of a product need its flag', () => {
    expect(customRoleAvailability(action('RiskModeler.ViewResults'), without('CustomRolesRiskModeler'))).toEqual({
      available: false,
      because: 'flag_off',
      flagName: 'CustomRolesRiskModeler',
    })
    expect(customRoleAvailability(action('ListDataBridgeServers'), without('CustomRolesDataBridge')).available).toBe(false)
    expect(customRoleAvailability(action('TreatyIQ.ViewPrograms'), without('CustomRolesRiskModeler')).available).toBe(true)
  })

  it('without entitlements need the admin center flag, and all need CustomRoles', () => {
    expect(customRoleAvailability(action('ViewUsers'), without('CustomRolesAdminCenter')).available).toBe(false)
    expect(customRoleAvailability(action('ViewUsers'), without('CustomRolesRiskModeler')).available).toBe(true)
    expect(actions.some((one) => customRoleAvailability(one, without('CustomRoles')).available)).toBe(false)
  })

  it('without entitlements are listed under Platform, the others under their product', () => {
    expect(customRoleHeading(action('ViewUsers'))).toBe('Platform')
    expect(customRoleHeading(action('ListDataBridgeServers'))).toBe('Data Bridge')
    expect(customRoleHeading(action('RiskModeler.ViewResults'))).toBe('Risk Modeler')
  })
})
