import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { createApiKey } from '@steward/contract/api-keys/endpoints'
import { endpoints } from '@steward/contract/endpoints'
import { type CallInput, type Endpoint, serviceScopes } from '@steward/contract/http'
import type { Operation } from '@steward/contract/operations'
import type { EntityKind } from '@steward/contract/fields'
import { changeMatchingUsers } from '@steward/contract/users/matching-endpoints'
import { createLogStream } from '@steward/contract/log-streams/endpoints'
import { createSavedView } from '@steward/contract/saved-views/endpoints'
import { addPushSubscription } from '@steward/contract/notifications/endpoints'
import { asOwner, operator, withTenant } from './db/tenant.ts'
import { createExport } from '@steward/contract/exports/endpoints'
import { addCommands } from './jobs/commands.ts'
import { publish } from './notifications/publish.ts'
import { buildJobReport, buildJobResourceGroup, jobsToken, sendJobs } from './testing/jobs.ts'
import { activateFederation, buildProvisioningEvent, buildScimToken } from './testing/provisioning.ts'
import { openProducts } from './testing/resource-groups.ts'
import { createServiceToken } from './service-tokens/operator.ts'
import { type TestApp, type TestTenant, startTestApp } from './testing/app.ts'

/**
 * Rules for every endpoint, generated from the contract: no access without a token, without the permission, or from another
 * tenant. A new endpoint is covered when it is declared.
 */

const all = [...endpoints.values()]
const guarded = all.filter((declared) => !('public' in declared.access))
const forServices = all.filter((declared) => 'service' in declared.access)
const withPermission = all.filter((declared) => 'permission' in declared.access)

/** The parameters of an endpoint that name an entity of the tenant. */
function entityParams(declared: Operation): [name: string, entity: EntityKind][] {
  return Object.entries(declared.params.shape).flatMap(([name, schema]) => {
    const meta = (schema as z.ZodType).meta() as { entity?: EntityKind } | undefined
    return meta?.entity ? [[name, meta.entity] as [string, EntityKind]] : []
  })
}

const withEntities = guarded.filter((declared) => entityParams(declared).length > 0)

/** Flags and licenses without which even an administrator is refused; tested with their features. */
async function openEverything(test: TestApp, tenantId: string): Promise<void> {
  const license = { tenant_id: tenantId, product_code: 'RI-OME-NASDAQ', package_name: 'Standard', end_date: new Date('2099-01-01') }
  await asOwner(
    test.db,
    'operator',
    async (tx) => {
      await tx.insertInto('application_license').values(license).execute()
      await tx
        .insertInto('feature_flag_override')
        .values({ tenant_id: tenantId, flag_name: 'ESGScoreCustomization', is_enabled: true })
        .execute()
    },
    { tenantId },
  )
}

