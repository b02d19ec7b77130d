import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPermissions } from '@steward/contract/access/endpoints'
import { createApiKey, deleteApiKey, patchApiKey } from '@steward/contract/api-keys/endpoints'
import { getChange, listChanges, undoChange } from '@steward/contract/changes/endpoints'
import type { Preview } from '@steward/contract/changes/schemas'
import { previewSchema } from '@steward/contract/changes/schemas'
import { endpoints } from '@steward/contract/endpoints'
import { createGroup, deleteGroup, patchGroup } from '@steward/contract/groups/endpoints'
import type { CallInput, Endpoint } from '@steward/contract/http'
import {
  createResourceGroup,
  deleteResourceGroup,
  manageResourceGroups,
  patchResourceGroup,
} from '@steward/contract/resource-groups/endpoints'
import { createRole, deleteRole, patchRole } from '@steward/contract/roles/endpoints'
import { changePassword } from '@steward/contract/session/endpoints'
import { putSetting } from '@steward/contract/tenants/endpoints'
import { changeMatchingUsers } from '@steward/contract/users/matching-endpoints'
import { bulkUsers, createUser, deleteUser, importUsers, updateUser } from '@steward/contract/users/endpoints'
import { type TenantTransaction, asOwner, systemContext, withTenant } from '../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { countedBeside, partsWithoutNewIds } from '../testing/previews.ts'
import { openProducts } from '../testing/resource-groups.ts'
import { digestTables } from '../testing/tables.ts'

let app: TestApp
let tenant: TestTenant
let token: string
beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.buildTenant()
  await openProducts(app, tenant, ['RI-RISKMODELER'], ['RiskModeler.ViewResults'])
  token = await app.signIn(tenant, tenant.administrator)
})
afterAll(() => app?.close())

const prefer = { prefer: 'preview' }
const call = <E extends Endpoint>(endpoint: E, input: CallInput<E>, headers = {}) => app.call(endpoint, input, { token, headers })

async function preview<E extends Endpoint>(endpoint: E, input: CallInput<E>, asked = prefer): Promise<Preview> {
  const { status, body, headers } = await call(endpoint, input, asked)
  expect([status, headers['preference-applied']], JSON.stringify(body)).toEqual([200, 'preview'])
  return previewSchema.parse(body)
}

/** What each operation that can be previewed is tried with, and the ids that exist before. */
async function inputs() {
  const { roleId } = await app.buildRole(tenant, { actions: ['ViewUsers'] })
  const role = { params: { roleId }, ifMatch: '*' }
  const member = await app.buildUser(tenant)
  const { groupId } = await app.buildGroup(tenant, { roleIds: [roleId], members: [member] })
  const empty = await app.buildGroup(tenant)
  const user = { params: { userId: member.userId }, ifMatch: '*' }
  const key = { params: { key: 'Used' }, ifMatch: '*' }
  await call(createApiKey, { body: { apiKeyName: 'Used', groups: [groupId], expiresAt: null } })
  const productCode = 'RI-RISKMODELER' as const
  const desk = await call(createResourceGroup, { params: { productCode }, body: { name: 'Desk', resourceGroupPackageId: '0' } })
  const { resourceGroupId } = desk.body
  const changed = await call(patchGroup, {
    params: { groupId: empty.groupId },
    body: [{ operation: 'Add', targetProperty: 'RoleIds', value: [roleId] }],
    ifMatch: '*',
  })
  const one = <E extends Endpoint>(endpoint: E, input: CallInput<E>) => ({
    endpoint: endpoint as Endpoint,
    input: input as CallInput<Endpoint>,
  })
  return [
    one(undoChange, { params: { changeId: String(changed.headers['change-id']) } }),
    one(createUser, { body: { email: 'preview@x.example', givenName: 'Pre', familyName: 'View', groupIds: [groupId] } }),
    one(updateUser, { ...user, body: { givenName: 'Other', groupIds: [] } }),
    one(bulkUsers, { body: { userIds: [member.userId], change: { action: 'disable' } } }),
    one(createGroup, { body: { groupName: 'Previewed', usernames: [member.username], roleIds: [roleId] } }),
    one(patchGroup, { params: { groupId }, body: [{ operation: 'Update', targetProperty: 'Status', value: 'Disabled' }], ifMatch: '*' }),
    one(deleteGroup, { params: { groupId: empty.groupId }, ifMatch: '*' }),
    one(createRole, { body: { roleName: 'Previewed', description: '', actions: ['ViewGroups'] } }),
    one(patchRole, { ...role, body: [{ operation: 'Update', targetProperty: 'Actions', value: ['ViewGroups'] }] }),
    one(createApiKey, { body: { apiKeyName: 'Previewed', groups: [groupId], expiresAt: null } }),
    one(patchApiKey, { ...key, body: { apiKeyName: 'Used', expiresAt: '2099-01-01T00:00:00.000Z' } }),
    one(deleteApiKey, key),
    one(deleteRole, role),
    one(deleteUser, user),
    one(createResourceGroup, { params: { productCode }, body: { name: 'Previewed', resourceGroupPackageId: '2' } }),
    one(patchResourceGroup, {
      params: { productCode, rgId: resourceGroupId },
      body: [{ operation: 'Update', targetProperty: 'Name', value: 'Desk two' }],
      ifMatch: '*',
    }),
    one(manageResourceGroups, {
      params: { productCode },
      body: [{ resourceGroupId, resourceGroupPackageId: '2', default: true }],
      ifMatch: '*',
    }),
    one(deleteResourceGroup, { params: { productCode, rgId: resourceGroupId }, ifMatch: '*' }),
    one(putSetting, {
      body: { key: 'sessionPolicy', level: 'Tenant', levelId: tenant.tenantId, value: JSON.stringify({ lifetimeMinutes: 600 }) },
    }),
  ]
}

