import { sql } from 'kysely'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { PlatformToken } from '../secrets/platform-token.ts'
import {
  type PlatformTokenAuthenticator,
  type StoredToken,
  type TokenAuthenticatorShared,
  createTenantTokenAuthenticator,
} from '../secrets/token-authenticator.ts'

/**
 * Authenticates API keys. A key is refused while its owner is disabled, and after its owner is deleted. The old secret of a
 * regenerated key works until its own end, for the owner that it had.
 */
export const createKeyAuthenticator = (shared: TokenAuthenticatorShared): PlatformTokenAuthenticator =>
  createTenantTokenAuthenticator({
    ...shared,
    kind: 'key',
    // Sessions change when an owner is disabled or deleted, but not with other changes of a user (db/changed-tables.ts).
    tables: ['api_key', 'tenant', 'user_session'],
    find: findByDigest,
    writeUse: (tx, id, at, digest) =>
      sql`update api_key set last_used_at = case when key_digest = ${digest} then ${at}::timestamptz else last_used_at end,
                             previous_used_at = case when previous_digest = ${digest} then ${at}::timestamptz else previous_used_at end
           where tenant_id = ${tenantIdOf(tx)}::uuid and api_key_id = ${id}`.execute(tx),
  })

async function findByDigest(tx: TenantTransaction, token: PlatformToken): Promise<StoredToken | undefined> {
  const row = (await findCurrent(tx, token)) ?? (await findPrevious(tx, token))
  return (
    row && {
      principal: { type: 'key', tenantId: token.tenantId, id: row.api_key_id, name: row.api_key_name },
      digest: row.digest,
      expiresAt: earliest(row.expires_at, row.previous_expires_at),
    }
  )
}

const earliest = (...ends: (Date | null)[]): Date | null =>
  ends.reduce((first, end) => (first === null || (end !== null && end < first) ? end : first), null)

interface FoundKey {
  api_key_id: string
  api_key_name: string
  digest: Buffer
  expires_at: Date | null
  previous_expires_at: Date | null
}

const findCurrent = (tx: TenantTransaction, token: PlatformToken): Promise<FoundKey | undefined> =>
  keysOfHolders(tx, 'api_key.holder_id')
    .select((eb) => ['api_key.key_digest as digest', eb.lit(null).as('previous_expires_at')])
    .where('api_key.key_digest', '=', token.digest)
    .executeTakeFirst()

const findPrevious = (tx: TenantTransaction, token: PlatformToken): Promise<FoundKey | undefined> =>
  keysOfHolders(tx, 'api_key.previous_holder_id')
    .select(['api_key.previous_digest as digest', 'api_key.previous_expires_at'])
    .where('api_key.previous_digest', '=', token.digest)
    .$narrowType<{ digest: Buffer }>()
    .executeTakeFirst()

/** The keys of active tenants whose owner can sign in. */
const keysOfHolders = (tx: TenantTransaction, holder: 'api_key.holder_id' | 'api_key.previous_holder_id') =>
  tx
    .selectFrom('api_key')
    .innerJoin('tenant', 'tenant.tenant_id', 'api_key.tenant_id')
    .select(['api_key_id', 'api_key_name', 'api_key.expires_at'])
    .where('tenant.status', '=', 'Active')
    .leftJoin('app_user as holder', (join) => join.onRef('holder.tenant_id', '=', 'api_key.tenant_id').onRef('holder.user_id', '=', holder))
    .where((eb) => eb.or([eb(holder, 'is', null), eb('holder.is_disabled', '=', false)]))
