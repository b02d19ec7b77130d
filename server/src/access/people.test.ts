import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countPeopleWithAccess, getAccessMap, getPermissions, listGrants, listPeopleWithAccess } from '@steward/contract/access/endpoints'
import { ruleOfQuestion } from '@steward/contract/rules/access-questions'
import { reasonOf } from '@steward/contract/rules/permissions'
import { patchGroup } from '@steward/contract/groups/endpoints'
import { bulkUsers } from '@steward/contract/users/endpoints'
import { asOwner, operator } from '../db/tenant.ts'
import { type TestApp, type TestTenant, type TestUser, startTestApp } from '../testing/app.ts'

let test: TestApp
let tenant: TestTenant
let token: string
let users: TestUser[]

const change = (work: Parameters<typeof asOwner<unknown>>[2]) =>
  asOwner(test.db, 'operator', work, { tenantId: tenant.tenantId, actor: operator })
const person = (index: number): TestUser => {
  const user = users[index]
  if (!user) throw new Error(`There is no person ${index}`)
  return user
}
const idsOf = (body: { items: { userId: string }[] }) => body.items.map(({ userId }) => userId)

beforeAll(async () => {
  test = await startTestApp()
  tenant = await test.buildTenant()
  token = await test.signIn(tenant, tenant.administrator)
  const climate = await test.buildRole(tenant, { roleName: 'Climate', actions: ['ClimateOnDemand.ViewScores', 'ViewCurrencies'] })
  const log = await test.buildRole(tenant, { roleName: 'Log', actions: ['ViewSystemLog'] })
  const jobs = await test.buildRole(tenant, { roleName: 'Jobs', actions: ['DataAdmin.ViewJobLog'] })
  users = await Promise.all([
    test.buildUser(tenant),
    test.buildUser(tenant, { actions: ['ViewGroups'] }),
    test.buildUser(tenant, { actions: ['EditGroups', 'ViewCurrencies', 'RiskModeler.RunModels'] }),
    test.buildUser(tenant, { actions: ['ViewGroups'], isDisabled: true }),
    test.buildUser(tenant, { actions: ['ViewCurrencies'], status: 'FORCE_CHANGE_PASSWORD' }),
    ...Array.from({ length: 6 }, () => test.buildUser(tenant)),
  ])
  const climateGroup = await test.buildGroup(tenant, { groupName: 'Climate desk', members: users.slice(4, 6), roleIds: [climate.roleId] })
  await test.buildGroup(tenant, { members: users.slice(6, 9), roleIds: [log.roleId] })
  const desk = await test.buildGroup(tenant, { members: users.slice(7, 10), roleIds: [jobs.roleId] })
  const off = await test.buildGroup(tenant, { groupName: 'Off', members: users.slice(10), roleIds: [climate.roleId] })
  await change(async (tx) => {
    await tx.updateTable('user_group').set({ status: 'Disabled' }).where('group_id', '=', off.groupId).execute()
    const { resource_group_id } = await tx
      .insertInto('resource_group')
      .values({ tenant_id: tenant.tenantId, product_code: 'RI-DATAADMIN', resource_group_name: 'Desk' })
      .returning('resource_group_id')
      .executeTakeFirstOrThrow()
    for (const group_id of [desk.groupId, climateGroup.groupId]) {
      await tx.insertInto('resource_group_group').values({ tenant_id: tenant.tenantId, resource_group_id, group_id }).execute()
    }
    await tx
      .insertInto('application_license')
      .values(
        ['RI-COD-STN', 'RI-RISKMODELER'].map((product_code) => ({
          tenant_id: tenant.tenantId,
          product_code,
          package_name: 'Tier 1',
          end_date: new Date(Date.now() + 86_400_000),
        })),
      )
      .execute()
    await tx
      .insertInto('feature_flag_override')
      .values([
        { tenant_id: tenant.tenantId, flag_name: 'ApiMonitoring', is_enabled: false },
        { tenant_id: tenant.tenantId, flag_name: 'AuditLog', is_enabled: true, percentage: 50 },
      ])
      .execute()
    await tx
      .insertInto('feature_flag_user')
      .values([
        { tenant_id: tenant.tenantId, user_id: person(6).userId, flag_name: 'AuditLog', is_enabled: false },
        { tenant_id: tenant.tenantId, user_id: tenant.administrator.userId, flag_name: 'ApiMonitoring', is_enabled: true },
      ])
      .execute()
  })
  users.push(tenant.administrator)
})
afterAll(() => test?.close())

