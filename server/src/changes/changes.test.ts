import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKey, deleteApiKey, getApiKey, patchApiKey, regenerateApiKey } from '@steward/contract/api-keys/endpoints'
import { getChange, listChanges, undoChange } from '@steward/contract/changes/endpoints'
import { createGroup, deleteGroup, getGroup, patchGroup } from '@steward/contract/groups/endpoints'
import { getHistory } from '@steward/contract/history/endpoints'
import type { CallInput, Endpoint } from '@steward/contract/http'
import { createLogStream, deleteLogStream, patchLogStream } from '@steward/contract/log-streams/endpoints'
import { saveCurrency, saveCurrencyScheme } from '@steward/contract/reference-data/currencies'
import { createTag, updateTag } from '@steward/contract/reference-data/tags'
import { createResourceGroup, deleteResourceGroup, manageResourceGroups } from '@steward/contract/resource-groups/endpoints'
import { createRole, deleteRole, patchRole } from '@steward/contract/roles/endpoints'
import { putSetting } from '@steward/contract/tenants/endpoints'
import { createSavedView, deleteSavedView, patchSavedView } from '@steward/contract/saved-views/endpoints'
import { bulkUsers, createUser, deleteUser, updateUser } from '@steward/contract/users/endpoints'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { openProducts } from '../testing/resource-groups.ts'
import { readState } from '../testing/tables.ts'
import { behindProxy, from, readTenantSetting, saveTenantSetting } from '../testing/tenant-settings.ts'
import { changesOf } from '../testing/undo.ts'

let app: TestApp
let tenant: TestTenant
let token: string
beforeAll(async () => {
  app = await startTestApp({ environment: behindProxy })
  tenant = await app.buildTenant()
  token = await app.signIn(tenant, tenant.administrator)
})
afterAll(() => app?.close())

const make = <E extends Endpoint>(endpoint: E, input: CallInput<E>, by = token) => changesOf(app, tenant, token).make(endpoint, input, by)
const expectThereAndBack = <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
  changesOf(app, tenant, token).expectThereAndBack(endpoint, input)
const undo = (changeId: string, by = token) => app.call(undoChange, { params: { changeId } }, { token: by })
const lastingOfUndo = async (changeId: string) =>
  (await app.call(undoChange, { params: { changeId } }, { token, headers: { prefer: 'preview' } })).body.effects.lasting
const stateOf = () => readState(app.db, tenant.tenantId)

