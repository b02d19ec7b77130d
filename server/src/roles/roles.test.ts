import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RoleOperation } from '@steward/contract/roles/schemas'
import { createRole, deleteRole, exportRoles, getRole, listActions, listRoles, patchRole } from '@steward/contract/roles/endpoints'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'

let app: TestApp
let tenant: TestTenant
let token: string

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.buildTenant()
  token = await app.signIn(tenant, tenant.administrator)
})
afterAll(() => app.close())

const create = (roleName: string, actions: string[] = [], more = {}) =>
  app.call(createRole, { body: { roleName, actions, ...more } }, { token })
const patch = (roleId: string, body: RoleOperation[], ifMatch = '*') =>
  app.call(patchRole, { params: { roleId }, body, ifMatch }, { token })
const remove = (roleId: string, ifMatch?: string) => app.call(deleteRole, { params: { roleId }, ifMatch }, { token })

function setFlag(flagName: string, isEnabled: boolean) {
  return asOwner(
    app.db,
    'operator',
    async (tx) => {
      await tx
        .insertInto('feature_flag')
        .values({ flag_name: flagName })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await tx
        .insertInto('feature_flag_override')
        .values({ tenant_id: tenant.tenantId, flag_name: flagName, is_enabled: isEnabled })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'flag_name']).doUpdateSet({ is_enabled: isEnabled }))
        .execute()
    },
    { tenantId: tenant.tenantId },
  )
}

describe('create', () => {
  test('creates a role with actions', async () => {
    const answer = await create('Currency steward', ['ViewCurrencies', 'EditCurrencies'], { tenantId: tenant.tenantId })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      roleName: 'Currency steward',
      tenantId: tenant.tenantId,
      isReserved: false,
      actions: ['EditCurrencies', 'ViewCurrencies'],
      roleDetails: { actionCount: 2, groupCount: 0, userCount: 0 },
      groups: [],
    })
    expect(answer.headers['etag']).toBe(`"${answer.body.version}"`)
  })

  test('refuses taken names, unknown actions, and other tenants', async () => {
    expect(await create('CURRENCY steward')).toMatchObject({
      status: 409,
      body: { code: 'role_name_taken', errors: [{ field: 'roleName' }] },
    })
    expect(await create('R1', ['ViewUsers', 'FlyToTheMoon'])).toMatchObject({
      status: 400,
      body: { code: 'action_unknown', parameters: { actionName: 'FlyToTheMoon' }, errors: [{ field: 'actions.1' }] },
    })
    expect(await create('a<b')).toMatchObject({ status: 400, body: { errors: [{ field: 'roleName', code: 'role_name_invalid' }] } })
    const other = await app.buildTenant()
    expect(await create('R2', [], { tenantId: other.tenantId })).toMatchObject({ status: 400, body: { errors: [{ field: 'tenantId' }] } })
  })

  test("offers and accepts the actions that the tenant's flags allow", async () => {
    const all = await app.call(listActions, { query: { limit: 500, include: ['Details', 'Entitlements'] } }, { token })
    const offered = all.body.items.map(({ actionName }: { actionName: string }) => actionName)
    expect(offered).toContain('RiskModeler.ViewPortfolios')
    expect(all.body.items.some(({ applicationName }: { applicationName: string }) => applicationName === 'managed-sql')).toBe(false)
    expect(all.body.items[0]).toMatchObject({ scopeDisplayName: expect.any(String), entitlements: expect.any(Array) })
    await setFlag('CustomRolesRiskModeler', false)
    const fewer = await app.call(listActions, { query: { limit: 500 } }, { token })
    const left = fewer.body.items.map(({ actionName }: { actionName: string }) => actionName)
    expect(left).not.toContain('RiskModeler.ViewPortfolios')
    expect(fewer.body.items[0]).not.toHaveProperty('entitlements')
    expect(await create('Modeler', ['RiskModeler.ViewPortfolios'])).toMatchObject({ status: 400, body: { code: 'action_unavailable' } })
    await setFlag('CustomRolesRiskModeler', true)
    expect((await create('Modeler', ['RiskModeler.ViewPortfolios'])).status).toBe(201)
  })

  test('pages, filters and sorts actions', async () => {
    const list = async (query: object) => (await app.call(listActions, { query }, { token })).body
    const page = await list({ applicationName: ['admin-center'], resourceName: ['Users', 'Groups'], sort: '-actionName', limit: 3 })
    expect(page).toMatchObject({ count: 3, totalCount: 4, totalIsExact: true })
    expect(page.items.map(({ actionName }: { actionName: string }) => actionName)).toEqual(['ViewUsers', 'ViewGroups', 'EditUsers'])
  })

  // Second specification file, section 7: by application, by product, and in a second version.
  test('lists actions by product, the same with and without the flag of the second version', async () => {
    const query = { productCode: ['RI-DATAVAULT', 'RI-SITEIQ-GOLD'], include: ['Details' as const, 'Entitlements' as const], limit: 500 }
    const list = async (more: object = {}) => (await app.call(listActions, { query: { ...query, ...more } }, { token })).body
    const found = await list()
    const products = new Set(found.items.flatMap(({ entitlements }: { entitlements: string[] }) => entitlements))
    expect(products).toEqual(new Set(query.productCode))
    expect(found.items).toContainEqual(expect.objectContaining({ actionName: 'DataVault.ViewArchive', scopeDisplayName: 'View archive' }))
    // Together with the application; a product without actions has none.
    expect((await list({ applicationName: ['platform'] })).totalCount).toBeLessThan(found.totalCount)
    expect(await list({ productCode: ['NOPE'] })).toMatchObject({ totalCount: 0, items: [] })
    await setFlag('ApplicationActionsV2', false)
    expect(await list()).toEqual(found)
  })
})

