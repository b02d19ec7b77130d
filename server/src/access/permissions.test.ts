import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { getPermissions } from '@steward/contract/access/endpoints'
import { evaluate } from '@steward/contract/rules/permissions'
import { listUsers } from '@steward/contract/users/endpoints'
import { type TenantContext, type TenantTransaction, asOwner, withTenant } from '../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { describeUser, gatherPermissionInputs } from './permission-inputs.ts'
import type { TableName } from '../db/changed-tables.ts'
import { PermissionCache } from './permission-cache.ts'

let app: TestApp
let tenant: TestTenant
let token: string

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.buildTenant()
  token = await app.signIn(tenant, tenant.administrator)
})
afterAll(() => app.close())

const contextOf = (one: TestTenant): TenantContext => ({
  tenantId: one.tenantId,
  requestId: 'test',
  actor: { type: 'system', id: 'system', name: 'test' },
})

describe('GET /auth/v2/permissions', () => {
  test("returns one's own permissions with their inputs", async () => {
    const user = await app.buildUser(tenant, { actions: ['ViewUsers'] })
    const own = await app.signIn(tenant, user)
    const { status, body } = await app.call(getPermissions, {}, { token: own })
    expect(status).toBe(200)
    expect(body).toMatchObject({ username: user.username, permissions: { 'Admin.ViewUsers': true, 'Admin.EditUsers': false } })
    expect(evaluate('Admin.ViewUsers', body.facts)).toMatchObject({ granted: true, reason: { kind: expect.any(String) } })
    expect(body.facts.actions.ViewUsers).toHaveLength(1)
    const self = await app.call(getPermissions, { query: { username: user.username.toUpperCase() } }, { token: own })
    expect(self.body.permissions).toEqual(body.permissions)
  })

  test('returns permissions of other users of the tenant if the caller can view users', async () => {
    const user = await app.buildUser(tenant, { actions: ['ViewRoles'] })
    const asked = await app.call(getPermissions, { query: { username: user.username } }, { token })
    expect(asked.body).toMatchObject({ username: user.username, permissions: { 'Admin.ViewRoles': true } })
    const own = await app.signIn(tenant, user)
    const query = { username: tenant.administrator.username }
    expect(await app.call(getPermissions, { query }, { token: own })).toMatchObject({
      status: 403,
      body: { code: 'forbidden', parameters: { permission: 'Admin.ViewUsers' } },
    })
    const other = await app.buildTenant()
    const foreign = await app.call(getPermissions, { query: { username: other.administrator.username } }, { token })
    expect(foreign.status).toBe(404)
  })
})

