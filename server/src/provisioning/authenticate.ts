import { sql } from 'kysely'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { PlatformToken } from '../secrets/platform-token.ts'
import {
  type PlatformTokenAuthenticator,
  type StoredToken,
  type TokenAuthenticatorShared,
  createTenantTokenAuthenticator,
} from '../secrets/token-authenticator.ts'

/** Authenticates SCIM tokens. They work only while federated login is active, because only then can they be revoked in the console. */
export const createScimAuthenticator = (shared: TokenAuthenticatorShared): PlatformTokenAuthenticator =>
  createTenantTokenAuthenticator({
    ...shared,
    kind: 'scim',
    tables: ['scim_token', 'tenant', 'federation_config'],
    find: findByDigest,
    writeUse: (tx, id, at) =>
      sql`update scim_token set last_used_at = ${at} where tenant_id = ${tenantIdOf(tx)}::uuid and scim_token_id = ${id}`.execute(tx),
  })

async function findByDigest(tx: TenantTransaction, token: PlatformToken): Promise<StoredToken | undefined> {
  const row = await tx
    .selectFrom('scim_token as s')
    .innerJoin('tenant as t', 't.tenant_id', 's.tenant_id')
    .innerJoin('federation_config as f', 'f.tenant_id', 's.tenant_id')
    .select(['s.scim_token_id', 's.token_name', 's.token_digest', 's.expires_at', 's.is_dry_run'])
    .where('s.token_digest', '=', token.digest)
    .where('s.revoked_at', 'is', null)
    .where('t.status', '=', 'Active')
    .where('f.state', '=', 'ACTIVE')
    .executeTakeFirst()
  return (
    row && {
      principal: {
        type: 'scim',
        tenantId: token.tenantId,
        id: row.scim_token_id,
        name: row.token_name,
        ...(row.is_dry_run ? { isDryRun: true } : {}),
      },
      digest: row.token_digest,
      expiresAt: row.expires_at,
    }
  )
}