describe('undoing', () => {
  it('takes a new group away and brings it back with its members and roles', async () => {
    const user = await app.buildUser(tenant)
    const { roleId } = await app.buildRole(tenant, { actions: ['ViewUsers'] })
    await expectThereAndBack(createGroup, { body: { groupName: 'Analysts', usernames: [user.username], roleIds: [roleId] } })
  })

  it('brings back a deleted group, role and membership as they were', async () => {
    const { roleId } = await app.buildRole(tenant, { actions: ['ViewUsers', 'EditUsers'] })
    const { groupId } = await app.buildGroup(tenant, { roleIds: [roleId] })
    const member = await app.buildUser(tenant)
    await expectThereAndBack(bulkUsers, { body: { userIds: [member.userId], change: { action: 'addToGroup', groupId } } })
    await expectThereAndBack(deleteRole, { params: { roleId }, ifMatch: '*' })
    const empty = await app.buildGroup(tenant)
    await expectThereAndBack(deleteGroup, { params: { groupId: empty.groupId }, ifMatch: '*' })
  })

  it('puts back names, actions and states', async () => {
    const { roleId } = await app.buildRole(tenant, { actions: ['ViewUsers'] })
    await expectThereAndBack(patchRole, {
      params: { roleId },
      body: [
        { operation: 'Update', targetProperty: 'Name', value: 'Readers of everything' },
        { operation: 'Update', targetProperty: 'Actions', value: ['ViewGroups', 'ViewRoles'] },
      ],
      ifMatch: '*',
    })
    const user = await app.buildUser(tenant)
    await expectThereAndBack(updateUser, { params: { userId: user.userId }, body: { givenName: 'Mary', isDisabled: true }, ifMatch: '*' })
    const { groupId } = await app.buildGroup(tenant, { roleIds: [roleId], members: [user] })
    await expectThereAndBack(patchGroup, {
      params: { groupId },
      body: [{ operation: 'Update', targetProperty: 'Status', value: 'Disabled' }],
      ifMatch: '*',
    })
  })

  it('brings back a deleted user, who has to set a password', async () => {
    const { groupId } = await app.buildGroup(tenant)
    const user = await app.buildUser(tenant, { givenName: 'Ada', familyName: 'Back' })
    await make(bulkUsers, { body: { userIds: [user.userId], change: { action: 'addToGroup', groupId } } })
    const { changeId } = await make(deleteUser, { params: { userId: user.userId }, ifMatch: '*' })
    expect(await lastingOfUndo(changeId)).toEqual(['passwords', 'mails', 'sessions'])
    const { status, body } = await undo(changeId)
    expect([status, body.lasting]).toEqual([200, ['passwords', 'sessions']])
    const state = await stateOf()
    expect(state.app_user?.filter((row) => row.includes(user.userId))).toEqual([expect.stringContaining('FORCE_CHANGE_PASSWORD')])
    expect(state.group_member?.filter((row) => row.includes(user.userId))).toHaveLength(1)
  })

  it('brings back users who were deleted together, each with their groups', async () => {
    const users = [await app.buildUser(tenant), await app.buildUser(tenant)]
    const [first] = users
    const shared = await app.buildGroup(tenant, { members: users })
    await app.buildGroup(tenant, { members: users.slice(1) })
    const members = async () => (await stateOf()).group_member?.filter((row) => users.some(({ userId }) => row.includes(userId)))
    const before = await members()
    expect(before).toHaveLength(3)
    const { changeId } = await make(bulkUsers, { body: { userIds: users.map(({ userId }) => userId), change: { action: 'delete' } } })
    expect(await members()).toEqual([])
    expect((await undo(changeId)).status).toBe(200)
    expect(await members()).toEqual(before)
    const group = await app.call(getGroup, { params: { groupId: shared.groupId } }, { token })
    expect(group.body).toMatchObject({ groupDetails: { userCount: 2 } })
    expect((await stateOf()).app_user?.some((row) => row.includes(first?.userId ?? '-'))).toBe(true)
  })

  it('undoes users, keys and resource groups that were created', async () => {
    await expectThereAndBack(createUser, { body: { email: 'new.one@x.example', givenName: 'New', familyName: 'One' } })
    const { body, changeId } = await make(createApiKey, { body: { apiKeyName: 'Nightly', groups: [tenant.groupId], expiresAt: null } })
    const renamed = await make(patchApiKey, { params: { key: body.apiKeyName }, body: { apiKeyName: 'Daily' }, ifMatch: '*' })
    expect((await undo(changeId)).body.code).toBe('change_conflict')
    expect((await undo(renamed.changeId)).status).toBe(200)
    expect((await undo(changeId)).status).toBe(200)
  })

  it('is refused if someone changed the same fields since, with their values', async () => {
    const user = await app.buildUser(tenant, { givenName: 'First' })
    const change = (givenName: string) => make(updateUser, { params: { userId: user.userId }, body: { givenName }, ifMatch: '*' })
    const { changeId } = await change('Second')
    await make(updateUser, { params: { userId: user.userId }, body: { familyName: 'Other' }, ifMatch: '*' })
    await change('Third')
    const before = await stateOf()
    const refused = await undo(changeId)
    expect([refused.status, refused.body.code]).toEqual([409, 'change_conflict'])
    expect(refused.body.errors).toMatchObject([
      {
        parameters: { category: 'User', entityName: user.username, fieldName: 'givenName', before: 'First', after: 'Second', now: 'Third' },
      },
    ])
    expect(await stateOf()).toEqual(before)
  })

  it('takes nothing along that was added since', async () => {
    const { body, changeId } = await make(createGroup, { body: { groupName: 'Soon joined', roleIds: [] } })
    const { roleId } = await app.buildRole(tenant, { actions: ['ViewUsers'] })
    await make(patchGroup, {
      params: { groupId: body.groupId },
      body: [{ operation: 'Add', targetProperty: 'RoleIds', value: [roleId] }],
      ifMatch: '*',
    })
    const before = await stateOf()
    expect((await undo(changeId)).body.code).toBe('change_conflict')
    expect(await stateOf()).toEqual(before)
  })

  it('works once', async () => {
    const { changeId } = await make(createRole, { body: { roleName: 'Once', description: '', actions: ['ViewUsers'] } })
    expect((await undo(changeId)).status).toBe(200)
    expect((await undo(changeId)).body.code).toBe('change_not_undoable')
  })

  it('puts settings back, by their rules', async () => {
    const times = (lifetimeMinutes: number) => ({ lifetimeMinutes, inactivityMinutes: null })
    const save = (value: object) =>
      make(putSetting, {
        body: { key: 'sessionPolicy', level: 'Tenant', levelId: tenant.tenantId, value: JSON.stringify(value) },
      })
    const { changeId: first } = await save(times(700))
    const { changeId: second } = await save(times(800))
    expect((await undo(first)).body.code).toBe('change_conflict')
    const lifetime = async () => (await readTenantSetting(app, tenant, 'sessionPolicy', { token })).body.lifetimeMinutes
    expect(await lifetime()).toBe(800)
    const undone = await undo(second)
    expect([undone.status, await lifetime()]).toEqual([200, 700])
    expect((await undo(undone.body.changeId)).status).toBe(200)
    expect(await lifetime()).toBe(800)
  })

  it('keeps administrators from locking themselves out by an undo', async () => {
    const other = await app.buildTenant()
    const own = await app.signIn(other, other.administrator)
    const save = (ranges: string[]) => {
      const value = { ranges: ranges.map((range) => ({ range })) }
      return saveTenantSetting(app, other, 'signInAddresses', value, { token: own, ...from('192.0.2.7') })
    }
    const saved = await save(['192.0.2.0/24'])
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    const { headers } = await save([])
    const { status, body } = await undo(String(headers['change-id']), own)
    expect([status, body.code]).toEqual([409, 'own_address_excluded'])
  })

  it('brings back a deleted API key with a new secret', async () => {
    const body = { apiKeyName: 'Export', groups: [tenant.groupId], expiresAt: null }
    const created = await make(createApiKey, { body })
    const { changeId } = await make(deleteApiKey, { params: { key: 'Export' }, ifMatch: '*' })
    expect(await lastingOfUndo(changeId)).toEqual(['secrets'])
    const { status, body: undone } = await undo(changeId)
    expect([status, undone.lasting, undone.keys]).toEqual([200, ['secrets'], [{ apiKeyName: 'Export', apiKey: expect.any(String) }]])
    const works = async (secret: string) => (await app.call(listChanges, { query: {} as never }, { token: secret })).status
    expect(await works(undone.keys[0].apiKey)).toBe(200)
    expect(await works(created.body.apiKey)).toBe(401)
    expect((await app.call(getApiKey, { params: { key: 'Export' } }, { token })).body).toMatchObject({
      groups: [{ groupId: tenant.groupId }],
    })
  })

  it('leaves the settings of people and new secrets alone', async () => {
    await make(createApiKey, { body: { apiKeyName: 'Rotated', groups: [tenant.groupId], expiresAt: null } })
    const rotated = await app.call(regenerateApiKey, { params: { key: 'Rotated' }, query: { overlap: 'none' }, ifMatch: '*' }, { token })
    expect([rotated.status, rotated.headers['change-id']]).toEqual([200, undefined])
    const [{ changeId, isUndoable }] = (await app.call(listChanges, { query: {} as never }, { token })).body.items
    expect(isUndoable).toBe(false)
    expect((await undo(changeId)).body.code).toBe('change_not_undoable')
    const value = JSON.stringify({ theme: 'dark' })
    const own = { key: 'userSettings', level: 'User', levelId: tenant.administrator.userId, value } as const
    const saved = await app.call(putSetting, { body: own }, { token })
    expect([saved.status, saved.headers['change-id']]).toEqual([200, undefined])
  })

  it('keeps the last administrator', async () => {
    const other = await app.buildTenant()
    const own = await app.signIn(other, other.administrator)
    const second = await app.buildUser(other)
    const joined = await make(
      bulkUsers,
      { body: { userIds: [second.userId], change: { action: 'addToGroup', groupId: other.groupId } } },
      own,
    )
    const theirs = await app.signIn(other, second)
    await make(updateUser, { params: { userId: other.administrator.userId }, body: { isDisabled: true }, ifMatch: '*' }, theirs)
    expect((await undo(joined.changeId, theirs)).body.code).toBe('last_administrator')
  })

  it('undoes an allocation with the rules of one', async () => {
    const other = await app.buildTenant()
    await openProducts(app, other, ['RI-RISKMODELER'], ['RiskModeler.ViewResults'])
    const own = await app.signIn(other, other.administrator)
    const params = { productCode: 'RI-RISKMODELER' } as const
    const create = (name: string, resourceGroupPackageId: string) =>
      make(createResourceGroup, { params, body: { name, allAccess: false, groupIds: [other.groupId], resourceGroupPackageId } }, own)
    const first = await create('Cat', '3')
    const before = await readState(app.db, other.tenantId)
    const second = await create('Re', '2')
    const gone = await make(deleteResourceGroup, { params: { ...params, rgId: first.body.resourceGroupId }, ifMatch: '*' }, own)
    const third = await create('Big', '4')
    // Three quarters and a quarter are allocated: half of it no longer fits.
    expect((await undo(gone.changeId, own)).body.code).toBe('allocation_over_100')
    expect((await undo(third.changeId, own)).status).toBe(200)
    expect((await undo(gone.changeId, own)).status).toBe(200)
    expect((await undo(second.changeId, own)).status).toBe(200)
    expect(await readState(app.db, other.tenantId)).toEqual(before)
  })
})

