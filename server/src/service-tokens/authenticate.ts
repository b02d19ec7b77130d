import { sql } from 'kysely'
import { serviceScopes } from '@steward/contract/http'
import type { Db } from '../db/pool.ts'
import { asOwner } from '../db/tenant.ts'
import { everyTenantId } from '../http/principal.ts'
import type { PlatformToken } from '../secrets/platform-token.ts'
import {
  type PlatformTokenAuthenticator,
  type StoredToken,
  type TokenAuthenticatorShared,
  createTokenAuthenticator,
} from '../secrets/token-authenticator.ts'

/** Authenticates the tokens of platform services. */
export function createServiceAuthenticator({ db, ...options }: TokenAuthenticatorShared): PlatformTokenAuthenticator {
  return createTokenAuthenticator({
    kind: 'svc',
    tables: ['service_token', 'tenant'],
    find: (token) => findByDigest(db, token),
    writeUse: ({ id }, at) =>
      asOwner(db, 'sign-in', async (tx) => {
        await sql`update service_token set last_used_at = ${at} where service_token_id = ${id}`.execute(tx)
      }),
    ...options,
  })
}

async function findByDigest(db: Db, token: PlatformToken): Promise<StoredToken | undefined> {
  const row = await asOwner(
    db,
    'sign-in',
    (tx) =>
      tx
        .selectFrom('service_token as s')
        .leftJoin('tenant as t', 't.tenant_id', 's.tenant_id')
        .select(['s.service_token_id', 's.tenant_id', 's.product_code', 's.token_name', 's.scopes', 's.token_digest', 's.expires_at'])
        .where('s.token_digest', '=', token.digest)
        .where('s.revoked_at', 'is', null)
        .where((eb) => eb.or([eb('s.tenant_id', 'is', null), eb('t.status', '=', 'Active')]))
        .executeTakeFirst(),
    { readOnly: true },
  )
  return (
    row && {
      principal: {
        type: 'service',
        tenantId: row.tenant_id ?? everyTenantId,
        id: row.service_token_id,
        name: row.token_name,
        scopes: serviceScopes.filter((scope) => row.scopes.includes(scope)),
        ...(row.product_code !== null && { productCode: row.product_code }),
      },
      digest: row.token_digest,
      expiresAt: row.expires_at,
    }
  )
}