describe('GET /auth/v2/access/people', () => {
  it.each([
    'Admin.ViewGroups',
    'Admin.EditGroups',
    'Admin.TenantAdministrator',
    'AppAccess.climateOnDemand',
    'AppAccess.rlax',
    'AppAccess.tenantAdminPortal',
    'AppAccess.nasdaq',
    'Navigation.Launchpad',
    'Navigation.DeveloperPortal',
    'Navigation.ReferenceData',
    'Navigation.ApiMonitoringWithFeatureFlags',
    'FeatureFlags.AuditLog',
    'FeatureFlags.ApiMonitoring',
    '/monitoring/job-log',
    '/monitoring/audit-log',
    '/user-administration/resource-groups/data-admin',
    'action:ViewCurrencies',
    'action:RiskModeler.RunModels',
  ])('lists and counts for %s exactly those who have it, and through which groups', async (ask) => {
    const rule = ruleOfQuestion(ask)
    const alone: string[] = []
    for (const { userId, username } of users.toSorted((a, b) => (a.username < b.username ? -1 : 1))) {
      if (userId === person(3).userId) continue // disabled
      const { body } = await test.call(getPermissions, { query: { username } }, { token })
      if (rule && reasonOf(rule, body.facts).granted) alone.push(userId)
    }
    const { status, body } = await test.call(listPeopleWithAccess, { query: { ask } }, { token })
    expect(status).toBe(200)
    expect(idsOf(body)).toEqual(alone)
    expect((await test.call(countPeopleWithAccess, { query: { ask } }, { token })).body).toEqual({ totalCount: alone.length })
    const paged: string[] = []
    for (let after: string | undefined; ;) {
      const page = await test.call(listPeopleWithAccess, { query: { ask, limit: 2, ...(after === undefined ? {} : { after }) } }, { token })
      paged.push(...idsOf(page.body))
      if (page.body.nextAfter === null) break
      after = page.body.nextAfter
    }
    expect(paged).toEqual(alone)
  })

  it('names the groups and roles that give it', async () => {
    const { body } = await test.call(listPeopleWithAccess, { query: { ask: 'AppAccess.climateOnDemand' } }, { token })
    expect(body).toMatchObject({ isForEveryone: false, nextAfter: null })
    expect(body.groups).toMatchObject([{ groupName: 'Climate desk', userCount: 2, roles: [{ roleName: 'Climate' }] }])
    expect(body.items[0].groupIds).toEqual([body.groups[0].groupId])
    const everyone = await test.call(listPeopleWithAccess, { query: { ask: 'Navigation.Launchpad' } }, { token })
    expect(everyone.body).toMatchObject({ isForEveryone: true, groups: [] })
  })

  it('counts again after a change', async () => {
    const count = async () => (await test.call(countPeopleWithAccess, { query: { ask: 'action:RiskModeler.RunModels' } }, { token })).body
    expect(await count()).toEqual({ totalCount: 1 })
    const { body } = await test.call(listPeopleWithAccess, { query: { ask: 'action:RiskModeler.RunModels' } }, { token })
    const groupId = body.groups[0].groupId
    const join = { userIds: [person(0).userId], change: { action: 'addToGroup' as const, groupId } }
    await test.call(bulkUsers, { body: join }, { token })
    expect(await count()).toEqual({ totalCount: 2 })
    await test.call(bulkUsers, { body: { ...join, change: { action: 'removeFromGroup', groupId } } }, { token })
    expect(await count()).toEqual({ totalCount: 1 })
  })

  it('refuses questions that do not exist, and shows nothing of other tenants', async () => {
    for (const ask of ['Admin.NoSuch', '', '/login']) {
      for (const endpoint of [listPeopleWithAccess, countPeopleWithAccess]) {
        const { status, body } = await test.call(endpoint, { query: { ask } }, { token })
        expect({ status, fields: body.errors.map((one: { field: string }) => one.field) }).toEqual({ status: 400, fields: ['query.ask'] })
      }
    }
    const other = await test.buildTenant()
    const foreign = await test.signIn(other, other.administrator)
    const { body } = await test.call(listPeopleWithAccess, { query: { ask: 'Admin.ViewGroups' } }, { token: foreign })
    expect(idsOf(body)).toEqual([other.administrator.userId])
  })
})

describe('GET /auth/v2/access/map', () => {
  it('says how deep each group reaches into each application of the tenant', async () => {
    const { body } = await test.call(getAccessMap, {}, { token })
    expect(body.applications.map((one: { applicationName: string }) => one.applicationName)).toEqual([
      'admin-center',
      'rlax',
      'climate-on-demand',
    ])
    const of = (groupName: string) => body.groups.find((group: { groupName: string }) => group.groupName === groupName)
    expect(of('admin')).toMatchObject({ userCount: 1, depths: ['edit', null, null] })
    expect(of('Climate desk')).toMatchObject({ status: 'Enabled', depths: ['view', null, 'view'] })
    expect(of('Off')).toMatchObject({ status: 'Disabled' })
  })
})

