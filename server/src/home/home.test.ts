import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getHome } from '@steward/contract/home/endpoints'
import { listUsers } from '@steward/contract/users/endpoints'
import type { AttentionItem, Home } from '@steward/contract/home/schemas'
import type { HomePart } from '@steward/contract/home/parts'
import { bulkUsers, createUser } from '@steward/contract/users/endpoints'
import { login } from '@steward/contract/session/endpoints'
import { asOwner, operator } from '../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { activateFederation } from '../testing/provisioning.ts'
import { buildScheme } from '../testing/rates.ts'

let test: TestApp
let tenant: TestTenant
let token: string
/** Near the database's clock, which the logs go by. */
let now = new Date()
const dayMs = 86_400_000

beforeAll(async () => {
  test = await startTestApp({ now: () => now })
  tenant = await test.buildTenant()
  token = await test.signIn(tenant, tenant.administrator)
})
afterAll(() => test?.close())

async function home(by = token, parts?: HomePart[]): Promise<Home> {
  const { status, body } = await test.call(getHome, { query: { parts } }, { token: by })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const partsIn = ({ asOf: _asOf, ...parts }: Home) => Object.keys(parts).toSorted()
const rows = async (by = token): Promise<AttentionItem[]> => (await home(by, ['attention'])).attention?.items ?? []
const ofKind = async <K extends AttentionItem['kind']>(kind: K, by = token) =>
  (await rows(by)).find((item): item is Extract<AttentionItem, { kind: K }> => item.kind === kind)
const inTenant = <T>(work: Parameters<typeof asOwner<T>>[2], of = tenant) =>
  asOwner(test.db, 'operator', work, { tenantId: of.tenantId, actor: operator })
const signInAs = async (...actions: string[]) => test.signIn(tenant, await test.buildUser(tenant, { actions }))

describe('the parts', () => {
  it('are all for an administrator, or those that are asked for', async () => {
    const all = await home()
    expect(all.asOf).toBe(now.toISOString())
    expect(partsIn(all)).toEqual(['access', 'attention', 'changes', 'failures', 'people', 'quotas'])
    expect(partsIn(await home(token, ['people', 'changes']))).toEqual(['changes', 'people'])
  })

  it('are only those that someone can see', async () => {
    expect(partsIn(await home(await signInAs('ViewUsers')))).toEqual(['attention', 'people'])
    expect((await home(await signInAs('ViewUsers'))).people?.signIns).toBeNull()
    expect(partsIn(await home(await signInAs('ViewGroups', 'ViewRoles')))).toEqual(['access', 'attention'])
    const logs = await home(await signInAs('ViewSystemLog'))
    expect(logs.failures).toMatchObject({ provisioning: null })
    expect(logs.failures?.signIns).toHaveLength(30)
  })

  it('are none without a side menu', async () => {
    const plain = await signInAs('RiskModeler.ViewResults')
    expect(partsIn(await home(plain))).toEqual([])
    expect(partsIn(await home(plain, ['attention', 'people']))).toEqual([])
  })

  it('need a token, and known names', async () => {
    expect((await test.call(getHome, { query: {} })).status).toBe(401)
    const answer = await test.call(getHome, { query: { parts: ['weather' as HomePart] } }, { token })
    expect(answer.status).toBe(400)
  })

  it('are of the own tenant', async () => {
    const other = await test.buildTenant()
    await test.buildUser(other, { status: 'FORCE_CHANGE_PASSWORD' })
    const own = await home(await test.signIn(other, other.administrator))
    expect(own.people).toMatchObject({ total: 2, invited: 1 })
    expect(own.access?.groups.map(({ groupName }) => groupName)).toEqual(['admin'])
    expect(own.attention?.items).toEqual([])
  })
})

describe('rows that need attention', () => {
  it('come from licenses, keys, schemes and certificates', async () => {
    const at = (days: number) => new Date(now.getTime() + days * dayMs)
    const { tenantId } = tenant
    await inTenant(async (tx) => {
      await tx
        .insertInto('application_license')
        .values({ tenant_id: tenantId, product_code: 'RI-TREATYIQ', package_name: 'Standard', end_date: at(24) })
        .execute()
      await tx
        .insertInto('api_key')
        .values({
          tenant_id: tenantId,
          api_key_name: 'Old script',
          key_prefix: 'stw_key_x',
          key_digest: Buffer.from('x'),
          created_at: at(-120),
        })
        .execute()
      await tx
        .insertInto('federation_config')
        .values({ tenant_id: tenantId, state: 'TESTING', admin_username: tenant.administrator.username })
        .execute()
      await tx
        .insertInto('federation_provider')
        .values({
          tenant_id: tenantId,
          slot: 'active',
          protocol: 'saml',
          provider_name: 'Okta',
          metadata_read_at: now,
          issuer: 'https://okta.example',
          endpoints: '{}',
          details: '{}',
          admin_group_name: 'admins',
          admin_username: tenant.administrator.username,
        })
        .execute()
      await tx
        .insertInto('federation_certificate')
        .values({
          tenant_id: tenantId,
          slot: 'active',
          fingerprint: 'f',
          der: '',
          subject: 'CN=okta',
          not_before: at(-300),
          not_after: at(12),
          is_in_metadata: true,
        })
        .execute()
    })
    await buildScheme(test, tenant, { code: 'QUARTERLY', intervalDays: 92, createdAt: at(-100) })
    expect(await ofKind('license_ends')).toMatchObject({ productName: 'TreatyIQ', days: 24 })
    expect(await ofKind('api_keys_unused')).toMatchObject({ apiKeyName: 'Old script', days: 120 })
    expect(await ofKind('certificate_ends')).toMatchObject({ providerName: 'Okta', days: 12 })
    expect(await ofKind('schemes_due')).toMatchObject({ schemeCode: 'QUARTERLY', count: 1 })
    const kinds = (await rows()).map(({ kind }) => kind)
    expect(kinds.indexOf('certificate_ends')).toBeLessThan(kinds.indexOf('license_ends'))
    expect(kinds.indexOf('license_ends')).toBeLessThan(kinds.indexOf('api_keys_unused'))
    // Only keys, for someone who manages nothing else.
    expect((await rows(await signInAs('EditApiKeys'))).map(({ kind }) => kind)).toEqual(['api_keys_unused'])
  })

  it('come from provisioning: failures that no one replayed, and deprovisioning that was stopped', async () => {
    const viewer = await signInAs('ViewUsers')
    await activateFederation(test, tenant)
    token = await test.signIn(tenant, tenant.administrator)
    const event = async (outcome: 'failed' | 'changed', more: { isDryRun?: boolean; replayOf?: string; daysAgo?: number } = {}) => {
      const at = new Date(now.getTime() - (more.daysAgo ?? 1) * dayMs)
      const { rows: made } = await inTenant((tx) =>
        sql<{ id: string }>`
          insert into provisioning_event (tenant_id, provisioning_event_id, occurred_at, operation, resource_name, outcome, is_dry_run, method, path,
                                          is_body_cut, status, change_count, duration_ms, token_name, user_agent, replay_of)
          values (${tenant.tenantId}, uuidv7(${at}::timestamptz - clock_timestamp()), ${at}, 'create', 'x', ${outcome}, ${more.isDryRun ?? false}, 'POST', '/Users',
                  false, 400, 0, 3, 'Okta', '', ${more.replayOf ?? null}::uuid)
          returning provisioning_event_id as id`.execute(tx),
      )
      return made[0]?.id ?? ''
    }
    await event('changed')
    await event('failed', { isDryRun: true })
    await event('failed', { daysAgo: 9 })
    expect(await ofKind('provisioning_failed')).toBeUndefined()
    const replayed = await event('failed')
    await event('failed')
    expect(await ofKind('provisioning_failed')).toMatchObject({ count: 2 })
    await event('changed', { replayOf: replayed })
    expect(await ofKind('provisioning_failed')).toMatchObject({ count: 1 })
    const { failures } = await home(token, ['failures'])
    expect(failures?.provisioning?.slice(-2)).toMatchObject([{ count: 2 }, { count: 0 }])

    await inTenant((tx) =>
      tx
        .insertInto('deprovisioning_limit')
        .values({ tenant_id: tenant.tenantId, is_on: true, share_percent: 10, minimum_users: 5, state: 'stopped', stopped_at: now })
        .execute(),
    )
    expect((await rows())[0]).toMatchObject({ kind: 'deprovisioning_stopped' })
    expect(await rows(viewer)).toEqual([])
  })

  it('come from queues that nothing moves', async () => {
    await inTenant((tx) =>
      tx
        .insertInto('job')
        .values(
          ['J-1', 'J-2'].map((id) => ({
            tenant_id: tenant.tenantId,
            job_id: id,
            sequence: 1,
            product_code: 'RI-RISKMODELER',
            operation: 'MODEL_RUN',
            created_by: 'ada',
            created_at: new Date(now.getTime() - 2 * 3_600_000),
            status: 'Queued' as const,
          })),
        )
        .execute(),
    )
    const run = (status: 'Queued' | 'Running') =>
      inTenant((tx) => tx.updateTable('job').set({ status }).where('tenant_id', '=', tenant.tenantId).where('job_id', '=', 'J-1').execute())
    // Who manages jobs is in a group that is in a resource group of Data Admin.
    const { roleId } = await test.buildRole(tenant, { actions: ['ViewSystemLog', 'DataAdmin.ManageJobs', 'DataAdmin.ViewJobLog'] })
    await inTenant(async (tx) => {
      await tx
        .insertInto('application_license')
        .values({
          tenant_id: tenant.tenantId,
          product_code: 'RI-DATAADMIN',
          package_name: 'Standard',
          end_date: new Date(now.getTime() + 900 * dayMs),
        })
        .execute()
      await tx
        .insertInto('resource_group')
        .values({ tenant_id: tenant.tenantId, product_code: 'RI-DATAADMIN', resource_group_name: 'All', all_access: true })
        .execute()
    })
    await test.buildGroup(tenant, { members: [tenant.administrator], roleIds: [roleId] })
    token = await test.signIn(tenant, tenant.administrator)
    expect(await ofKind('jobs_stuck')).toMatchObject({ productName: 'Risk Modeler', count: 2 })
    await run('Running')
    expect(await ofKind('jobs_stuck')).toBeUndefined()
  })
})

describe('the access map', () => {
  it('shows how deep the roles of each group reach, groups with most people first', async () => {
    const own = await test.buildTenant()
    const by = await test.signIn(own, own.administrator)
    await inTenant(
      (tx) =>
        tx
          .insertInto('application_license')
          .values({
            tenant_id: own.tenantId,
            product_code: 'RI-RISKMODELER',
            package_name: 'Large',
            end_date: new Date(now.getTime() + 300 * dayMs),
          })
          .execute(),
      own,
    )
    const members = await Promise.all([1, 2, 3].map(() => test.buildUser(own)))
    const modeler = await test.buildRole(own, { actions: ['RiskModeler.ViewResults', 'RiskModeler.RunModels'] })
    const { groupId } = await test.buildGroup(own, { groupName: 'Modelers', members, roleIds: [modeler.roleId] })
    await test.buildGroup(own, { groupName: 'Empty' })
    const disabled = await test.buildGroup(own, { groupName: 'Disabled', members })
    await inTenant((tx) => tx.updateTable('user_group').set({ status: 'Disabled' }).where('group_id', '=', disabled.groupId).execute(), own)
    const { access } = await home(by, ['access'])
    expect(access?.applications.map(({ displayName }) => displayName)).toEqual(['Admin Center', 'Risk Modeler'])
    expect(access?.totalGroups).toBe(3)
    expect(access?.groups).toMatchObject([
      { groupId, groupName: 'Modelers', userCount: 3, depths: [null, 'run'] },
      { groupName: 'admin', userCount: 1 },
      { groupName: 'Empty', userCount: 0, depths: [null, null] },
    ])
    expect(access?.groups[1]?.depths[0]).toBe('edit')
  })
})

describe('the latest changes', () => {
  it('are six, one for each request, the newest first', async () => {
    const own = await test.buildTenant()
    const by = await test.signIn(own, own.administrator)
    for (let index = 0; index < 8; index++) await test.buildRole(own, { roleName: `Role ${index}`, actions: ['ViewUsers', 'ViewGroups'] })
    const { items = [] } = (await home(by, ['changes'])).changes ?? {}
    const told = items.map(({ parts }) => parts.map(({ entityName, type }) => `${type} ${entityName}`).join())
    expect(told).toEqual([7, 6, 5, 4, 3, 2].map((index) => `Create Role ${index}`))
    expect(items[0]?.parts[0]?.entity).toEqual({ isGone: false, productCode: null })
  })

  it('of one huge change do not hide the others', async () => {
    const own = await test.buildTenant()
    const by = await test.signIn(own, own.administrator)
    await test.buildRole(own, { roleName: 'Before' })
    const members = await Promise.all(Array.from({ length: 90 }, () => test.buildUser(own)))
    await test.buildGroup(own, { groupName: 'Many', members })
    const { items = [] } = (await home(by, ['changes'])).changes ?? {}
    expect(items[0]?.parts[0]).toMatchObject({
      category: 'Group',
      entityName: 'Many',
      fields: expect.arrayContaining([expect.objectContaining({ kind: 'added', count: 90 })]),
    })
    expect(items).toHaveLength(6)
  })
})

describe('people', () => {
  it('are counted by state as they change, and sign-ins by the day', async () => {
    const own = await test.buildTenant()
    const by = await test.signIn(own, own.administrator)
    const quiet = await test.buildUser(own)
    await test.buildUser(own, { status: 'EXTERNAL_PROVIDER' })
    await test.buildUser(own, { status: 'FORCE_CHANGE_PASSWORD' })
    await test.buildUser(own, { isDisabled: true })
    const people = async () => (await home(by, ['people'])).people
    expect(await people()).toMatchObject({ active: 1, invited: 1, neverSignedIn: 2, disabled: 1, total: 5 })
    await test.signIn(own, quiet)
    expect(await people()).toMatchObject({ active: 2, neverSignedIn: 1 })
    // What the counts link to.
    const shown = async (hasSignedIn: 'true' | 'false') => {
      const query = { userStatus: ['CONFIRMED', 'EXTERNAL_PROVIDER'], isDisabled: 'false', hasSignedIn } as const
      return (await test.call(listUsers, { query: { ...query, userStatus: [...query.userStatus] } }, { token: by })).body.totalCount
    }
    expect([await shown('true'), await shown('false')]).toEqual([2, 1])
    await inTenant((tx) => tx.updateTable('app_user').set({ is_disabled: true }).where('user_id', '=', quiet.userId).execute(), own)
    expect(await people()).toMatchObject({ active: 1, neverSignedIn: 1, disabled: 2, total: 5 })
    await inTenant(
      (tx) => tx.deleteFrom('app_user').where('status', '=', 'EXTERNAL_PROVIDER').where('tenant_id', '=', own.tenantId).execute(),
      own,
    )
    expect(await people()).toMatchObject({ neverSignedIn: 0, total: 4 })
  })

  it('who fail to sign in are counted by the day', async () => {
    const own = await test.buildTenant()
    const by = await test.signIn(own, own.administrator)
    const { tenantName, administrator } = own
    await test.call(login, { body: { tenantName, username: administrator.username, password: 'wrong-Wrong-1' } })
    const failures = async () => (await home(by, ['failures'])).failures?.signIns?.at(-1)?.count
    // It is recorded after the answer.
    await expect.poll(failures).toBe(1)
    expect((await home(by, ['people'])).people?.signIns?.at(-1)?.count).toBe(1)
    await test.app.background.runScheduled('forget_event_days')
    expect(await failures()).toBe(1)
  })
})

describe('invitations', () => {
  // Where people sign in with a password; with a provider no one is invited.
  beforeAll(async () => {
    tenant = await test.buildTenant()
    token = await test.signIn(tenant, tenant.administrator)
  })

  it('need attention after 7 days, until they are sent again', async () => {
    const invited = await test.call(
      createUser,
      { body: { email: `late@${tenant.tenantName}.example`, givenName: 'Lena', familyName: 'Late', groupIds: [] } },
      { token },
    )
    // The link is made when its mail is sent.
    await test.app.background.runDue()
    const { userId, username } = invited.body
    now = new Date(now.getTime() + 6.9 * dayMs)
    token = await test.signIn(tenant, tenant.administrator)
    expect(await ofKind('invitations_expired')).toBeUndefined()
    now = new Date(now.getTime() + 0.2 * dayMs)
    token = await test.signIn(tenant, tenant.administrator)
    expect(await ofKind('invitations_expired')).toMatchObject({ count: 1, hasMore: false, username, userIds: [userId] })
    // Those who cannot send it again see no row.
    expect(await ofKind('invitations_expired', await signInAs('ViewUsers'))).toBeUndefined()

    // What cleans up sessions keeps it.
    now = new Date(now.getTime() + 20 * dayMs)
    await test.app.background.runScheduled('clean_sign_in')
    token = await test.signIn(tenant, tenant.administrator)
    expect(await ofKind('invitations_expired')).toMatchObject({ userIds: [userId] })

    const sent = await test.call(bulkUsers, { body: { userIds: [userId], change: { action: 'resendActivation' } } }, { token })
    expect(sent.body.succeeded).toEqual([userId])
    expect(await ofKind('invitations_expired')).toBeUndefined()
  })

  it('of disabled people do not count', async () => {
    const { userId } = await test.buildUser(tenant, { status: 'FORCE_CHANGE_PASSWORD', isDisabled: true })
    await inTenant((tx) =>
      tx
        .insertInto('one_time_token')
        .values({
          tenant_id: tenant.tenantId,
          token_digest: Buffer.from(userId),
          user_id: userId,
          purpose: 'activation',
          expires_at: new Date(now.getTime() - dayMs),
        })
        .execute(),
    )
    expect(await ofKind('invitations_expired')).toBeUndefined()
  })
})
