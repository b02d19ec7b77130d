import { afterAll, beforeAll, expect, it } from 'vitest'
import { actionsOpening, findApp } from '@steward/contract/catalog/index'
import { getPermissions } from '@steward/contract/access/endpoints'
import type { PermissionName } from '@steward/contract/rules/permissions'
import { listSupportedEventTypes } from '@steward/contract/notifications/endpoints'
import { asOwner, operator } from '../db/tenant.ts'
import { type TestApp, type TestTenant, type TestUser, startTestApp } from '../testing/app.ts'

let test: TestApp
let tenant: TestTenant
let users: TestUser[]
let vaultAction: string

const change = (work: Parameters<typeof asOwner<unknown>>[2]) =>
  asOwner(test.db, 'operator', work, { tenantId: tenant.tenantId, actor: operator })

beforeAll(async () => {
  test = await startTestApp()
  tenant = await test.buildTenant()
  const vault = findApp('enterprise-data-vault')
  vaultAction = (vault && actionsOpening(vault)[0]) ?? ''
  const shared = await test.buildRole(tenant, { actions: ['ViewGroups', 'ViewLicenses', 'ViewTenantInfo'] })
  users = await Promise.all([
    test.buildUser(tenant),
    test.buildUser(tenant, { actions: ['ViewGroups'] }),
    test.buildUser(tenant, { actions: ['EditGroups', 'ViewLicenses'] }),
    test.buildUser(tenant, { actions: ['ViewGroups'], isDisabled: true }),
    test.buildUser(tenant, { actions: [vaultAction] }),
    test.buildUser(tenant, { actions: [vaultAction] }),
    ...Array.from({ length: 3 }, () => test.buildUser(tenant)),
  ])
  await test.buildGroup(tenant, { members: users.slice(6, 8), roleIds: [shared.roleId] })
  const log = await test.buildRole(tenant, { actions: ['ViewSystemLog', 'DataAdmin.ViewJobLog'] })
  const [inside] = [
    await test.buildGroup(tenant, { members: users.slice(0, 1), roleIds: [log.roleId] }),
    await test.buildGroup(tenant, { members: users.slice(1, 2), roleIds: [log.roleId] }),
  ]
  const disabled = await test.buildGroup(tenant, { members: users.slice(8), roleIds: [shared.roleId] })
  await change(async (tx) => {
    const { resource_group_id } = await tx
      .insertInto('resource_group')
      .values({ tenant_id: tenant.tenantId, product_code: 'RI-DATAADMIN', resource_group_name: 'Desk' })
      .returning('resource_group_id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('resource_group_group')
      .values({ tenant_id: tenant.tenantId, resource_group_id, group_id: inside.groupId })
      .execute()
    await tx.updateTable('user_group').set({ status: 'Disabled' }).where('group_id', '=', disabled.groupId).execute()
    await tx
      .insertInto('application_license')
      .values({
        tenant_id: tenant.tenantId,
        product_code: 'RI-DATAVAULT',
        package_name: 'Tier 1',
        end_date: new Date(Date.now() + 86_400_000),
      })
      .execute()
  })
  users.push(tenant.administrator)
})
afterAll(() => test?.close())

it.each<PermissionName>([
  'Admin.ViewGroups',
  'Navigation.Licenses',
  'Navigation.JobLog',
  'Admin.ManageScimTokens',
  'Monitoring.DataVaultStorageNotification',
])('returns the same %s for many users as for each one', async (permission) => {
  const token = await test.signIn(tenant, tenant.administrator)
  const alone: string[] = []
  for (const { userId, username } of users) {
    const { body } = await test.call(getPermissions, { query: { username } }, { token })
    if (body.permissions[permission]) alone.push(userId)
  }
  const granted = await test.app.access.usersGranted(
    tenant.tenantId,
    permission,
    users.map(({ userId }) => userId),
  )
  expect([...granted].toSorted()).toEqual(alone.toSorted())
  if (permission !== 'Admin.ManageScimTokens') expect(granted.size).toBeGreaterThan(0)
})

it('ignores users of other tenants', async () => {
  const other = await test.buildTenant()
  expect(await test.app.access.usersGranted(tenant.tenantId, 'Admin.ViewGroups', [other.administrator.userId])).toEqual(new Set())
  expect(await test.app.access.usersGranted(tenant.tenantId, 'Admin.ViewGroups', [])).toEqual(new Set())
})

// Second specification file, section 6: disabled unless the user has data vault access and the flag.
it('sends the data vault notification to users with access, while the flag is on', async () => {
  const [, withoutAccess, , , withAccess] = users
  const offered = async (user: TestUser | undefined) => {
    const { body } = await test.call(listSupportedEventTypes, {}, { token: await test.signIn(tenant, user ?? tenant.administrator) })
    return body.some(({ eventType }: { eventType: string }) => eventType === 'DataVaultStorageExceeded')
  }
  expect(await offered(withAccess)).toBe(true)
  expect(await offered(withoutAccess)).toBe(false)
  await change((tx) =>
    tx
      .insertInto('feature_flag_override')
      .values({ tenant_id: tenant.tenantId, flag_name: 'EnterpriseDataVault', is_enabled: false })
      .execute(),
  )
  expect(await offered(withAccess)).toBe(false)
  expect(
    await test.app.access.usersGranted(tenant.tenantId, 'Monitoring.DataVaultStorageNotification', [withAccess?.userId ?? '']),
  ).toEqual(new Set())
})