describe('GET /auth/v2/access/grants', () => {
  const grantsFor = (userId: string, ask: string, by = token) => test.call(listGrants, { query: { userId, ask } }, { token: by })

  it('suggests the smallest group to join, with what else it gives, and it grants', async () => {
    const narrow = await test.buildRole(tenant, { roleName: 'Keys', actions: ['ViewApiKeys', 'ViewLicenses'] })
    const wide = await test.buildRole(tenant, { actions: ['ViewApiKeys', 'EditApiKeys', 'ViewLicenses', 'ViewTenantInfo'] })
    const group = await test.buildGroup(tenant, { groupName: 'Key readers', roleIds: [narrow.roleId] })
    await test.buildGroup(tenant, { groupName: 'Key editors', roleIds: [wide.roleId] })
    const { body } = await grantsFor(person(0).userId, 'Admin.ViewApiKeys')
    expect(body.isGranted).toBe(false)
    expect(body.items[0]).toEqual({
      ...group,
      groupUserCount: 0,
      role: null,
      isAdministrator: false,
      needed: ['ViewApiKeys'],
      others: ['ViewLicenses'],
    })
    expect(body.items.at(-1)).toMatchObject({ groupName: 'admin', isAdministrator: true })
    const joined = { userIds: [person(0).userId], change: { action: 'addToGroup' as const, groupId: group.groupId } }
    await test.call(bulkUsers, { body: joined }, { token })
    expect((await grantsFor(person(0).userId, 'Admin.ViewApiKeys')).body).toEqual({ isGranted: true, items: [] })
  })

  it('suggests a role for a group of the person where no group to join has one', async () => {
    await test.buildRole(tenant, { roleName: 'Single sign-on', actions: ['ConfigureSSO'] })
    const { body } = await grantsFor(person(1).userId, 'Admin.ConfigureSSO')
    const [first] = body.items
    expect(first).toMatchObject({ role: { roleName: 'Single sign-on' }, groupUserCount: 1, needed: ['ConfigureSSO'], others: [] })
    const steps = [{ operation: 'Add' as const, targetProperty: 'RoleIds' as const, value: [first.role.roleId] }]
    const answer = await test.call(patchGroup, { params: { groupId: first.groupId }, body: steps, ifMatch: '*' }, { token })
    expect(answer.status).toBe(200)
    expect((await grantsFor(person(1).userId, 'Admin.ConfigureSSO')).body.isGranted).toBe(true)
  })

  it('suggests only what the caller can change', async () => {
    const helper = await test.buildUser(tenant, { actions: ['EditUsers', 'ViewLicenses'] })
    const own = await test.signIn(tenant, helper)
    const licenses = await grantsFor(person(5).userId, 'Admin.ViewLicenses', own)
    expect(licenses.body.items.map((one: { groupName: string }) => one.groupName)).not.toContain('Key editors')
    expect((await grantsFor(person(5).userId, 'Admin.ConfigureSSO', own)).body.items).toEqual([])
    expect((await grantsFor(tenant.administrator.userId, 'AppAccess.rlax', own)).body.items).toEqual([])
    const viewer = await test.signIn(tenant, await test.buildUser(tenant, { actions: ['ViewUsers'] }))
    expect((await grantsFor(person(5).userId, 'Admin.ViewLicenses', viewer)).body).toEqual({ isGranted: false, items: [] })
  })

  it('suggests nothing that the tenant has no license for, or for a disabled person', async () => {
    const cometa = await test.buildRole(tenant, { actions: ['Cometa.ViewCounterparties'] })
    await test.buildGroup(tenant, { roleIds: [cometa.roleId] })
    expect((await grantsFor(person(0).userId, 'AppAccess.cometa')).body).toEqual({ isGranted: false, items: [] })
    expect((await grantsFor(person(3).userId, 'Admin.ViewGroups')).body).toEqual({ isGranted: false, items: [] })
  })
})

it('says that another flag service answers only for one person', async () => {
  const elsewhere = await startTestApp({ environment: { FLAGS_OFREP_URL: 'http://127.0.0.1:9' } })
  try {
    const own = await elsewhere.buildTenant()
    const administrator = await elsewhere.signIn(own, own.administrator)
    const of = (ask: string) => elsewhere.call(countPeopleWithAccess, { query: { ask } }, { token: administrator })
    expect(await of('FeatureFlags.AuditLog')).toMatchObject({ status: 409, body: { code: 'access_per_person' } })
    expect((await of('Admin.ViewUsers')).body).toEqual({ totalCount: 1 })
  } finally {
    await elsewhere.close()
  }
})
