import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '@steward/contract/endpoints'
import { getPermissions } from '@steward/contract/access/endpoints'
import { createGroup, deleteGroup, getGroup, listGroups, patchGroup } from '@steward/contract/groups/endpoints'
import type { CallInput, Endpoint } from '@steward/contract/http'
import { createResourceGroup, listResourceGroups, patchResourceGroup } from '@steward/contract/resource-groups/endpoints'
import { createRole, deleteRole, getRole, listRoles, patchRole } from '@steward/contract/roles/endpoints'
import { getSetting, putSetting } from '@steward/contract/tenants/endpoints'
import { createUser, deleteUser, getUser, listUsers, updateUser } from '@steward/contract/users/endpoints'
import { undoChange } from '@steward/contract/changes/endpoints'
import { openProducts } from '../testing/resource-groups.ts'
import { type TestAnswer, type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'

let app: TestApp
let tenant: TestTenant
let token: string
beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.buildTenant()
  token = await app.signIn(tenant, tenant.administrator)
})
afterAll(() => app?.close())

const call = <E extends Endpoint>(endpoint: E, input: CallInput<E>, by = token) => app.call(endpoint, input, { token: by })

async function make<E extends Endpoint>(endpoint: E, input: CallInput<E>, by = token): Promise<TestAnswer> {
  const answer = await call(endpoint, input, by)
  expect([200, 201, 204], JSON.stringify(answer.body)).toContain(answer.status)
  return answer
}

/** A moment to which everything so far belongs, and nothing that follows. */
async function moment(): Promise<string> {
  await wait(3)
  const now = new Date().toISOString()
  await wait(3)
  return now
}

/** Lists with everything, and the permissions of each user, at a moment or now. */
async function stateOf(by: string, asOf?: string) {
  const query = { limit: 500, ...(asOf === undefined ? {} : { asOf }) }
  const users = await make(listUsers, { query: { ...query, include: ['Details', 'Groups', 'Roles', 'Apps'] } }, by)
  const groups = await make(listGroups, { query: { ...query, include: ['Details', 'Roles', 'Usernames'], sort: '-userCount' } }, by)
  const roles = await make(listRoles, { query: { ...query, include: ['Details', 'Groups'], sort: '-userCount' } }, by)
  const pages: Record<string, unknown> = {}
  for (const sort of ['-username', 'givenName', 'status', '-createdTime'] as const) {
    const { body } = await make(listUsers, { query: { ...query, sort, type: 'all', limit: 3, offset: 1 } }, by)
    pages[sort] = [body.totalCount, body.items.map(({ userId }: { userId: string }) => userId)]
  }
  for (const [name, filter] of Object.entries({
    disabled: { isDisabled: 'true' },
    invited: { userStatus: ['FORCE_CHANGE_PASSWORD'] },
    grouped: { groupId: groups.body.items.map(({ groupId }: { groupId: string }) => groupId).slice(0, 2) },
    held: { roleId: roles.body.items.map(({ roleId }: { roleId: string }) => roleId).slice(0, 2) },
  })) {
    const { body } = await make(listUsers, { query: { ...query, ...filter } as never }, by)
    pages[name] = [body.totalCount, body.items.map(({ userId }: { userId: string }) => userId)]
  }
  const permissions: Record<string, unknown> = {}
  for (const { username } of users.body.items) {
    const { body } = await make(getPermissions, { query: { username, ...(asOf === undefined ? {} : { asOf }) } }, by)
    const { asOf: _asOf, ...facts } = body.facts
    permissions[username] = { permissions: body.permissions, facts }
  }
  return { users: unversioned(users.body), groups: unversioned(groups.body), roles: unversioned(roles.body), pages, permissions }
}

const unversioned = (page: { items: { version: number }[]; totalCount: number }) => ({
  ...page,
  items: page.items.map((item) => ({ ...item, version: undefined })),
})

