import { asOwner, withTenant, systemContext } from '../db/tenant.ts'
import { mintPlatformToken } from '../secrets/platform-token.ts'
import type { TestApp, TestTenant } from './app.ts'

/** Turns federated login on without a provider; the administrator can still sign in with a password. */
export const activateFederation = (test: TestApp, tenant: TestTenant): Promise<void> =>
  asOwner(
    test.db,
    'operator',
    async (tx) => {
      await tx
        .insertInto('federation_config')
        .values({ tenant_id: tenant.tenantId, state: 'ACTIVE', admin_username: tenant.administrator.username })
        .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ state: 'ACTIVE' }))
        .execute()
    },
    { tenantId: tenant.tenantId },
  )

let counter = 0

/** A SCIM token of a tenant with active federated login, as a provider would have it. */
export async function buildScimToken(
  test: TestApp,
  tenant: TestTenant,
  wanted: { tokenName?: string; isDryRun?: boolean; expiresAt?: Date } = {},
): Promise<{ token: string; scimTokenId: string; tokenName: string }> {
  await activateFederation(test, tenant)
  const minted = mintPlatformToken('scim', tenant.tenantId)
  const tokenName = wanted.tokenName ?? `Provider ${++counter}`
  const { scim_token_id: scimTokenId } = await withTenant(test.db, systemContext(tenant.tenantId), (tx) =>
    tx
      .insertInto('scim_token')
      .values({
        tenant_id: tenant.tenantId,
        token_name: tokenName,
        token_prefix: minted.prefix,
        token_digest: minted.digest,
        is_dry_run: wanted.isDryRun ?? false,
        created_by_name: 'Steward',
        expires_at: wanted.expiresAt ?? null,
      })
      .returning('scim_token_id')
      .executeTakeFirstOrThrow(),
  )
  return { token: minted.text, scimTokenId, tokenName }
}

/** Adds a failed operation to a tenant's log and returns its id. */
export const buildProvisioningEvent = (test: TestApp, tenant: TestTenant): Promise<string> =>
  withTenant(test.db, systemContext(tenant.tenantId), async (tx) => {
    const row = await tx
      .insertInto('provisioning_event')
      .values({
        tenant_id: tenant.tenantId,
        operation: 'create',
        resource_type: 'User',
        resource_name: 'someone@example.com',
        outcome: 'failed',
        is_dry_run: false,
        method: 'POST',
        path: '/Users',
        body: '{"userName":"someone@example.com"}',
        is_body_cut: false,
        status: 409,
        code: 'user_exists',
        change_count: 0,
        duration_ms: 1,
        token_name: 'Provider',
        user_agent: '',
      })
      .returning('provisioning_event_id')
      .executeTakeFirstOrThrow()
    return row.provisioning_event_id
  })
