import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPermissionInputs, anyName } from './permission-inputs.arbitrary.ts'
import { buildPermissionInputs, carryOut } from './permission-inputs.fixtures.ts'
import { evaluate, isGranted } from './permissions.ts'
import { alternatives, choicesOf, offered, remedies, type Remedy } from './remedies.ts'

describe('remedies', () => {
  it('are empty for granted permissions, and name one change if one is enough', () => {
    expect(remedies(evaluate('Navigation.Launchpad', buildPermissionInputs()).reason)).toEqual([])
    expect(remedies(evaluate('Navigation.UserManagement', buildPermissionInputs()).reason)).toEqual([
      { kind: 'grantAction', actionNames: ['ViewUsers'] },
    ])
    expect(remedies(evaluate('Navigation.AuditLog', buildPermissionInputs({ flags: { AuditLog: false } })).reason)).toEqual([
      { kind: 'grantAction', actionNames: ['ViewSystemLog'] },
      { kind: 'turnFlag', flagName: 'AuditLog', value: true, source: 'tenant' },
    ])
    expect(remedies(evaluate('AppAccess.siteIq', buildPermissionInputs()).reason)).toEqual([
      { kind: 'licenseProduct', productCodes: ['RI-SITEIQ-GOLD'], licenseKinds: ['application'] },
      { kind: 'grantAction', actionNames: ['SiteIQ.ViewSites', 'SiteIQ.RunScores'] },
    ])
    const climate = buildPermissionInputs({ actions: ['ViewCurrencies', 'ClimateOnDemand.ViewScores'], products: ['RI-COD-STN'] })
    const { reason } = evaluate('Navigation.ReferenceData', climate)
    expect(remedies(reason)).toEqual([{ kind: 'removeApp', appName: 'climate-on-demand' }])
    // Any other product does, too.
    expect(alternatives(reason)).toContainEqual([
      { kind: 'licenseProduct', productCodes: ['RI-SITEIQ-GOLD'], licenseKinds: ['application'] },
      { kind: 'grantAction', actionNames: ['SiteIQ.ViewSites', 'SiteIQ.RunScores'] },
    ])
  })

  it('never suggest an action that custom roles cannot include', () => {
    const list = alternatives(evaluate('AppAccess.managedSql', buildPermissionInputs()).reason).flat()
    const names = list.flatMap((remedy) => (remedy.kind === 'grantAction' ? remedy.actionNames : []))
    expect(names).not.toContain('DataBridge.ConnectServers')
    expect(names).toContain('ListDataBridgeServers')
  })

  it('offer a license only where nothing else does', () => {
    const climate = buildPermissionInputs({ actions: ['ViewCurrencies', 'ClimateOnDemand.ViewScores'], products: ['RI-COD-STN'] })
    const ways = alternatives(evaluate('Navigation.ReferenceData', climate).reason)
    expect(ways.flat().some((remedy) => remedy.kind === 'licenseProduct')).toBe(true)
    expect(
      offered(ways)
        .flat()
        .some((remedy) => remedy.kind === 'licenseProduct'),
    ).toBe(false)
    expect(offered(ways)).toContainEqual([{ kind: 'removeApp', appName: 'climate-on-demand' }])
    const onlyLicense = alternatives(evaluate('AppAccess.siteIq', buildPermissionInputs()).reason)
    expect(offered(onlyLicense)).toEqual(onlyLicense)
  })

  it('return null for an unknown permission', () => {
    expect(remedies(evaluate('Admin.Nothing', buildPermissionInputs()).reason)).toBeNull()
  })

  it('grant the permission whichever choice is taken, and no shorter list of them does', () => {
    fc.assert(
      fc.property(anyPermissionInputs, anyName, fc.nat(), (facts, name, turn) => {
        const granted = (changes: readonly Remedy[]) =>
          isGranted(
            name,
            changes.reduce((before, remedy) => carryOut(remedy, before), facts),
          )
        const found = alternatives(evaluate(name, facts).reason)
        expect(found.length).toBeGreaterThan(0)
        for (const list of found) {
          const taken = list.flatMap((remedy) => choicesOf(remedy).at(turn % choicesOf(remedy).length) ?? [])
          expect([name, taken, granted(taken)]).toEqual([name, taken, true])
          for (const left of list) {
            const shorter = list.filter((one) => one !== left)
            expect([name, shorter, everyWay(shorter, granted)]).toEqual([name, shorter, false])
          }
        }
        expect(isGranted(name, facts)).toBe(found[0]?.length === 0)
      }),
      { numRuns: 400 },
    )
  })
})

/** Whether each way to take the remedies' choices grants the permission. */
function everyWay(list: readonly Remedy[], granted: (changes: readonly Remedy[]) => boolean, taken: readonly Remedy[] = []): boolean {
  const [next, ...rest] = list
  if (!next) return granted(taken)
  return choicesOf(next).every((choice) => everyWay(rest, granted, [...taken, choice]))
}
