import { sql } from 'kysely'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { PlatformToken } from '../secrets/platform-token.ts'
import {
  type PlatformTokenAuthenticator,
  type StoredToken,
  type TokenAuthenticatorShared,
  createTenantTokenAuthenticator,
} from '../secrets/token-authenticator.ts'

/** Authenticates API keys. A key is refused while its owner is disabled, and after its owner is deleted. */
export const createKeyAuthenticator = (shared: TokenAuthenticatorShared): PlatformTokenAuthenticator =>
  createTenantTokenAuthenticator({
    ...shared,
    kind: 'key',
    // Sessions change when an owner is disabled or deleted, but not with other changes of a user (db/changed-tables.ts).
    tables: ['api_key', 'tenant', 'user_session'],
    find: findByDigest,
    writeUse: (tx, id, at) =>
      sql`update api_key set last_used_at = ${at} where tenant_id = ${tenantIdOf(tx)}::uuid and api_key_id = ${id}`.execute(tx),
  })

async function findByDigest(tx: TenantTransaction, token: PlatformToken): Promise<StoredToken | undefined> {
  const row = await tx
    .selectFrom('api_key')
    .innerJoin('tenant', 'tenant.tenant_id', 'api_key.tenant_id')
    .select(['api_key_id', 'api_key_name', 'key_digest', 'expires_at'])
    .where('api_key.key_digest', '=', token.digest)
    .where('tenant.status', '=', 'Active')
    .leftJoin('app_user as holder', (join) =>
      join.onRef('holder.tenant_id', '=', 'api_key.tenant_id').onRef('holder.user_id', '=', 'api_key.holder_id'),
    )
    .where((eb) => eb.or([eb('api_key.holder_id', 'is', null), eb('holder.is_disabled', '=', false)]))
    .executeTakeFirst()
  return (
    row && {
      principal: { type: 'key', tenantId: token.tenantId, id: row.api_key_id, name: row.api_key_name },
      digest: row.key_digest,
      expiresAt: row.expires_at,
    }
  )
}
