import { rm } from 'node:fs/promises'
import { pino } from 'pino'
import type { CallInput, Endpoint } from '@steward/contract/http'
import { formOf, urlOf } from '@steward/contract/http'
import { login } from '@steward/contract/session/endpoints'
import { type App, buildApp } from '../app.ts'
import { loadConfig } from '../config.ts'
import type { Db } from '../db/pool.ts'
import { asOwner, operator } from '../db/tenant.ts'
import type { UserStatus } from '../db/types.ts'
import { syncFlags } from '../flags/service.ts'
import { type CreatedTenant, createTenant } from '../tenants/service.ts'
import { createHasher } from '../session/hasher.ts'
import { createTestDatabase } from './database.ts'
import { makeTemporaryDirectory } from './temporary.ts'

/** The real app on its own database, with factories: the basis of API tests. */
export interface TestApp {
  app: App
  db: Db
  /** Its secrets are here, which a second app on the same database has to have. */
  dataDir: string
  buildTenant(overrides?: { tenantName?: string; displayName?: string }): Promise<TestTenant>
  /** A confirmed user of the tenant with the password `password`. `actions` are granted through a new role and group. */
  buildUser(tenant: TestTenant, wanted?: UserWish): Promise<TestUser>
  buildGroup(
    tenant: TestTenant,
    wanted?: { groupName?: string; members?: TestUser[]; roleIds?: string[] },
  ): Promise<{ groupId: string; groupName: string }>
  buildRole(tenant: TestTenant, wanted?: { roleName?: string; actions?: string[] }): Promise<{ roleId: string; roleName: string }>
  /** Signs in over HTTP and returns the access token. */
  signIn(tenant: TestTenant, user: { username: string }): Promise<string>
  /** Calls an endpoint in the process, through the whole HTTP layer. */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<TestAnswer>
  close(): Promise<void>
}

export interface TestTenant extends CreatedTenant {
  /** The first administrator, confirmed. */
  administrator: TestUser
}

export interface TestUser {
  userId: string
  username: string
}

export interface UserWish {
  email?: string
  givenName?: string
  familyName?: string
  status?: UserStatus
  isDisabled?: boolean
  actions?: string[]
}

export interface CallOptions {
  token?: string
  headers?: Record<string, string>
  cookies?: Record<string, string>
}

export interface TestAnswer {
  status: number
  // Tests read responses of every shape, which the contract has already checked.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  headers: Record<string, string | string[] | undefined>
  cookies: { name: string; value: string; path?: string }[]
}

/** The password of every test user. */
export const password = 'Correct-horse-7-battery'
/** Tests sign in often, and full-cost hashes would take most of their time. */
const cheap = { memoryCost: 1_024, timeCost: 1, parallelism: 1 }
let passwordHash: Promise<string> | undefined

let counter = 0
const unique = (prefix: string) => `${prefix}-${process.pid.toString(36)}-${(++counter).toString(36)}`