describe('patch', () => {
  test('renames, adds and removes actions in order, and increments the version', async () => {
    const { roleId } = await app.buildRole(tenant, { actions: ['ViewUsers', 'ViewGroups'] })
    const before = await app.call(getRole, { params: { roleId } }, { token })
    const body: RoleOperation[] = [
      { operation: 'Update', targetProperty: 'Name', value: 'Keeper' },
      { operation: 'Update', targetProperty: 'Description', value: 'Keeps' },
      { operation: 'Add', targetProperty: 'Actions', value: ['ViewRoles'] },
      { operation: 'Remove', targetProperty: 'Actions', value: ['ViewUsers'] },
    ]
    const answer = await patch(roleId, body, String(before.headers['etag']))
    expect(answer.body).toMatchObject({ roleName: 'Keeper', description: 'Keeps', actions: ['ViewGroups', 'ViewRoles'] })
    expect((await patch(roleId, body, String(before.headers['etag']))).status).toBe(412)
    const replaced = await patch(roleId, [{ operation: 'Update', targetProperty: 'Actions', value: ['ViewLicenses'] }])
    expect(replaced.body.actions).toEqual(['ViewLicenses'])
  })

  test('changes nothing if one operation is refused', async () => {
    const { roleId, roleName } = await app.buildRole(tenant, { actions: ['ViewUsers'] })
    const answer = await patch(roleId, [
      { operation: 'Update', targetProperty: 'Name', value: 'Half' },
      { operation: 'Add', targetProperty: 'Actions', value: ['ViewGroups', 'Nothing'] },
    ])
    expect(answer).toMatchObject({ status: 400, body: { code: 'action_unknown', errors: [{ field: '1.value.1' }] } })
    expect((await app.call(getRole, { params: { roleId } }, { token })).body).toMatchObject({ roleName, actions: ['ViewUsers'] })
  })

  test('protects the reserved role', async () => {
    const refused = { status: 409, body: { code: 'role_reserved' } }
    expect(await patch(tenant.roleId, [{ operation: 'Remove', targetProperty: 'Actions', value: ['ViewUsers'] }])).toMatchObject(refused)
    expect(await patch(tenant.roleId, [{ operation: 'Update', targetProperty: 'Name', value: 'X' }])).toMatchObject(refused)
    expect(await remove(tenant.roleId)).toMatchObject(refused)
    expect((await create('tenant administrator')).body.code).toBe('role_name_taken')
  })
})

describe('delete and lists', () => {
  test('deletes a role, also from its groups', async () => {
    const { roleId } = await app.buildRole(tenant)
    const group = await app.buildGroup(tenant, { roleIds: [roleId] })
    const found = await app.call(getRole, { params: { roleId } }, { token })
    expect(found.body).toMatchObject({ groups: [group], roleDetails: { groupCount: 1 } })
    expect((await remove(roleId, '"77"')).status).toBe(412)
    expect((await remove(roleId)).status).toBe(204)
    expect((await remove(roleId)).status).toBe(404)
  })

  test('counts each user once, filters and exports', async () => {
    const own = await app.buildTenant()
    const by = await app.signIn(own, own.administrator)
    const user = await app.buildUser(own)
    const role = await app.buildRole(own, { roleName: 'Reader', actions: ['ViewUsers'] })
    await app.buildGroup(own, { members: [user], roleIds: [role.roleId] })
    await app.buildGroup(own, { members: [user], roleIds: [role.roleId] })
    const list = async (query: object) => (await app.call(listRoles, { query }, { token: by })).body
    const page = await list({ include: ['Details', 'Groups'], search: 'read' })
    expect(page).toMatchObject({ totalCount: 1, items: [{ roleDetails: { userCount: 1, groupCount: 2 }, actions: ['ViewUsers'] }] })
    expect((await list({ roleName: 'READER' })).totalCount).toBe(1)
    expect((await list({ actionName: ['ViewUsers'] })).totalCount).toBe(2)
    expect((await list({ sort: '-groupCount' })).items[0].roleName).toBe('Reader')
    const file = await app.call(exportRoles, { query: { search: 'reader' } }, { token: by })
    expect(file.body).toContain('Reader,,ViewUsers,2,1,')
    const credit = { roleName: 'Crédit', description: 'Sees São Paulo', actions: ['ViewUsers'] }
    expect((await app.call(createRole, { body: credit }, { token: by })).status).toBe(201)
    expect((await list({ search: 'sao credit' })).items).toMatchObject([{ roleName: 'Crédit' }])
    expect((await list({ search: 'sao reader' })).totalCount).toBe(0)
  })
})
