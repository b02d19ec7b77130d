import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportUsers, listUsers, updateUser } from '@steward/contract/users/endpoints'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, type TestTenant, type TestUser, startTestApp } from '../testing/app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('GET /auth/v2/users', () => {
  let listed: TestTenant
  let reader: string
  const people = [
    ['zoe', 'Zoë', 'Álvarez'],
    ['bo', 'Bo', 'Quist'],
    ['adam', 'Adam', 'Smith'],
    ['carla', 'Carla', 'del Carmen Lopez'],
  ] as const
  const built = new Map<string, TestUser>()
  const person = (name: string): TestUser => {
    const user = built.get(name)
    if (!user) throw new Error(`${name} was not built`)
    return user
  }
  const names = (body: { items: { username: string }[] }) => body.items.map(({ username }) => username.split('@')[0])
  const list = (query: Parameters<typeof app.call<typeof listUsers>>[1]['query']) => app.call(listUsers, { query }, { token: reader })

  beforeAll(async () => {
    listed = await app.buildTenant()
    reader = await app.signIn(listed, listed.administrator)
    for (const [name, givenName, familyName] of people) {
      const status = name === 'bo' ? 'FORCE_CHANGE_PASSWORD' : 'CONFIRMED'
      const isDisabled = name === 'adam'
      built.set(name, await app.buildUser(listed, { email: `${name}@people.example`, givenName, familyName, status, isDisabled }))
    }
  })

  test('pages by username and counts all users', async () => {
    const first = await list({ limit: 2 })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ count: 2, limit: 2, offset: 0, totalCount: 5, totalIsExact: true })
    expect(names(first.body)).toEqual(['adam', 'admin'])
    const last = await list({ limit: 2, offset: 4 })
    expect(names(last.body)).toEqual(['zoe'])
    const beyond = await list({ limit: 2, offset: 40 })
    expect(beyond.body).toMatchObject({ count: 0, items: [], totalCount: 5 })
  })

  test.each([
    ['username', ['adam', 'admin', 'bo', 'carla', 'zoe']],
    ['-username', ['zoe', 'carla', 'bo', 'admin', 'adam']],
    ['familyName', ['admin', 'zoe', 'carla', 'bo', 'adam']],
    ['-createdTime', ['carla', 'adam', 'bo', 'zoe', 'admin']],
    ['status', ['adam', 'admin', 'carla', 'zoe', 'bo']],
  ] as const)('sorts by %s', async (sort, expected) => {
    expect(names((await list({ sort })).body)).toEqual(expected)
  })

  test.each(['', 'shared', 'hare'])(
    'sorts users of the same given name by family name, and the other way around, found by “%s”',
    async (search) => {
      const tenant = await app.buildTenant()
      const token = await app.signIn(tenant, tenant.administrator)
      for (const [name, givenName, familyName] of [
        ['lin', 'Ada', 'Lin Shared'],
        ['bea', 'Bea', 'Cole Shared'],
        ['cole', 'Ada', 'Cole Shared'],
      ] as const) {
        await app.buildUser(tenant, { email: `${name}@names.example`, givenName, familyName })
      }
      const sorted = async (sort: 'givenName' | '-givenName' | 'familyName' | '-familyName') => {
        const { body } = await app.call(listUsers, { query: { sort, ...(search ? { search } : {}) } }, { token })
        return names({ items: body.items.filter(({ username }: { username: string }) => username !== tenant.administrator.username) })
      }
      expect(await sorted('givenName')).toEqual(['cole', 'lin', 'bea'])
      expect(await sorted('-givenName')).toEqual(['bea', 'lin', 'cole'])
      expect(await sorted('familyName')).toEqual(['cole', 'bea', 'lin'])
      expect(await sorted('-familyName')).toEqual(['lin', 'bea', 'cole'])
    },
  )

  test('puts the most recent sign-ins first, and users without one at the end', async () => {
    const { body } = await list({ sort: '-lastSignInTime' })
    expect(names(body)[0]).toBe('admin')
    expect(names((await list({ sort: 'lastSignInTime' })).body).at(-1)).toBe('admin')
  })

  test('filters by status, given once or repeated', async () => {
    expect(names((await list({ userStatus: ['FORCE_CHANGE_PASSWORD'] })).body)).toEqual(['bo'])
    const two = await list({ userStatus: ['FORCE_CHANGE_PASSWORD', 'EXTERNAL_PROVIDER'] })
    expect(two.body).toMatchObject({ totalCount: 1, totalIsExact: true })
    expect((await list({ userStatus: ['CONFIRMED'] })).body.totalCount).toBe(4)
  })

  test('filters by disabled state', async () => {
    expect(names((await list({ isDisabled: 'true' })).body)).toEqual(['adam'])
    expect((await list({ isDisabled: 'false' })).body.totalCount).toBe(4)
  })

  test('filters by whether users have signed in, with and without a search', async () => {
    expect(names((await list({ hasSignedIn: 'true' })).body)).toEqual(['admin'])
    expect((await list({ hasSignedIn: 'false' })).body).toMatchObject({ totalCount: 4, totalIsExact: true })
    expect(names((await list({ hasSignedIn: 'false', isDisabled: 'false', userStatus: ['CONFIRMED'] })).body)).toEqual(['carla', 'zoe'])
    expect(names((await list({ hasSignedIn: 'false', search: 'lopez' })).body)).toEqual(['carla'])
    expect((await list({ hasSignedIn: 'true', search: 'lopez' })).body.totalCount).toBe(0)
  })

  test('finds beginnings of words in names and addresses, ignoring case and accents', async () => {
    expect(names((await list({ search: 'ZOE' })).body)).toEqual(['zoe'])
    expect(names((await list({ search: 'alva' })).body)).toEqual(['zoe'])
    expect(names((await list({ search: 'lopez' })).body)).toEqual(['carla'])
    expect((await list({ search: 'lopez' })).body).toMatchObject({ totalCount: 1, totalIsExact: true })
    expect(names((await list({ search: 'López,' })).body)).toEqual(['carla'])
    expect(names((await list({ search: 'bo@people' })).body)).toEqual(['bo'])
    expect((await list({ search: 'varez' })).body).toMatchObject({ count: 1, totalCount: 1, totalIsExact: true })
    expect((await list({ search: 'nobody' })).body).toMatchObject({ count: 0, totalCount: 0 })
  })

  test('filters by groups and by the roles of enabled groups, and includes them', async () => {
    const { roleId } = await app.buildRole(listed, { roleName: 'Reader', actions: ['ViewGroups'] })
    const enabled = await app.buildGroup(listed, { groupName: 'Desk', members: [person('bo'), person('carla')], roleIds: [roleId] })
    const disabled = await app.buildGroup(listed, { groupName: 'Old desk', members: [person('zoe')], roleIds: [roleId] })
    await asOwner(
      app.db,
      'operator',
      (tx) => tx.updateTable('user_group').set({ status: 'Disabled' }).where('group_id', '=', disabled.groupId).execute(),
      { tenantId: listed.tenantId },
    )
    expect((await list({ groupId: [enabled.groupId] })).body).toMatchObject({ totalCount: 2, totalIsExact: true })
    expect(names((await list({ groupId: [enabled.groupId, disabled.groupId] })).body)).toEqual(['bo', 'carla', 'zoe'])
    expect(names((await list({ groupId: [enabled.groupId], limit: 1 })).body)).toEqual(['bo'])
    const byRole = await list({ roleId: [roleId], include: ['Groups', 'Roles', 'Apps'] })
    expect(names(byRole.body)).toEqual(['bo', 'carla'])
    expect(byRole.body.items[0]).toMatchObject({
      groups: [{ groupId: enabled.groupId, groupName: 'Desk', status: 'Enabled' }],
      roles: [{ roleId, roleName: 'Reader' }],
      apps: ['rms-owl'],
    })
    const zoe = await list({ search: 'zoe', include: ['Groups', 'Roles'] })
    expect(zoe.body.items[0]).toMatchObject({ groups: [{ groupName: 'Old desk', status: 'Disabled' }], roles: [] })
  })

  test('filters by second factors, shows them only when asked, and exports them', async () => {
    const key = {
      credential_id: Buffer.from('id'),
      public_key: Buffer.from('key'),
      signature_counter: 0,
      transports: [],
      is_backed_up: false,
    }
    const base = { tenant_id: listed.tenantId, factor_name: 'Mine' }
    const app1 = { ...base, kind: 'authenticator' as const, shared_secret: JSON.stringify({}), last_step: 0 }
    await asOwner(
      app.db,
      'operator',
      async (tx) => {
        await tx
          .insertInto('sign_in_factor')
          .values([
            { ...app1, user_id: person('bo').userId },
            { ...app1, user_id: person('zoe').userId },
          ])
          .execute()
        await tx
          .insertInto('sign_in_factor')
          .values([{ ...base, kind: 'passkey', ...key, user_id: person('zoe').userId }])
          .execute()
      },
      { tenantId: listed.tenantId },
    )
    expect(names((await list({ secondFactor: 'any' })).body)).toEqual(['bo', 'zoe'])
    expect(names((await list({ secondFactor: 'passkey' })).body)).toEqual(['zoe'])
    expect(names((await list({ secondFactor: 'authenticator', search: 'zoe' })).body)).toEqual(['zoe'])
    expect((await list({ secondFactor: 'authenticator', limit: 1 })).body).toMatchObject({ count: 1, totalCount: 2, totalIsExact: true })
    expect(names((await list({ secondFactor: 'none', userStatus: ['CONFIRMED'] })).body)).toEqual(['adam', 'admin', 'carla'])

    const shown = await list({ secondFactor: 'any', include: ['Groups', 'Factors'] })
    expect(shown.body.items).toMatchObject([
      { factors: ['authenticator'], groups: [{ groupName: 'Desk' }] },
      { factors: ['authenticator', 'passkey'] },
    ])
    expect((await list({ search: 'carla', include: ['Factors'] })).body.items[0]).toMatchObject({ factors: [] })
    expect((await list({ secondFactor: 'any' })).body.items[0]).not.toHaveProperty('factors')
    const other = await app.buildTenant()
    const theirs = await app.call(listUsers, { query: { secondFactor: 'any' } }, { token: await app.signIn(other, other.administrator) })
    expect(theirs.body.totalCount).toBe(0)

    const file = await app.call(exportUsers, { query: { secondFactor: 'passkey' } }, { token: reader })
    expect(String(file.body).trim().split('\n').slice(1)).toEqual([expect.stringMatching(/^zoe@.*,authenticator;passkey$/)])
    // A user of such a list can be sent back whole.
    const { items } = shown.body
    const sent = await app.call(updateUser, { params: { userId: items[0].userId }, body: { factors: items[0].factors } }, { token: reader })
    expect(sent.status).toBe(200)
  })

  test('names unknown sorts, filters and limits', async () => {
    // The client's types don't allow this.
    const query = { sort: 'password', limit: 501, colour: 'red' } as unknown as { limit: number }
    const { status, body } = await list(query)
    expect(status).toBe(400)
    expect(body.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual(['query.colour', 'query.limit', 'query.sort'])
  })
})