describe('who can undo', () => {
  it('is who has the permissions for what was written', async () => {
    const { changeId } = await make(createGroup, { body: { groupName: 'Guarded', roleIds: [] } })
    const by = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['ViewGroups'] }))
    expect((await undo(changeId, by)).body).toMatchObject({ code: 'forbidden', parameters: { permission: 'Admin.EditGroups' } })
    expect((await app.call(undoChange, { params: { changeId } })).status).toBe(401)
    expect((await app.call(undoChange, { params: { changeId: 'x' } }, { token })).status).toBe(400)
  })

  it('cannot gain by it what they lack', async () => {
    const { roleId } = await app.buildRole(tenant, { actions: ['ViewUsers', 'EditTenantSettings'] })
    const { groupId } = await app.buildGroup(tenant)
    const body = [{ operation: 'Add' as const, targetProperty: 'RoleIds' as const, value: [roleId] }]
    await make(patchGroup, { params: { groupId }, body, ifMatch: '*' })
    const { changeId } = await make(patchGroup, {
      params: { groupId },
      body: [{ ...body[0], operation: 'Remove' as const } as never],
      ifMatch: '*',
    })
    const by = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['ViewGroups', 'EditGroups'] }))
    expect((await undo(changeId, by)).body.code).toBe('grant_exceeds_own')
  })

  it('is no one of another tenant', async () => {
    const { changeId } = await make(createGroup, { body: { groupName: 'Ours', roleIds: [] } })
    const other = await app.buildTenant()
    const theirs = await app.signIn(other, other.administrator)
    expect((await undo(changeId, theirs)).status).toBe(404)
    expect((await app.call(getChange, { params: { changeId } }, { token: theirs })).status).toBe(404)
    expect((await app.call(listChanges, { query: {} as never }, { token: theirs })).body.items).not.toContainEqual(
      expect.objectContaining({ changeId }),
    )
    const page = await app.call(listChanges, { query: { before: changeId } as never }, { token: theirs })
    expect([page.status, page.body.errors]).toMatchObject([400, [{ field: 'query.before' }]])
  })
})