describe('inputs', () => {
  test('come from every table in one query, and from this tenant only', async () => {
    const other = await app.buildTenant()
    for (const one of [tenant, other]) {
      await asOwner(
        app.db,
        'operator',
        async (tx) => {
          const tenant_id = one.tenantId
          const end_date = new Date(Date.now() + 86_400_000)
          const product_code = one === tenant ? 'RI-RISKMODELER' : 'RI-TREATYIQ'
          await tx.insertInto('application_license').values({ tenant_id, product_code, package_name: 'Base', end_date }).execute()
          await tx.insertInto('data_entitlement').values({ tenant_id, product_code, end_date }).execute()
          await tx.insertInto('company_quota').values({ tenant_id, product_code, quota_name: 'q', value: 7 }).execute()
          await tx.insertInto('resource_group').values({ tenant_id, product_code, resource_group_name: 'R' }).execute()
          await tx.insertInto('federation_config').values({ tenant_id, state: 'ACTIVE' }).execute()
          await tx
            .insertInto('feature_flag')
            .values({ flag_name: 'AuditLog' })
            .onConflict((c) => c.doNothing())
            .execute()
          await tx
            .insertInto('feature_flag_override')
            .values({ tenant_id, flag_name: 'AuditLog', is_enabled: one === tenant })
            .execute()
        },
        { tenantId: one.tenantId },
      )
    }
    const subject = { type: 'user' as const, id: tenant.administrator.userId }
    const query = vi.spyOn(app.db.pool, 'connect')
    const facts = await withTenant(app.db, contextOf(tenant), (tx) => gatherPermissionInputs(tx, subject))
    query.mockRestore()
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(facts).toMatchObject({
      flags: { AuditLog: { value: true, source: 'tenant' }, CustomRoles: { source: 'default' } },
      licenses: [
        { kind: 'application', productCode: 'RI-RISKMODELER', endDate: day },
        { kind: 'data', productCode: 'RI-RISKMODELER', endDate: day },
      ],
      federation: { state: 'ACTIVE', isFederatedLogin: true },
      resourceGroups: { 'RI-RISKMODELER': { count: 1, joined: 0 } },
      quotas: [{ productCode: 'RI-RISKMODELER', quotaName: 'q', value: 7 }],
      roles: [{ roleName: 'Tenant Administrator', isAdministrator: true, groups: [{ groupName: 'admin' }] }],
    })
    expect(facts?.licenses).toHaveLength(2)
    // At sign-in the owner of the tables reads them.
    const asOwnerToo = await asOwner(app.db, 'sign-in', (tx) => gatherPermissionInputs(tx, subject), { tenantId: tenant.tenantId })
    expect({ ...asOwnerToo, asOf: '' }).toEqual({ ...facts, asOf: '' })
    expect(await withTenant(app.db, contextOf(other), (tx) => gatherPermissionInputs(tx, subject))).toBeUndefined()
    expect(await withTenant(app.db, contextOf(other), (tx) => describeUser(tx, subject.id))).toEqual({ apps: [], roles: [] })
  })

  test('a user and an API key are in the resource groups of their enabled groups, and in those open to all', async () => {
    const own = await app.buildTenant()
    const user = await app.buildUser(own)
    const [group, other] = [await app.buildGroup(own, { members: [user] }), await app.buildGroup(own)]
    const change = <T>(work: (tx: TenantTransaction) => Promise<T>) => asOwner(app.db, 'operator', work, { tenantId: own.tenantId })
    const build = (name: string, groupIds: string[], allAccess = false) =>
      change(async (tx) => {
        const { resource_group_id } = await tx
          .insertInto('resource_group')
          .values({ tenant_id: own.tenantId, product_code: 'RI-DATAADMIN', resource_group_name: name, all_access: allAccess })
          .returning('resource_group_id')
          .executeTakeFirstOrThrow()
        const links = groupIds.map((group_id) => ({ tenant_id: own.tenantId, resource_group_id, group_id }))
        if (links.length > 0) await tx.insertInto('resource_group_group').values(links).execute()
      })
    const keyId = await change(async (tx) => {
      const { api_key_id } = await tx
        .insertInto('api_key')
        .values({ tenant_id: own.tenantId, api_key_name: 'k', key_prefix: 'p', key_digest: Buffer.alloc(32), created_by: null })
        .returning('api_key_id')
        .executeTakeFirstOrThrow()
      await tx.insertInto('api_key_group').values({ tenant_id: own.tenantId, api_key_id, group_id: group.groupId }).execute()
      return api_key_id
    })
    const joined = async () => {
      const found: unknown[] = []
      for (const subject of [
        { type: 'user' as const, id: user.userId },
        { type: 'key' as const, id: keyId },
      ]) {
        const facts = await withTenant(app.db, contextOf(own), (tx) => gatherPermissionInputs(tx, subject))
        found.push(facts?.resourceGroups['RI-DATAADMIN'])
      }
      expect(found[0]).toEqual(found[1])
      return found[0]
    }
    expect(await joined()).toBeUndefined()
    await build('Others', [other.groupId])
    expect(await joined()).toEqual({ count: 1, joined: 0 })
    await build('Ours', [group.groupId, other.groupId])
    expect(await joined()).toEqual({ count: 2, joined: 1 })
    await change((tx) => tx.updateTable('user_group').set({ status: 'Disabled' }).where('group_id', '=', group.groupId).execute())
    expect(await joined()).toEqual({ count: 2, joined: 0 })
    await build('All', [], true)
    expect(await joined()).toEqual({ count: 3, joined: 1 })
  })

  test('a disabled user and a disabled group have no roles', async () => {
    const own = await app.buildTenant()
    const user = await app.buildUser(own, { actions: ['ViewUsers'], isDisabled: true })
    const ofUser = () => withTenant(app.db, contextOf(own), (tx) => gatherPermissionInputs(tx, { type: 'user', id: user.userId }))
    expect(await ofUser()).toMatchObject({ roles: [], actions: {} })
    const enable = { is_disabled: false }
    await asOwner(app.db, 'operator', (tx) => tx.updateTable('app_user').set(enable).where('user_id', '=', user.userId).execute())
    expect((await ofUser())?.roles).toHaveLength(1)
    await asOwner(app.db, 'operator', (tx) =>
      tx
        .updateTable('user_group')
        .set({ status: 'Disabled' })
        .where('tenant_id', '=', own.tenantId)
        .where('is_reserved', '=', false)
        .execute(),
    )
    expect(await ofUser()).toMatchObject({ roles: [], actions: {} })
  })

  test('an API key has the roles of its groups until it expires', async () => {
    const { roleId } = await app.buildRole(tenant, { actions: ['ViewCurrencies'] })
    const { groupId } = await app.buildGroup(tenant, { roleIds: [roleId] })
    const id = await asOwner(app.db, 'operator', async (tx) => {
      const { api_key_id } = await tx
        .insertInto('api_key')
        .values({ tenant_id: tenant.tenantId, api_key_name: 'k', key_prefix: 'p', key_digest: Buffer.alloc(32), created_by: null })
        .returning('api_key_id')
        .executeTakeFirstOrThrow()
      await tx.insertInto('api_key_group').values({ tenant_id: tenant.tenantId, api_key_id, group_id: groupId }).execute()
      return api_key_id
    })
    const ofKey = () => withTenant(app.db, contextOf(tenant), (tx) => gatherPermissionInputs(tx, { type: 'key', id }))
    expect(Object.keys((await ofKey())?.actions ?? {})).toEqual(['ViewCurrencies'])
    await asOwner(app.db, 'operator', (tx) =>
      tx
        .updateTable('api_key')
        .set({ expires_at: new Date(0) })
        .where('api_key_id', '=', id)
        .execute(),
    )
    expect((await ofKey())?.actions).toEqual({})
  })
})