/** Starts the app for a test file; `environment` overrides settings. */
export async function startTestApp(options: { environment?: Record<string, string>; now?: () => Date } = {}): Promise<TestApp> {
  const database = await createTestDatabase()
  const { db } = database
  await syncFlags(db)
  const dataDir = makeTemporaryDirectory('steward-app-')
  const config = loadConfig({
    STEWARD_ENV: 'test',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://localhost:8080',
    STEWARD_DATA_DIR: dataDir,
    ...options.environment,
  })
  const hasher = createHasher({ cost: cheap })
  const app = await buildApp({ config, db, log: pino({ level: 'silent' }), now: options.now, rateLimits: false, hasher })
  passwordHash ??= hasher.hash(password)
  const knownHash = await passwordHash

  const call: TestApp['call'] = async (endpoint, input, { token, headers = {}, cookies } = {}) => {
    const given: { params?: object; query?: object; body?: unknown; ifMatch?: string } = input
    const isCsv = endpoint.media?.request === 'text/csv'
    const isStreamedForm = endpoint.media?.request === 'multipart/form-data' && endpoint.media.streams
    const whole = given.body instanceof Blob ? Buffer.from(await given.body.arrayBuffer()) : given.body
    const body = isStreamedForm ? formOf(given.body, true) : whole
    const answer = await app.http.inject({
      method: endpoint.method,
      url: urlOf(endpoint, given),
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(given.ifMatch ? { 'if-match': given.ifMatch } : {}),
        ...(isCsv ? { 'content-type': 'text/csv' } : {}),
        ...headers,
      },
      ...(cookies ? { cookies } : {}),
      ...(body === undefined ? {} : { payload: body as string | object }),
    })
    const isJson = /[/+]json\b/.test(String(answer.headers['content-type'] ?? ''))
    return {
      status: answer.statusCode,
      body: isJson ? answer.json() : answer.body || undefined,
      headers: answer.headers as TestAnswer['headers'],
      cookies: answer.cookies,
    }
  }

  const own = <T>(tenantId: string, work: Parameters<typeof asOwner<T>>[2]) => asOwner(db, 'operator', work, { tenantId, actor: operator })

  const testApp: TestApp = {
    app,
    db,
    dataDir: config.dataDir,
    call,
    async buildTenant(overrides = {}) {
      const tenantName = overrides.tenantName ?? unique('tenant')
      const email = `admin@${tenantName}.example`
      const created = await asOwner(db, 'operator', (tx) =>
        createTenant(tx, {
          tenantName,
          displayName: overrides.displayName ?? `Company ${tenantName}`,
          administrator: { email, givenName: 'Ada', familyName: 'Admin', status: 'CONFIRMED', passwordHash: knownHash },
        }),
      )
      return { ...created, administrator: { userId: created.userId, username: email } }
    },
    async buildUser(tenant, wanted = {}) {
      const email = wanted.email ?? `${unique('user')}@${tenant.tenantName}.example`
      const userId = await own(tenant.tenantId, async (tx) => {
        const row = await tx
          .insertInto('app_user')
          .values({
            tenant_id: tenant.tenantId,
            username: email,
            email,
            given_name: wanted.givenName ?? 'Grace',
            family_name: wanted.familyName ?? 'Okafor',
            status: wanted.status ?? 'CONFIRMED',
            is_disabled: wanted.isDisabled ?? false,
            password_hash: wanted.status === 'FORCE_CHANGE_PASSWORD' ? null : knownHash,
          })
          .returning('user_id')
          .executeTakeFirstOrThrow()
        return row.user_id
      })
      const user = { userId, username: email }
      if (wanted.actions) {
        const { roleId } = await testApp.buildRole(tenant, { actions: wanted.actions })
        await testApp.buildGroup(tenant, { members: [user], roleIds: [roleId] })
      }
      return user
    },
    async buildRole(tenant, wanted = {}) {
      const roleName = wanted.roleName ?? unique('Role')
      return own(tenant.tenantId, async (tx) => {
        const { role_id: roleId } = await tx
          .insertInto('role')
          .values({ tenant_id: tenant.tenantId, role_name: roleName })
          .returning('role_id')
          .executeTakeFirstOrThrow()
        const rows = (wanted.actions ?? []).map((name) => ({ tenant_id: tenant.tenantId, role_id: roleId, action_name: name }))
        if (rows.length > 0) await tx.insertInto('role_action').values(rows).execute()
        return { roleId, roleName }
      })
    },
    async buildGroup(tenant, wanted = {}) {
      const groupName = wanted.groupName ?? unique('Group')
      return own(tenant.tenantId, async (tx) => {
        const { group_id: groupId } = await tx
          .insertInto('user_group')
          .values({ tenant_id: tenant.tenantId, group_name: groupName })
          .returning('group_id')
          .executeTakeFirstOrThrow()
        const links = { tenant_id: tenant.tenantId, group_id: groupId }
        const roles = (wanted.roleIds ?? []).map((roleId) => ({ ...links, role_id: roleId }))
        const members = (wanted.members ?? []).map(({ userId }) => ({ ...links, user_id: userId }))
        if (roles.length > 0) await tx.insertInto('group_role').values(roles).execute()
        if (members.length > 0) await tx.insertInto('group_member').values(members).execute()
        return { groupId, groupName }
      })
    },
    async signIn(tenant, user) {
      const answer = await call(login, { body: { tenantName: tenant.tenantName, username: user.username, password } })
      if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      return answer.body.accessToken
    },
    async close() {
      await app.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return testApp
}