describe('changes', () => {
  it('are listed newest first, page by page, with what they wrote', async () => {
    const { body, changeId } = await make(createGroup, { body: { groupName: 'Listed', roleIds: [] } })
    await make(deleteGroup, { params: { groupId: body.groupId }, ifMatch: '*' })
    const list = async (query: object) => (await app.call(listChanges, { query: query as never }, { token })).body
    const { items } = await list({ limit: 2 })
    expect(items.map(({ operation }: { operation: string }) => operation)).toEqual(['deleteGroup', 'createGroup'])
    expect(items[1]).toMatchObject({ changeId, actorType: 'user', rowCount: 1, isUndoable: true, undoneBy: null })
    const first = await list({ limit: 1 })
    expect((await list({ limit: 1, before: first.next })).items[0].changeId).toBe(changeId)
    const shown = await app.call(getChange, { params: { changeId } }, { token })
    expect(shown.body).toMatchObject({ change: { changeId }, parts: [{ type: 'Create', entityName: 'Listed' }] })
    const history = await app.call(getHistory, { query: { record: 'group', id: body.groupId } as never }, { token })
    expect(history.body.items.map(({ change }: { change: { changeId: string } }) => change.changeId)).toContain(changeId)
  })

  it('have no secret', async () => {
    await make(createApiKey, { body: { apiKeyName: 'Secret', groups: [tenant.groupId], expiresAt: null } })
    const client = await app.db.connect()
    const { rows } = await client.query('select table_name, before::text, after::text from row_image')
    await client.end()
    expect(rows.length).toBeGreaterThan(10)
    expect(JSON.stringify(rows)).not.toMatch(/password_hash|key_digest|key_prefix|previous_digest|argon2/)
  })
})