describe('a preview', () => {
  it('changes nothing, and says what the call then changes', async () => {
    for (const { endpoint, input } of await inputs()) {
      const before = await digestTables(app.db, countedBeside)
      const said = await preview(endpoint, input)
      expect([endpoint.id, await digestTables(app.db, countedBeside)]).toEqual([endpoint.id, before])
      expect([endpoint.id, said.operation, said.partCount > 0]).toEqual([endpoint.id, endpoint.id, true])
      const done = await call(endpoint, input)
      expect([endpoint.id, done.status < 300], JSON.stringify(done.body)).toEqual([endpoint.id, true])
      const [{ changeId }] = (await app.call(listChanges, { query: {} as never }, { token })).body.items
      const { body } = await app.call(getChange, { params: { changeId } }, { token })
      const ids = [input, tenant]
      expect([endpoint.id, partsWithoutNewIds(said, ids)]).toEqual([endpoint.id, partsWithoutNewIds(body, ids)])
      expect([endpoint.id, said.effects.lasting, said.effects.isUndoable]).toEqual([
        endpoint.id,
        body.change.lasting,
        body.change.isUndoable,
      ])
    }
  })

  it('says what an import would do, whether or not a dry run was asked for, and is refused with a line that would be', async () => {
    const { groupName } = await app.buildGroup(tenant, { roleIds: [(await app.buildRole(tenant, { actions: ['ViewUsers'] })).roleId] })
    const body = `email,givenName,familyName,groups\nimported@x.example,Im,Ported,${groupName}\n`
    const before = await digestTables(app.db, countedBeside)
    const said = await preview(importUsers, { body, query: {} })
    expect(said.effects).toMatchObject({ gainingCount: 1, losingCount: 0, mails: [{ template: 'activation', count: 1 }] })
    const tried = await call(importUsers, { body, query: { dryRun: 'true' } })
    expect(tried.body).toMatchObject({ applied: false, created: 1, effects: { gainingCount: 1, mails: said.effects.mails } })
    const more = Array.from({ length: 25 }, (_, index) => `more${index}@x.example,Im,Ported,${groupName}`)
    const many = { body: ['email,givenName,familyName,groups', ...more].join('\n'), query: {} }
    const [first, rest] = [await preview(importUsers, many), await preview(importUsers, many, { prefer: 'preview; offset=20' })]
    expect([first.parts.length, first.counts]).toEqual([
      20,
      [
        { category: 'User', type: 'Create', count: 25 },
        { category: 'Group', type: 'Update', count: 1 },
      ],
    ])
    const named = [...first.effects.people, ...rest.effects.people].map(({ username }) => username)
    expect(new Set(named)).toEqual(new Set(more.map((line) => line.slice(0, line.indexOf(',')))))
    const wrong = { body: `${body}no address,A,B,\n`, query: { dryRun: 'false' as const } }
    const refused = await call(importUsers, wrong, prefer)
    expect([refused.status, refused.body.code]).toEqual([422, 'import_refused'])
    expect(await digestTables(app.db, countedBeside)).toEqual(before)
    const { status, body: report } = await call(importUsers, { ...wrong, query: { dryRun: 'true' } })
    expect([status, report]).toMatchObject([200, { applied: false, refused: 1, created: 1 }])
    expect(report).not.toHaveProperty('effects')
    const done = await call(importUsers, { body, query: { dryRun: 'false' } })
    expect([done.status, done.body]).toMatchObject([200, { applied: true, created: 1 }])
    const [{ changeId }] = (await app.call(listChanges, { query: {} as never }, { token })).body.items
    const { body: changed } = await app.call(getChange, { params: { changeId } }, { token })
    expect(partsWithoutNewIds(said, tenant)).toEqual(partsWithoutNewIds(changed, tenant))
  })

  it('says what a change of all matching users would do in its batches', async () => {
    const { roleId } = await app.buildRole(tenant, { actions: ['ViewUsers'] })
    const { groupId } = await app.buildGroup(tenant, { roleIds: [roleId] })
    const marked = `matching${randomUUID().slice(0, 8)}`
    await Promise.all(Array.from({ length: 3 }, (_, index) => app.buildUser(tenant, { email: `${marked}-${index}@x.example` })))
    const before = await digestTables(app.db, countedBeside)
    const said = await preview(changeMatchingUsers, { body: { filter: { search: marked }, change: { action: 'addToGroup', groupId } } })
    expect(said.effects).toMatchObject({ gainingCount: 3, losingCount: 0, peopleCount: 3 })
    expect(await digestTables(app.db, countedBeside)).toEqual(before)
  })

  it('names who gains and loses what, and counts them', async () => {
    const { roleId } = await app.buildRole(tenant, { actions: ['ViewUsers'] })
    const members = await Promise.all(Array.from({ length: 25 }, () => app.buildUser(tenant)))
    await app.buildGroup(tenant, { roleIds: [roleId], members })
    const input: CallInput<typeof patchRole> = {
      params: { roleId },
      body: [{ operation: 'Update', targetProperty: 'Actions', value: ['ViewGroups'] }],
      ifMatch: '*',
    }
    const { effects } = await preview(patchRole, input)
    expect([effects.gainingCount, effects.losingCount, effects.peopleCount, effects.people.length]).toEqual([25, 25, 25, 20])
    const rest = await preview(patchRole, input, { prefer: 'return=minimal, Preview; offset=20' })
    const named = [...effects.people, ...rest.effects.people].map(({ userId }) => userId)
    expect(named.toSorted()).toEqual(members.map(({ userId }) => userId).toSorted())
    expect((await preview(patchRole, input, { prefer: 'preview; offset=25' })).effects).toEqual({ ...effects, people: [] })
    expect(effects.permissions).toContainEqual({ permission: 'Admin.ViewUsers', gainingCount: 0, losingCount: 25 })
    expect(effects.permissions).toContainEqual({ permission: 'Admin.ViewGroups', gainingCount: 25, losingCount: 0 })
    expect(effects.people[0]).toMatchObject({
      gains: expect.arrayContaining(['Admin.ViewGroups']),
      loses: expect.arrayContaining(['Admin.ViewUsers']),
    })
  })

  it('shows which cells of the access map would change', async () => {
    const { roleId } = await app.buildRole(tenant, { actions: ['ViewUsers'] })
    const group = await app.buildGroup(tenant, { roleIds: [roleId], members: [await app.buildUser(tenant)] })
    const off = await app.buildGroup(tenant, { roleIds: [roleId] })
    const disable = {
      params: { groupId: off.groupId },
      body: [{ operation: 'Update', targetProperty: 'Status', value: 'Disabled' }],
      ifMatch: '*',
    }
    expect((await preview(patchGroup, disable as CallInput<typeof patchGroup>)).effects).toMatchObject({
      peopleCount: 0,
      accessMap: { groups: [{ groupId: off.groupId, depths: [{ before: 'view', after: null }] }], groupCount: 1 },
    })
    await call(patchGroup, disable as CallInput<typeof patchGroup>)
    const actions = [{ operation: 'Update' as const, targetProperty: 'Actions' as const, value: ['RiskModeler.ViewResults'] }]
    const { accessMap } = (await preview(patchRole, { params: { roleId }, body: actions, ifMatch: '*' })).effects
    expect(accessMap.groups).toEqual([
      {
        groupId: group.groupId,
        groupName: group.groupName,
        depths: [
          { before: 'view', after: null },
          { before: null, after: 'view' },
        ],
      },
    ])
    expect(accessMap.applications.map(({ displayName }) => displayName)).toEqual(['Admin Center', 'Risk Modeler'])
    const renamed = {
      params: { roleId },
      body: [{ operation: 'Update' as const, targetProperty: 'Name' as const, value: 'No access' }],
      ifMatch: '*',
    }
    expect((await preview(patchRole, renamed)).effects.accessMap).toEqual({ applications: [], groups: [], groupCount: 0 })
  })

  it('says of people who are counted by their groups what the change does to each of them', async () => {
    const { roleId } = await app.buildRole(tenant, { actions: ['ViewUsers', 'ViewSystemLog'] })
    const same = await app.buildRole(tenant, { actions: ['ViewUsers'] })
    const people = await Promise.all(Array.from({ length: 8 }, () => app.buildUser(tenant)))
    const [first, , , , own, disabled] = people
    if (!first || !own || !disabled) throw new Error('There are eight')
    await app.buildGroup(tenant, { roleIds: [roleId], members: people.slice(0, 6) })
    await app.buildGroup(tenant, { roleIds: [same.roleId], members: people.slice(3) })
    const off = await app.buildGroup(tenant, { roleIds: [same.roleId], members: [first] })
    await call(patchGroup, {
      params: { groupId: off.groupId },
      body: [{ operation: 'Update', targetProperty: 'Status', value: 'Disabled' }],
      ifMatch: '*',
    })
    await call(updateUser, { params: { userId: disabled.userId }, body: { isDisabled: true }, ifMatch: '*' })
    const permissionsOf = async () => {
      const answers = await Promise.all(people.map(({ username }) => call(getPermissions, { query: { username } })))
      return answers.map(({ body }) => new Set(Object.entries(body.permissions).flatMap(([name, granted]) => (granted ? [name] : []))))
    }
    const patch = (actions: string[]): CallInput<typeof patchRole> => ({
      params: { roleId },
      body: [{ operation: 'Update', targetProperty: 'Actions', value: actions }],
      ifMatch: '*',
    })
    const expectToHold = async (actions: string[]) => {
      const before = await permissionsOf()
      const { effects } = await preview(patchRole, patch(actions))
      expect(await call(patchRole, patch(actions))).toMatchObject({ status: 200 })
      const after = await permissionsOf()
      const found = people.flatMap(({ userId }, index) => {
        if (userId === disabled.userId) return []
        const [was = new Set(), is = new Set()] = [before[index], after[index]]
        const [gains, loses] = [[...is.difference(was)].toSorted(), [...was.difference(is)].toSorted()]
        return gains.length + loses.length > 0 ? [{ userId, gains, loses }] : []
      })
      const said = effects.people.map(({ userId, gains, loses }) => ({ userId, gains: gains.toSorted(), loses: loses.toSorted() }))
      const byId = (list: readonly { userId: string }[]) => list.toSorted((a, b) => a.userId.localeCompare(b.userId))
      expect(byId(said)).toEqual(byId(found))
      expect([effects.gainingCount, effects.losingCount]).toEqual([
        found.filter(({ gains }) => gains.length > 0).length,
        found.filter(({ loses }) => loses.length > 0).length,
      ])
      return found
    }
    expect(await expectToHold(['ViewGroups'])).toHaveLength(5)
    const flag = { tenant_id: tenant.tenantId, flag_name: 'AuditLog' }
    const asOperator = (work: (tx: TenantTransaction) => Promise<unknown>) =>
      asOwner(app.db, 'operator', work, { tenantId: tenant.tenantId })
    await asOperator((tx) =>
      tx
        .insertInto('feature_flag_user')
        .values({ ...flag, user_id: own.userId, is_enabled: false })
        .execute(),
    )
    const withOwnFlag = await expectToHold(['ViewUsers', 'ViewSystemLog'])
    expect(new Set(withOwnFlag.map(({ gains }) => gains.join())).size).toBe(3)
    await asOperator((tx) =>
      tx
        .insertInto('feature_flag_override')
        .values({ ...flag, is_enabled: true, percentage: 50 })
        .execute(),
    )
    expect(await expectToHold(['ViewGroups'])).toHaveLength(5)
  })

  it('counts sessions that would end and emails that would be sent', async () => {
    const user = await app.buildUser(tenant)
    await app.signIn(tenant, user)
    await app.signIn(tenant, user)
    const gone = await preview(deleteUser, { params: { userId: user.userId }, ifMatch: '*' })
    expect(gone.effects).toMatchObject({ endedSessionCount: 2, signedOutCount: 1, lasting: ['passwords', 'sessions'], isUndoable: true })
    const invited = await preview(createUser, { body: { email: 'mailed@x.example', givenName: 'M', familyName: 'M' } })
    expect(invited.effects).toMatchObject({ mails: [{ template: 'activation', count: 1 }], lasting: ['mails'] })
    const policy = (inactivityMinutes: number) => ({
      body: { key: 'sessionPolicy', level: 'Tenant' as const, levelId: tenant.tenantId, value: JSON.stringify({ inactivityMinutes }) },
    })
    await withTenant(app.db, systemContext(tenant.tenantId), (tx) =>
      tx
        .updateTable('user_session')
        .set({ last_active_at: new Date(Date.now() - 25 * 60_000) })
        .where('tenant_id', '=', tenant.tenantId)
        .where('user_id', '=', user.userId)
        .execute(),
    )
    const shorter = await preview(putSetting, policy(20))
    expect(shorter.effects).toMatchObject({ endedSessionCount: 2, signedOutCount: 1 })
    expect((await preview(putSetting, policy(30))).effects).toMatchObject({ endedSessionCount: 0, signedOutCount: 0 })
  })

  it('is refused as the call', async () => {
    const input = { params: { userId: tenant.administrator.userId }, body: { isDisabled: true }, ifMatch: '*' }
    const [said, done] = [await call(updateUser, input, prefer), await call(updateUser, input)]
    expect([said.status, said.body.code]).toEqual([done.status, done.body.code])
    const alone = {
      params: { groupId: tenant.groupId },
      body: [{ operation: 'Remove', targetProperty: 'Usernames', value: [tenant.administrator.username] }],
    }
    expect((await call(patchGroup, { ...alone, ifMatch: '*' } as CallInput<typeof patchGroup>, prefer)).body.code).toBe(
      'last_administrator',
    )
    const by = await app.signIn(tenant, await app.buildUser(tenant))
    const forbidden = await app.call(createGroup, { body: { groupName: 'No', roleIds: [] } }, { token: by, headers: prefer })
    expect([forbidden.status, forbidden.body.code]).toEqual([403, 'forbidden'])
  })

  it('is refused where a call has none, and nothing is done', async () => {
    const before = await digestTables(app.db, countedBeside)
    const answer = await call(changePassword, { body: { oldPassword: 'wrong', newPassword: 'Another-5-password' } }, prefer)
    expect([answer.status, answer.body.code]).toEqual([400, 'preview_unavailable'])
    expect(await digestTables(app.db, countedBeside)).toEqual(before)
  })

  it('is missing only where nothing could be said, or where it would do harm', () => {
    const named = (isWanted: (endpoint: Endpoint) => boolean) =>
      [...endpoints.values()]
        .filter(isWanted)
        .map(({ id }) => id)
        .toSorted()
    const without = Object.groupBy(
      named(({ withoutPreview }) => withoutPreview !== undefined),
      (id) => endpoints.get(id)?.withoutPreview ?? '',
    )
    expect(without).toEqual({
      draft: ['uploadRates'],
      proof: ['changePassword', 'confirmAuthenticator', 'confirmIdentity'],
      sends: ['testLogStream'],
    })
    expect(named(({ isRead }) => isRead === true)).toEqual([
      'checkFederation',
      'countExport',
      'evaluateFlag',
      'evaluateFlags',
      'openHelp',
      'openTemporaryFile',
    ])
  })
})
