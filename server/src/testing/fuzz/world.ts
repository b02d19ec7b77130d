import { createApiKey } from '@steward/contract/api-keys/endpoints'
import { serviceScopes } from '@steward/contract/http'
import { createTag } from '@steward/contract/reference-data/tags'
import { login } from '@steward/contract/session/endpoints'
import { asOwner } from '../../db/tenant.ts'
import { unlockAccounts } from '../../session/unlock.ts'
import { createServiceToken } from '../../service-tokens/operator.ts'
import { type TestApp, type TestTenant, type TestUser, password } from '../app.ts'
import { jobActions } from '../job-log.ts'
import { buildJobResourceGroup } from '../jobs.ts'
import { openProducts } from '../resource-groups.ts'
import { mintScimToken } from '../scim-client.ts'

/** A tenant with everything switched on, and one principal of each kind. */

export const principals = ['administrator', 'person', 'key', 'service', 'scim', 'none'] as const
export type PrincipalName = (typeof principals)[number]

export interface World {
  tenant: TestTenant
  tokens: Record<PrincipalName, string | undefined>
  /** The administrator's. */
  passwordHash: string | null
}

export async function buildWorld(test: TestApp): Promise<World> {
  const tenant = await test.buildTenant()
  const { tenantId, tenantName } = tenant
  await asOwner(
    test.db,
    'operator',
    async (tx) => {
      const license = { tenant_id: tenantId, product_code: 'RI-OME-NASDAQ', package_name: 'Standard', end_date: new Date('2099-01-01') }
      await tx.insertInto('application_license').values(license).execute()
      const flag = { tenant_id: tenantId, flag_name: 'ESGScoreCustomization', is_enabled: true }
      await tx.insertInto('feature_flag_override').values(flag).execute()
    },
    { tenantId },
  )
  const actions = new Set(['RiskModeler.ViewResults', 'DataAdmin.ManageJobs', 'InternalServices.ViewPreviews', ...jobActions])
  await openProducts(test, tenant, ['RI-RISKMODELER', 'RI-QE-SERVICES'], [...actions])
  await buildJobResourceGroup(test, tenant, { allAccess: true })
  const administrator = await signIn(test, tenant, tenant.administrator)
  const person = await signIn(test, tenant, await test.buildUser(tenant, { actions: ['ViewUsers'] }))
  const { group_id: groupId } = await asOwner(test.db, 'operator', (tx) =>
    tx
      .selectFrom('user_group')
      .select('group_id')
      .where('tenant_id', '=', tenantId)
      .where('is_reserved', '=', true)
      .executeTakeFirstOrThrow(),
  )
  const minted = await test.call(createApiKey, { body: { apiKeyName: 'Fuzzer', groups: [groupId] } }, { token: administrator })
  const service = await createServiceToken(test.db, {
    tokenName: `fuzz ${tenantName}`,
    tenant: null,
    scopes: serviceScopes,
    expiresAt: null,
  })
  const scim = await mintScimToken(test, tenant)
  const { password_hash: passwordHash } = await asOwner(test.db, 'operator', (tx) =>
    tx
      .selectFrom('app_user')
      .select('password_hash')
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', tenant.administrator.userId)
      .executeTakeFirstOrThrow(),
  )
  return { tenant, tokens: { administrator, person, key: minted.body.apiKey, service: service.token, scim, none: undefined }, passwordHash }
}

/** Signs the administrator in again if an operation ended the session; false if an operation made that impossible. */
export async function revive(test: TestApp, world: World): Promise<boolean> {
  const { tenant, tokens } = world
  if (await isAdministrator(test, tokens.administrator)) return true
  try {
    await restoreAdministrator(test, world)
    tokens.administrator = await signIn(test, tenant, tenant.administrator)
  } catch {
    return false
  }
  return isAdministrator(test, tokens.administrator)
}

/** The examples change the password, and wrong ones lock the account. */
async function restoreAdministrator({ db }: TestApp, { tenant: { tenantId, administrator }, passwordHash }: World): Promise<void> {
  const { userId, username } = administrator
  await asOwner(
    db,
    'operator',
    async (tx) => {
      await unlockAccounts(tx, [{ user_id: userId, username }])
      await tx.updateTable('app_user').set({ password_hash: passwordHash }).where('user_id', '=', userId).execute()
    },
    { tenantId },
  )
}

let signIns = 0

/** Signs in with a password, which single sign-on replaces, from an address of its own, because each has a limit. */
async function signIn({ app, db }: TestApp, { tenantId, tenantName }: TestTenant, { username }: TestUser): Promise<string> {
  signIns++
  const setFederation = (state: 'ACTIVE' | 'INACTIVE') =>
    asOwner(db, 'operator', (tx) => tx.updateTable('federation_config').set({ state }).where('tenant_id', '=', tenantId).execute(), {
      tenantId,
    })
  await setFederation('INACTIVE')
  const answer = await app.http.inject({
    method: login.method,
    url: login.path,
    payload: { tenantName, username, password },
    remoteAddress: `10.0.${signIns >> 8}.${signIns & 255}`,
  })
  await setFederation('ACTIVE')
  if (answer.statusCode !== 200) throw new Error(`sign-in answered ${answer.statusCode}: ${answer.body}`)
  return answer.json<{ accessToken: string }>().accessToken
}

async function isAdministrator(test: TestApp, token: string | undefined): Promise<boolean> {
  const { status } = await test.call(createTag, { body: { tagName: 'x y' } }, { token })
  return status === 400
}
