import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findAction } from '../catalog/index.ts'
import { permissionInputs } from './apps.ts'
import type { Rule } from './expression.ts'
import { anyActionName, anyPermissionInputs, anyName } from './permission-inputs.arbitrary.ts'
import { buildPermissionInputs, exampleGrant } from './permission-inputs.fixtures.ts'
import { permissionInputsSchema } from './permission-inputs.ts'
import { permissionRules } from './permission-rules.ts'
import { evaluate, evaluateAll, isGranted, type PermissionInputs, type PermissionName, permissionNames } from './permissions.ts'
import { availableResourceGroupProducts, resourceGroupProducts } from './resource-group-products.ts'

describe('reasons', () => {
  it('name the role and the group behind an action', () => {
    const { reason } = evaluate('Admin.EditUsers', buildPermissionInputs({ actions: ['EditUsers'] }))
    expect(reason).toEqual({ kind: 'action', granted: true, actionName: 'EditUsers', grants: [exampleGrant] })
  })

  it('say what is missing for an application', () => {
    const { reason } = evaluate('AppAccess.rlax', buildPermissionInputs({ products: ['RI-RISKMODELER'] }))
    expect(reason).toMatchObject({ kind: 'app', granted: false, isLicensed: true, grantedActionNames: [], source: null })
  })

  it('survive JSON together with the facts, with the same result', () => {
    fc.assert(
      fc.property(anyPermissionInputs, anyName, (facts, name) => {
        const sent = permissionInputsSchema.parse(JSON.parse(JSON.stringify(facts)))
        expect(evaluate(name, sent)).toEqual(JSON.parse(JSON.stringify(evaluate(name, facts))))
      }),
      { numRuns: 50 },
    )
  })
})

/** A naive evaluator without reasons or short circuits. */
function naive(rule: Rule, facts: PermissionInputs): boolean {
  const licensed = () => facts.licenses.filter((one) => Date.parse(one.endDate) > Date.parse(facts.asOf))
  const table: { [K in Rule['kind']]: (rule: Extract<Rule, { kind: K }>) => boolean } = {
    all: ({ parts }) => !parts.map((part) => naive(part, facts)).includes(false),
    any: ({ parts }) => parts.map((part) => naive(part, facts)).includes(true),
    not: ({ part }) => !naive(part, facts),
    permission: ({ name }) => naive(permissionRules[name], facts),
    always: () => true,
    action: ({ actionName }) => (facts.actions[actionName] ?? []).length > 0,
    app: ({ appName }) => appName in facts.apps,
    flag: ({ flagName }) => facts.flags[flagName]?.value === true,
    license: (one) => licensed().some((had) => had.productCode === one.productCode && one.licenseKinds.includes(had.kind)),
    federatedLogin: () => facts.federation.isFederatedLogin,
    administrator: () => facts.roles.some((role) => role.roleName === 'Tenant Administrator'),
    anyRole: () => facts.roles.length > 0,
    resourceGroup: ({ productCode }) => {
      const { count, joined } = facts.resourceGroups[productCode] ?? { count: 0, joined: 0 }
      return joined > 0 || (count > 0 && facts.roles.some((role) => role.roleName === 'Tenant Administrator'))
    },
    quota: ({ quotaName }) => facts.quotas.some((one) => one.quotaName === quotaName && one.value > 0),
  }
  // Each entry handles the rule of its own kind.
  return (table[rule.kind] as (rule: Rule) => boolean)(rule)
}

function hasNot(rule: Rule): boolean {
  switch (rule.kind) {
    case 'not':
      return true
    case 'all':
    case 'any':
      return rule.parts.some(hasNot)
    case 'permission':
      return hasNot(permissionRules[rule.name])
    default:
      return false
  }
}

describe('the evaluator', () => {
  it('agrees with a naive one, in all three forms', () => {
    fc.assert(
      fc.property(anyPermissionInputs, (facts) => {
        const answers = evaluateAll(facts)
        for (const name of permissionNames) {
          const expected = naive(permissionRules[name], facts)
          expect([name, evaluate(name, facts).granted, answers[name]]).toEqual([name, expected, expected])
        }
      }),
    )
  })

  it('never revokes a permission for an added action, unless the rule has a not', () => {
    fc.assert(
      fc.property(anyPermissionInputs, anyActionName, anyName, (facts, actionName, name) => {
        fc.pre(!hasNot(permissionRules[name]))
        const more = permissionInputs({ ...facts, actions: { ...facts.actions, [actionName]: [exampleGrant] } })
        expect(isGranted(name, facts) && !isGranted(name, more)).toBe(false)
      }),
    )
  })

  it('has rules whose every action and permission exists, none of them self-referencing', () => {
    const problems: string[] = []
    const visit = (rule: Rule, path: readonly PermissionName[]): void => {
      if (rule.kind === 'all' || rule.kind === 'any') for (const part of rule.parts) visit(part, path)
      else if (rule.kind === 'not') visit(rule.part, path)
      else if (rule.kind === 'action' && !findAction(rule.actionName)) problems.push(`no action ${rule.actionName}`)
      else if (rule.kind === 'permission' && path.includes(rule.name)) problems.push(`${rule.name} refers to itself`)
      else if (rule.kind === 'permission') visit(permissionRules[rule.name], [...path, rule.name])
    }
    for (const name of permissionNames) visit(permissionRules[name], [name])
    expect(problems).toEqual([])
  })

  it('hides reference data only from people whose only product is Climate On Demand', () => {
    const climate = new Set(['climate-on-demand', 'climate-on-demand-pro'])
    const others = new Set(['rms-owl', 'tenant-admin-portal', 'internal-services', 'exposureiq-addon'])
    fc.assert(
      fc.property(anyPermissionInputs, (facts) => {
        const products = Object.keys(facts.apps).filter((name) => !others.has(name))
        const isOnlyClimate = products.length > 0 && products.every((name) => climate.has(name))
        const views = isGranted('Admin.ViewCurrencies', facts) || isGranted('Admin.ViewCurrencySchemes', facts)
        expect(isGranted('Navigation.ReferenceData', facts)).toBe(views && !isOnlyClimate)
      }),
    )
  })

  it('grants resource groups exactly when a product is available', () => {
    fc.assert(
      fc.property(anyPermissionInputs, (facts) => {
        const available = availableResourceGroupProducts(resourceGroupProducts, (name) => isGranted(name, facts))
        const expected = available.length > 0 && isGranted('Admin.EditGroups', facts)
        expect(isGranted('Navigation.ResourceGroupsManagement', facts)).toBe(expected)
      }),
    )
  })
})