describe('any changes', () => {
  it('undone in reverse leave the tables of the beginning', async () => {
    const own = await app.buildTenant()
    const by = await app.signIn(own, own.administrator)
    const users = await Promise.all(Array.from({ length: 3 }, () => app.buildUser(own)))
    const roles = await Promise.all([['ViewUsers'], ['ViewGroups', 'ViewRoles']].map((actions) => app.buildRole(own, { actions })))
    const groups = await Promise.all([app.buildGroup(own), app.buildGroup(own, { roleIds: [roles[0]?.roleId ?? ''] })])
    const productCode = 'RI-RISKMODELER' as const
    await openProducts(app, own, [productCode], ['RiskModeler.ViewResults'])
    const desks = await Promise.all(
      ['One', 'Two'].map(async (name) => {
        const body = { name, resourceGroupPackageId: '0' }
        return (await make(createResourceGroup, { params: { productCode }, body }, by)).body.resourceGroupId as string
      }),
    )
    const keyNames = ['Nightly', 'Weekly', 'Monthly']
    const tagIds = await Promise.all(
      ['red', 'blue'].map(async (tagName) => (await make(createTag, { body: { tagName } }, by)).body.tagId as string),
    )
    const currencyCodes = ['USD', 'EUR', 'JPY']
    const viewIds = await Promise.all(
      ['One view', 'Two views'].map(async (name) => {
        const body = { list: 'users' as const, name, search: '?page=1', columns: [], density: null, isShared: true }
        return (await make(createSavedView, { body }, by)).body.savedViewId as string
      }),
    )
    const webhook = { kind: 'webhook', address: 'https://siem.example/' } as const
    const streamIds = await Promise.all(
      ['One', 'Two'].map(
        async (logStreamName) => (await make(createLogStream, { body: { ...webhook, logStreamName } }, by)).body.logStreamId as string,
      ),
    )
    const setting = (key: string, value: object) => ({
      body: { key, level: 'Tenant' as const, levelId: own.tenantId, value: JSON.stringify(value) },
    })
    const any = <T>(list: readonly T[]) => fc.constantFrom(...list)
    const one = <E extends Endpoint>(endpoint: E, input: fc.Arbitrary<CallInput<E>>) =>
      input.map((given) => ({ endpoint: endpoint as Endpoint, input: given as CallInput<Endpoint> }))
    let count = 0
    const step = fc.oneof(
      one(
        updateUser,
        fc.record({
          params: fc.record({ userId: any(users.map(({ userId }) => userId)) }),
          body: fc.record({
            givenName: any(['Ada', 'Bo', 'Cy']),
            isDisabled: fc.boolean(),
            groupIds: fc.subarray(groups.map(({ groupId }) => groupId)),
          }),
          ifMatch: fc.constant('*'),
        }),
      ),
      one(
        patchRole,
        fc.record({
          params: fc.record({ roleId: any(roles.map(({ roleId }) => roleId)) }),
          body: fc
            .subarray(['ViewUsers', 'ViewGroups', 'ViewApiKeys'], { minLength: 1 })
            .map((value) => [{ operation: 'Update' as const, targetProperty: 'Actions' as const, value }]),
          ifMatch: fc.constant('*'),
        }),
      ),
      one(
        patchGroup,
        fc.record({
          params: fc.record({ groupId: any(groups.map(({ groupId }) => groupId)) }),
          body: fc
            .record({ ids: fc.subarray(roles.map(({ roleId }) => roleId)), status: any(['Enabled', 'Disabled'] as const) })
            .map(({ ids, status }) => [
              { operation: 'Update' as const, targetProperty: 'RoleIds' as const, value: ids },
              { operation: 'Update' as const, targetProperty: 'Status' as const, value: status },
            ]),
          ifMatch: fc.constant('*'),
        }),
      ),
      one(
        createGroup,
        fc.subarray(users.map(({ username }) => username)).map((usernames) => ({
          body: { groupName: `Any ${++count}`, usernames, roleIds: roles.map(({ roleId }) => roleId) },
        })),
      ),
      one(
        deleteRole,
        any(roles).map(({ roleId }) => ({ params: { roleId }, ifMatch: '*' })),
      ),
      one(
        bulkUsers,
        fc.record({
          body: fc.record({
            userIds: fc.subarray(
              users.map(({ userId }) => userId),
              { minLength: 1 },
            ),
            change: fc.record({
              action: any(['addToGroup', 'removeFromGroup'] as const),
              groupId: any(groups.map(({ groupId }) => groupId)),
            }),
          }),
        }),
      ),
      one(
        createApiKey,
        fc
          .record({ apiKeyName: any(keyNames), groups: fc.subarray(groups.map(({ groupId }) => groupId)), expiresAt: fc.constant(null) })
          .map((body) => ({ body })),
      ),
      one(
        patchApiKey,
        fc.record({
          params: fc.record({ key: any(keyNames) }),
          body: fc.record({ apiKeyName: any(keyNames) }),
          ifMatch: fc.constant('*'),
        }),
      ),
      one(
        deleteApiKey,
        any(keyNames).map((key) => ({ params: { key }, ifMatch: '*' })),
      ),
      one(
        putSetting,
        any([
          setting('sessionPolicy', { lifetimeMinutes: 700 }),
          setting('sessionPolicy', { inactivityMinutes: 90 }),
          setting('tenantSettings', { featurePreviewAccess: true }),
          setting('accountCreation', { duringProvisioning: true }),
          setting('logRetention', { auditLogDays: 380 }),
        ]),
      ),
      one(
        createTag,
        fc.constant(null).map(() => ({ body: { tagName: `any_${++count}` } })),
      ),
      one(
        updateTag,
        fc.record({
          params: fc.record({ tagId: any(tagIds) }),
          body: fc.record({ tagName: any(['red', 'blue', 'green']), isActive: fc.boolean() }),
          ifMatch: fc.constant('*'),
        }),
      ),
      one(
        saveCurrency,
        fc
          .record({ currencyCode: any(currencyCodes), currencyName: any(['Coins', 'Notes']), isActive: fc.boolean() })
          .map((currency) => ({ body: [currency] })),
      ),
      // More often, as the first ones have no currency.
      ...[1, 2].map(() =>
        one(
          saveCurrencyScheme,
          fc
            .record({
              currencySchemeCode: any(['Monthly', 'Daily', 'Yearly']),
              currencySchemeName: any(['Rates', 'Other rates']),
              anchorCurrencyCode: any(currencyCodes),
              isActive: fc.boolean(),
              isDefault: fc.boolean(),
            })
            .map((scheme) => ({ body: [scheme] })),
        ),
      ),
      one(
        createLogStream,
        any(['One', 'Two', 'Three']).map((logStreamName) => ({ body: { ...webhook, logStreamName } })),
      ),
      one(
        patchLogStream,
        fc.record({
          params: fc.record({ logStreamId: any(streamIds) }),
          body: fc.record({
            logStreamName: any(['One', 'Two', 'Three']),
            sendsSystemLog: fc.boolean(),
            eventKinds: fc.subarray(['sign_in', 'api_key_created'] as const),
            isPaused: fc.boolean(),
          }),
          ifMatch: fc.constant('*'),
        }),
      ),
      one(
        deleteLogStream,
        any(streamIds).map((logStreamId) => ({ params: { logStreamId }, ifMatch: '*' })),
      ),
      one(
        createSavedView,
        fc
          .record({ name: any(['Mine', 'Ours', 'Theirs']), isShared: fc.boolean() })
          .map((view) => ({ body: { list: 'users', search: '?page=2', columns: [], density: null, ...view } })),
      ),
      one(
        patchSavedView,
        fc.record({
          params: fc.record({ savedViewId: any(viewIds) }),
          body: fc.record({
            name: any(['Mine', 'Ours', 'Theirs']),
            columns: fc.constantFrom([], [{ id: 'email', widthPx: 90, isShown: true }]),
            density: any(['compact', null] as const),
          }),
          ifMatch: fc.constant('*'),
        }),
      ),
      one(
        deleteSavedView,
        any(viewIds).map((savedViewId) => ({ params: { savedViewId }, ifMatch: '*' })),
      ),
      one(
        manageResourceGroups,
        fc.subarray([...desks], { minLength: 1 }).chain((chosen) =>
          fc.tuple(...chosen.map(() => any(['0', '2', '3']))).map((shares) => ({
            params: { productCode },
            body: chosen.map((resourceGroupId, index) => ({
              resourceGroupId,
              resourceGroupPackageId: shares[index] ?? '0',
              default: false,
            })),
            ifMatch: '*',
          })),
        ),
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 40 }), async (steps) => {
        const before = await readState(app.db, own.tenantId)
        const changes: string[] = []
        const written = new Set<string>()
        for (const { endpoint, input } of steps) {
          const { headers } = await app.call(endpoint, input, { token: by })
          if (headers['change-id'] === undefined) continue
          changes.push(String(headers['change-id']))
          written.add(endpoint.id)
        }
        expect(written.size).toBeGreaterThan(4)
        for (const changeId of changes.toReversed()) {
          const { status, body } = await undo(changeId, by)
          expect(status, JSON.stringify(body)).toBe(200)
        }
        expect(await readState(app.db, own.tenantId)).toEqual(before)
      }),
      { numRuns: 3, endOnFailure: true },
    )
  })
})
