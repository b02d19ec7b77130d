import fc from 'fast-check'
import { featureFlags } from '../catalog/flags.ts'
import { actions } from '../catalog/index.ts'
import { products } from '../catalog/products.ts'
import { buildPermissionInputs, lastYear, nextYear } from './permission-inputs.fixtures.ts'
import type { PermissionInputs } from './permission-inputs.ts'
import { permissionNames } from './permissions.ts'

/** Facts and names for property tests. */

const flagNames = featureFlags.map((flag) => flag.flagName)
const actionNames = actions.map((action) => action.actionName)
export const anyActionName = fc.constantFrom(...actionNames)
const productCodes = products.map((product) => product.productCode)

export const anyPermissionInputs: fc.Arbitrary<PermissionInputs> = fc
  .record({
    actions: fc.subarray(actionNames),
    // Few tenants have Climate On Demand alone, which some rules are about.
    products: fc.oneof(fc.subarray(productCodes), fc.subarray(['RI-COD-STN', 'RI-COD-PRO'])),
    ended: fc.subarray(productCodes),
    data: fc.boolean(),
    flags: fc.subarray(flagNames),
    isAdministrator: fc.boolean(),
    isFederatedLogin: fc.boolean(),
    dataAdminGroups: fc.constantFrom({ count: 0, joined: 0 }, { count: 2, joined: 0 }, { count: 2, joined: 1 }),
    lanes: fc.nat(2),
  })
  .map((given) =>
    buildPermissionInputs({
      actions: given.actions,
      products: given.products,
      isAdministrator: given.isAdministrator,
      flags: Object.fromEntries(flagNames.map((name) => [name, given.flags.includes(name)])),
      licenses: [
        ...given.ended.map((productCode) => ({ kind: 'application' as const, productCode, endDate: lastYear })),
        ...(given.data ? [{ kind: 'data' as const, productCode: 'DATAAPI-LOCINTEL', endDate: nextYear }] : []),
      ],
      federation: { state: given.isFederatedLogin ? 'ACTIVE' : 'INACTIVE', isFederatedLogin: given.isFederatedLogin },
      resourceGroups: { 'RI-DATAADMIN': given.dataAdminGroups },
      quotas: [{ productCode: 'RI-RISKMODELER', quotaName: 'maxInteractiveConcurrency', value: given.lanes }],
    }),
  )
export const anyName = fc.constantFrom(...permissionNames)