describe('as of', () => {
  it('equals a copy of that moment, after any changes', async () => {
    const own = await app.buildTenant()
    const by = await app.signIn(own, own.administrator)
    let count = 0
    const named = (name: string) => `${name} ${(count += 1)}`
    const ids: Record<'users' | 'groups' | 'roles', string[]> = { users: [], groups: [], roles: [] }
    const pick = (kind: keyof typeof ids, index: number) => ids[kind][index % Math.max(1, ids[kind].length)] ?? ''
    const some = (kind: keyof typeof ids, index: number) => ids[kind].filter((_, place) => ((index >> (place % 8)) & 1) === 1)
    const forget = (kind: keyof typeof ids, id: string) => void (ids[kind] = ids[kind].filter((one) => one !== id))
    const undoable: string[] = []
    const actionSets = [['ViewUsers'], ['ViewGroups', 'ViewRoles'], ['ViewUsers', 'EditUsers', 'ViewApiKeys']]

    /** Each can be refused, as by a name that is taken or a group that has members: then nothing changes. */
    const steps: ((n: number) => Promise<TestAnswer>)[] = [
      (n) =>
        call(
          createUser,
          { body: { email: `${named('p').replace(' ', '')}@x.example`, givenName: 'P', familyName: 'Q', groupIds: some('groups', n) } },
          by,
        ),
      (n) =>
        call(
          updateUser,
          {
            params: { userId: pick('users', n) },
            body: { givenName: named('N'), isDisabled: n % 2 === 0, groupIds: some('groups', n) },
            ifMatch: '*',
          },
          by,
        ),
      (n) => call(deleteUser, { params: { userId: pick('users', n) }, ifMatch: '*' }, by),
      (n) => call(createGroup, { body: { groupName: named('Group'), roleIds: some('roles', n) } }, by),
      (n) =>
        call(
          patchGroup,
          {
            params: { groupId: pick('groups', n) },
            body: [
              { operation: 'Update', targetProperty: 'GroupName', value: named('Team') },
              { operation: 'Update', targetProperty: 'RoleIds', value: some('roles', n) },
              { operation: 'Update', targetProperty: 'Status', value: n % 3 === 0 ? 'Disabled' : 'Enabled' },
            ],
            ifMatch: '*',
          },
          by,
        ),
      (n) => call(deleteGroup, { params: { groupId: pick('groups', n) }, ifMatch: '*' }, by),
      (n) => call(createRole, { body: { roleName: named('Role'), description: '', actions: actionSets[n % 3] ?? [] } }, by),
      (n) =>
        call(
          patchRole,
          {
            params: { roleId: pick('roles', n) },
            body: [
              { operation: 'Update', targetProperty: 'Actions', value: actionSets[n % 3] ?? [] },
              { operation: 'Update', targetProperty: 'Description', value: named('About') },
            ],
            ifMatch: '*',
          },
          by,
        ),
      (n) => call(deleteRole, { params: { roleId: pick('roles', n) }, ifMatch: '*' }, by),
      (n) => call(undoChange, { params: { changeId: undoable[n % Math.max(1, undoable.length)] ?? own.tenantId } }, by),
    ]
    const take = ({ body, headers, status }: TestAnswer) => {
      if (status !== 201 && status !== 200) return
      if (headers['change-id'] !== undefined) undoable.push(String(headers['change-id']))
      for (const [kind, key] of [
        ['users', 'userId'],
        ['groups', 'groupId'],
        ['roles', 'roleId'],
      ] as const) {
        const id = body?.[key]
        if (id === undefined) continue
        forget(kind, id)
        ids[kind].push(id)
      }
    }

    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(steps.length - 1), fc.nat(255)), { minLength: 8, maxLength: 14 }), async (chosen) => {
        const copies: { asOf: string; state: unknown }[] = []
        for (const [step, n] of [[0, 0], [3, 1], [6, 1], [6, 2], ...chosen] as const) {
          take((await steps[step]?.(n)) as TestAnswer)
          copies.push({ asOf: await moment(), state: await stateOf(by) })
        }
        for (const { asOf, state } of copies) expect(await stateOf(by, asOf)).toEqual(state)
      }),
      { numRuns: 2, endOnFailure: true },
    )
  }, 240_000)

  it('shows records that are gone, each as it was', async () => {
    const { roleId } = await app.buildRole(tenant, { actions: ['ViewUsers'] })
    const { groupId } = await app.buildGroup(tenant, { roleIds: [roleId] })
    const user = await app.buildUser(tenant, { givenName: 'Ada', familyName: 'Gone' })
    await make(updateUser, { params: { userId: user.userId }, body: { groupIds: [groupId] }, ifMatch: '*' })
    const asOf = await moment()
    await make(deleteUser, { params: { userId: user.userId }, ifMatch: '*' })
    await make(deleteGroup, { params: { groupId }, ifMatch: '*' })
    await make(deleteRole, { params: { roleId }, ifMatch: '*' })
    const at = { asOf }
    const shownUser = await make(getUser, { params: { userId: user.userId }, query: at })
    expect(shownUser.body).toMatchObject({ givenName: 'Ada', version: 0, groups: [{ groupId }], roles: [{ roleId }] })
    expect(shownUser.headers['etag']).toBeUndefined()
    const shownGroup = await make(getGroup, { params: { groupId }, query: at })
    expect(shownGroup.body).toMatchObject({ usernames: [user.username], groupDetails: { userCount: 1, roleCount: 1 } })
    expect((await make(getRole, { params: { roleId }, query: at })).body).toMatchObject({ actions: ['ViewUsers'], groups: [{ groupId }] })
    const { permissions, facts } = (await make(getPermissions, { query: { username: user.username, ...at } })).body
    expect([permissions['Admin.ViewUsers'], facts.asOf]).toEqual([true, asOf])
    expect((await call(getUser, { params: { userId: user.userId }, query: {} })).status).toBe(404)
    expect((await call(getPermissions, { query: { username: user.username } })).status).toBe(404)
  })

  it('finds and filters people by what they were', async () => {
    const { groupId } = await app.buildGroup(tenant)
    const user = await app.buildUser(tenant, { givenName: 'Zelda', familyName: 'Before-Øst' })
    await make(updateUser, { params: { userId: user.userId }, body: { groupIds: [groupId] }, ifMatch: '*' })
    const asOf = await moment()
    await make(updateUser, { params: { userId: user.userId }, body: { givenName: 'Yrsa', groupIds: [], isDisabled: true }, ifMatch: '*' })
    const found = async (query: object) => {
      const { body } = await make(listUsers, { query: { asOf, ...query } })
      return [body.totalCount, ...body.items.map((one: { givenName: string }) => one.givenName)]
    }
    expect(await found({ search: 'zelda bef' })).toEqual([1, 'Zelda'])
    expect(await found({ search: 'before-ost, zelda' })).toEqual([1, 'Zelda'])
    expect(await found({ search: 'beforeøstzel' })).toEqual([0])
    expect(await found({ search: 'yrsa' })).toEqual([0])
    expect(await found({ groupId: [groupId], isDisabled: 'false' })).toEqual([1, 'Zelda'])
    expect(await found({ groupId: [groupId], isDisabled: 'true' })).toEqual([0])
  })

  it('shows resource groups and settings of the tenant', async () => {
    const own = await app.buildTenant()
    const by = await app.signIn(own, own.administrator)
    const productCode = 'RI-RISKMODELER' as const
    await openProducts(app, own, [productCode], ['RiskModeler.ViewResults'])
    const params = { productCode }
    const desk = await make(
      createResourceGroup,
      { params, body: { name: 'Desk', resourceGroupPackageId: '2', groupIds: [own.groupId] } },
      by,
    )
    const setting = { key: 'sessionPolicy', level: 'Tenant', levelId: own.tenantId } as const
    const save = (lifetimeMinutes: number) => make(putSetting, { body: { ...setting, value: JSON.stringify({ lifetimeMinutes }) } }, by)
    await save(700)
    const asOf = await moment()
    await save(800)
    await make(
      patchResourceGroup,
      {
        params: { ...params, rgId: desk.body.resourceGroupId },
        body: [{ operation: 'Update', targetProperty: 'Name', value: 'Renamed' }],
        ifMatch: '*',
      },
      by,
    )
    const { level, levelId, key } = setting
    const lifetime = async (query: object) => (await make(getSetting, { params: { key }, query: { level, levelId, ...query } }, by)).body
    expect([await lifetime({ asOf }), await lifetime({})]).toMatchObject([{ lifetimeMinutes: 700 }, { lifetimeMinutes: 800 }])
    const then = await make(listResourceGroups, { params, query: { asOf } }, by)
    expect(then.body.items).toMatchObject([{ name: 'Desk', groups: [{ groupId: own.groupId }], version: 0 }])
    expect(then.headers['etag']).toBeUndefined()
    expect((await make(listResourceGroups, { params, query: {} }, by)).body.items).toMatchObject([{ name: 'Renamed' }])
    const tooOld = await call(listResourceGroups, { params, query: { asOf: '2020-01-01T00:00:00Z' } }, by)
    expect([tooOld.status, tooOld.body.code]).toEqual([400, 'as_of_too_old'])
  })

  it('refuses moments that it cannot know, and everyone who cannot see the record', async () => {
    const { userId } = await app.buildUser(tenant)
    const at = (asOf: string, by?: string) => call(getUser, { params: { userId }, query: { asOf } }, by)
    expect((await at('yesterday')).body).toMatchObject({ code: 'invalid_request', errors: [{ field: 'query.asOf' }] })
    const future = new Date(Date.now() + 60_000).toISOString()
    expect((await at(future)).body).toMatchObject({ code: 'as_of_future', errors: [{ field: 'asOf' }] })
    const tooOld = await at('2020-01-01T00:00:00Z')
    expect([tooOld.status, tooOld.body.code]).toEqual([400, 'as_of_too_old'])
    // The moment that it names is one that it knows, though the user wasn't there yet.
    expect((await at(new Date(Date.parse(tooOld.body.parameters.earliest) + 1).toISOString())).status).toBe(404)
    const asOf = await moment()
    expect((await at(asOf)).status).toBe(200)
    expect((await app.call(getUser, { params: { userId }, query: { asOf } })).status).toBe(401)
    const reader = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['ViewGroups'] }))
    expect((await at(asOf, reader)).status).toBe(403)
    const other = await app.buildTenant()
    const later = await moment()
    expect((await at(later, await app.signIn(other, other.administrator))).status).toBe(404)
    const named = { username: tenant.administrator.username, asOf }
    expect((await call(getPermissions, { query: named }, reader)).status).toBe(403)
    for (const [list, code] of [
      [listUsers, future],
      [listGroups, future],
      [listRoles, future],
      [getPermissions, future],
    ] as const) {
      expect((await call(list as typeof listUsers, { query: { asOf: code } })).body.code).toBe('as_of_future')
    }
  })
})

it('is declared by each list and record that the console reads of a moment', () => {
  const withAsOf = [...endpoints.values()].filter(({ query }) => 'asOf' in query.shape).map(({ id }) => id)
  const declared = [...endpoints.values()].filter(({ hasPast }) => hasPast).map(({ id }) => id)
  // Asked of the present, too, while the console shows another moment: the own permissions and the own settings.
  expect(withAsOf.toSorted()).toEqual([...declared, getPermissions.id, getSetting.id].toSorted())
})