describe('every endpoint of the contract', () => {
  let test: TestApp
  let mine: TestTenant
  let foreign: Record<EntityKind, string>
  let administrator: string
  let nobody: string
  let service: string
  let scim: string

  beforeAll(async () => {
    test = await startTestApp()
    mine = await test.buildTenant()
    await openEverything(test, mine.tenantId)
    const other = await test.buildTenant()
    const victim = await test.buildUser(other)
    await test.signIn(other, victim)
    const session = await asOwner(test.db, 'operator', (tx) =>
      tx.selectFrom('user_session').select('session_id').where('user_id', '=', victim.userId).executeTakeFirstOrThrow(),
    )
    const { groupId } = await test.buildGroup(other)
    const foreignKey = await test.call(
      createApiKey,
      { body: { apiKeyName: 'Foreign key', groups: [groupId] } },
      { token: await test.signIn(other, other.administrator) },
    )
    await withTenant(test.db, { tenantId: other.tenantId, requestId: '', actor: operator }, (tx) =>
      publish(tx, { messageType: 'GroupDeleted', parameters: {}, recipientId: victim.userId }),
    )
    const notification = await asOwner(test.db, 'operator', (tx) =>
      tx.selectFrom('notification').select('notification_id').where('recipient_id', '=', victim.userId).executeTakeFirstOrThrow(),
    )
    const browser = await test.call(
      addPushSubscription,
      { body: { endpoint: 'http://127.0.0.1:9/foreign', keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } } },
      { token: await test.signIn(other, victim) },
    )
    const exported = await test.call(createExport, { body: { kind: 'users' } }, { token: await test.signIn(other, other.administrator) })
    // Endpoints of a product are called by users of the product.
    const ofProducts = ['RiskModeler.ViewResults', 'DataAdmin.ManageJobs', 'InternalServices.ViewPreviews']
    await openProducts(test, mine, ['RI-RISKMODELER', 'RI-QE-SERVICES'], ofProducts)
    await buildJobResourceGroup(test, mine, { allAccess: true })
    const resourceGroup = await asOwner(test.db, 'operator', (tx) =>
      tx
        .insertInto('resource_group')
        .values({ tenant_id: other.tenantId, product_code: 'RI-RISKMODELER', resource_group_name: 'Foreign' })
        .returning('resource_group_id')
        .executeTakeFirstOrThrow(),
    )
    const by = { created_by: victim.username, updated_by: victim.username }
    const foreignTag = await asOwner(test.db, 'operator', (tx) =>
      tx
        .insertInto('tag')
        .values({ tenant_id: other.tenantId, tag_name: 'foreign', ...by })
        .returning('tag_id')
        .executeTakeFirstOrThrow(),
    )
    const upload = await asOwner(test.db, 'operator', async (tx) => {
      const inOther = { tenant_id: other.tenantId, created_by: victim.username }
      await tx
        .insertInto('currency')
        .values({ ...inOther, currency_code: 'USD', currency_name: 'US dollar', updated_by: victim.username })
        .execute()
      const { currency_scheme_id } = await tx
        .insertInto('currency_scheme')
        .values({
          ...inOther,
          currency_scheme_code: 'FOREIGN',
          currency_scheme_name: 'Foreign',
          anchor_currency_code: 'USD',
          updated_by: victim.username,
        })
        .returning('currency_scheme_id')
        .executeTakeFirstOrThrow()
      const { currency_vintage_id } = await tx
        .insertInto('currency_vintage')
        .values({ ...inOther, currency_scheme_id, vintage: 'V1' })
        .returning('currency_vintage_id')
        .executeTakeFirstOrThrow()
      return tx
        .insertInto('rate_upload')
        .values({ ...inOther, currency_vintage_id, file_name: 'rates.csv', created_by_type: 'user', created_by_id: victim.userId })
        .returning('rate_upload_id')
        .executeTakeFirstOrThrow()
    })
    const userChange = await test.call(
      changeMatchingUsers,
      { body: { filter: {}, change: { action: 'enable' } } },
      { token: await test.signIn(other, other.administrator) },
    )
    const view = await test.call(
      createSavedView,
      { body: { list: 'users', name: 'Foreign', search: '', columns: [], density: null } },
      { token: await test.signIn(other, other.administrator) },
    )
    const theirJob = buildJobReport()
    await sendJobs(test, await jobsToken(test, other), other, [theirJob])
    await withTenant(test.db, { tenantId: other.tenantId, requestId: '', actor: operator }, (tx) =>
      addCommands(tx, { jobs: [theirJob], kind: 'Cancel', priority: null, requestedBy: victim.username, at: new Date() }),
    )
    const command = await asOwner(test.db, 'operator', (tx) =>
      tx.selectFrom('job_command').select('command_id').where('tenant_id', '=', other.tenantId).executeTakeFirstOrThrow(),
    )
    const factor = await asOwner(test.db, 'operator', (tx) =>
      tx
        .insertInto('sign_in_factor')
        .values({
          tenant_id: other.tenantId,
          user_id: victim.userId,
          kind: 'authenticator',
          factor_name: 'Foreign',
          shared_secret: '{}',
          last_step: 0,
        })
        .returning('factor_id')
        .executeTakeFirstOrThrow(),
    )
    const factorReset = await asOwner(test.db, 'operator', (tx) =>
      tx
        .insertInto('factor_reset_request')
        .values({
          tenant_id: other.tenantId,
          user_id: victim.userId,
          username: victim.username,
          reason: 'Foreign',
          asked_by: other.administrator.userId,
          asked_by_name: other.administrator.username,
          asked_at: new Date(),
          expires_at: new Date('2099-01-01'),
        })
        .returning('request_id')
        .executeTakeFirstOrThrow(),
    )
    const stream = await test.call(
      createLogStream,
      { body: { logStreamName: 'Foreign', kind: 'webhook', address: 'https://siem.example/hook' } },
      { token: await test.signIn(other, other.administrator) },
    )
    foreign = {
      user: victim.userId,
      username: victim.username,
      group: groupId,
      resourceGroup: resourceGroup.resource_group_id,
      apiKey: foreignKey.body.apiKeyName,
      role: (await test.buildRole(other)).roleId,
      session: session.session_id,
      factor: factor.factor_id,
      factorReset: factorReset.request_id,
      notification: notification.notification_id,
      pushSubscription: browser.body.pushSubscriptionId,
      temporaryFile: exported.body.fileId,
      scimToken: (await buildScimToken(test, other)).scimTokenId,
      provisioningEvent: await buildProvisioningEvent(test, other),
      tag: foreignTag.tag_id,
      rateUpload: upload.rate_upload_id,
      userChange: userChange.body.userChangeId,
      savedView: view.body.savedViewId,
      job: theirJob.jobId,
      jobCommand: command.command_id,
      logStream: stream.body.logStreamId,
    }
    administrator = await test.signIn(mine, mine.administrator)
    await activateFederation(test, mine)
    scim = (await buildScimToken(test, mine)).token
    // In a tenant where nothing is open to everyone.
    const plain = await test.buildTenant()
    nobody = await test.signIn(plain, await test.buildUser(plain))
    const wanted = { tokenName: 'contract', tenant: null, scopes: serviceScopes, expiresAt: null }
    service = (await createServiceToken(test.db, wanted)).token
  })
  afterAll(() => test.close())

  /** The example of an endpoint as a call; the examples are valid requests. */
  const exampleOf = (declared: Operation, params: Record<string, string> = {}) =>
    ({
      params: { ...(declared.examples.params as object | undefined), ...params },
      query: declared.examples.query,
      body: declared.examples.body,
    }) as CallInput<Endpoint>

  it.each(guarded.map((declared) => [declared.id, declared] as const))('%s answers 401 without a token', async (_, declared) => {
    const answer = await test.call(declared, exampleOf(declared))
    expect(answer.status).toBe(401)
    expect(answer.body.code).toBe('unauthenticated')
  })

  it.each(guarded.map((declared) => [declared.id, declared] as const))('%s answers 401 to a forged token', async (_, declared) => {
    const [head, , signature] = administrator.split('.')
    const payload = Buffer.from(JSON.stringify({ sub: mine.administrator.userId, tid: mine.tenantId })).toString('base64url')
    const answer = await test.call(declared, exampleOf(declared), { token: `${head}.${payload}.${signature}` })
    expect(answer.status).toBe(401)
  })

  it.each(withPermission.map((declared) => [declared.id, declared] as const))(
    '%s answers 403 to a principal without its permission',
    async (_, declared) => {
      const answer = await test.call(declared, exampleOf(declared), { token: nobody })
      expect(answer.status).toBe(403)
      expect(answer.body.code).toBe('forbidden')
    },
  )

  it.each(withEntities.map((declared) => [declared.id, declared] as const))(
    "%s answers 404 to another tenant's ids",
    async (_, declared) => {
      const params = Object.fromEntries(entityParams(declared).map(([name, entity]) => [name, foreign[entity]]))
      const input = exampleOf(declared, params)
      // A service of all tenants says whose entity it means.
      const answer = await ('service' in declared.access
        ? test.call(declared, { ...input, body: { ...(input.body as object), tenantName: mine.tenantName } }, { token: service })
        : test.call(declared, input, { token: administrator }))
      expect([answer.status, answer.body.code], JSON.stringify(answer.body)).toEqual([
        404,
        expect.not.stringMatching('ingest_tenant_unknown'),
      ])
    },
  )

  it.each(guarded.map((declared) => [declared.id, declared] as const))(
    '%s refuses unknown query fields and names them',
    async (_, declared) => {
      const input = exampleOf(declared) as { query?: object }
      const answer = await test.call(declared, { ...input, query: { ...input.query, colour: 'red' } } as CallInput<Endpoint>, {
        token: 'service' in declared.access ? service : administrator,
      })
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toContainEqual(expect.objectContaining({ field: 'query.colour', code: 'unknown_field' }))
    },
  )

  it.each(forServices.map((declared) => [declared.id, declared] as const))(
    '%s answers 403 to an administrator, and to a service without its scope',
    async (_, declared) => {
      const asPerson = await test.call(declared, exampleOf(declared), { token: administrator })
      expect([asPerson.status, asPerson.body.code]).toEqual([403, 'service_scope_missing'])
      const { token } = await createServiceToken(test.db, {
        tokenName: `no scope ${declared.id}`,
        tenant: null,
        scopes: [],
        expiresAt: null,
      })
      const unscoped = await test.call(declared, exampleOf(declared), { token })
      expect([unscoped.status, unscoped.body.code]).toEqual([403, 'service_scope_missing'])
    },
  )

  it.each(guarded.filter((declared) => !('service' in declared.access)).map((declared) => [declared.id, declared] as const))(
    '%s answers 403 to a platform service',
    async (_, declared) => {
      const answer = await test.call(declared, exampleOf(declared), { token: service })
      expect([answer.status, answer.body.code]).toEqual([403, 'token_not_accepted'])
    },
  )

  it.each(guarded.map((declared) => [declared.id, declared] as const))('%s answers 403 to a SCIM client', async (_, declared) => {
    expect((await test.call(declared, exampleOf(declared), { token: scim })).status).toBe(403)
  })

  it('lists the public endpoints by name, so that additions are noticed', () => {
    expect(all.filter((declared) => 'public' in declared.access).map((declared) => declared.id)).toEqual([
      'signInMethods',
      'login',
      'implicitLogin',
      'refreshLogin',
      'signOut',
      'forgotPassword',
      'readPasswordLink',
      'setPasswordByLink',
      'readReportLink',
      'reportSignIn',
      'jwks',
      'signInWithCode',
      'askPasskeyStep',
      'signInWithPasskeyStep',
      'askPasskey',
      'signInWithPasskey',
      'enrollBeginAuthenticator',
      'enrollAuthenticator',
      'enrollBeginPasskey',
      'enrollPasskey',
      'federatedSignIn',
      'verifyAuthCode',
    ])
  })
})