describe('cache', () => {
  const subject = { type: 'user' as const, id: 'u' }
  const changed = (tenantId: string, ...tables: TableName[]) => ({
    kind: 'changed' as const,
    tenantId,
    tables,
    requestId: 'r',
  })

  test('loads once, and again after a change of inputs, in its tenant, and when events were missed', async () => {
    const load = vi.fn(async () => new Set(['a']))
    const cache = new PermissionCache(load, { lifetimeMs: 60_000 })
    const ask = () => cache.isGranted('t', subject, 'a')
    expect(await Promise.all([ask(), ask()])).toEqual([true, true])
    expect(await cache.isGranted('t', subject, 'b')).toBe(false)
    expect(load).toHaveBeenCalledTimes(1)
    cache.onChange(changed('t', 'user_session'))
    cache.onChange(changed('other', 'group_role'))
    await ask()
    expect(load).toHaveBeenCalledTimes(1)
    cache.onChange(changed('t', 'group_role'))
    await ask()
    expect(load).toHaveBeenCalledTimes(2)
    cache.onChange(changed('t', 'resource_group_group'))
    await ask()
    expect(load).toHaveBeenCalledTimes(3)
    cache.onChange({ ...changed('t', 'group_member', 'user_group'), isOfNewUsers: true })
    await ask()
    expect(load).toHaveBeenCalledTimes(3)
    cache.onChange({ kind: 'missed' })
    await ask()
    expect(load).toHaveBeenCalledTimes(4)
  })

  test('does not keep stale results, failures or unknown principals', async () => {
    const answers = [Promise.withResolvers<Set<string>>(), Promise.withResolvers<Set<string>>()]
    let asked = 0
    const cache = new PermissionCache(async () => answers[asked++]?.promise, { lifetimeMs: 60_000 })
    const early = cache.isGranted('t', subject, 'a')
    cache.forget('t')
    answers[0]?.resolve(new Set(['a']))
    expect(await early).toBe(true)
    const late = cache.isGranted('t', subject, 'a')
    answers[1]?.resolve(new Set())
    expect(await late).toBe(false)
    const failing = new PermissionCache(
      vi
        .fn()
        .mockRejectedValueOnce(new Error('away'))
        .mockResolvedValueOnce(undefined)
        .mockResolvedValue(new Set(['a'])),
      { lifetimeMs: 60_000 },
    )
    await expect(failing.isGranted('t', subject, 'a')).rejects.toThrow('away')
    expect(await failing.isGranted('t', subject, 'a')).toBe(false)
    expect(await failing.isGranted('t', subject, 'a')).toBe(true)
  })

  test('expires entries, and evicts them when full', async () => {
    const load = vi.fn(async () => new Set(['a']))
    const brief = new PermissionCache(load, { lifetimeMs: 0 })
    await brief.isGranted('t', subject, 'a')
    await brief.isGranted('t', subject, 'a')
    expect(load).toHaveBeenCalledTimes(2)
    const small = new PermissionCache(load, { lifetimeMs: 60_000, maxEntries: 2 })
    for (const id of ['1', '2', '3', '1']) await small.isGranted('t', { type: 'user', id }, 'a')
    expect(load).toHaveBeenCalledTimes(6)
  })

  test('a cached principal is checked without a query', async () => {
    await app.call(listUsers, { query: { limit: 1 } }, { token })
    const connect = vi.spyOn(app.db.pool, 'connect')
    await app.call(listUsers, { query: { limit: 1 } }, { token })
    // One transaction: the list's query.
    expect(connect).toHaveBeenCalledTimes(1)
    connect.mockRestore()
  })
})
