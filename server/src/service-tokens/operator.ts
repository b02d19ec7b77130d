import { userInfo } from 'node:os'
import type { Transaction } from 'kysely'
import type { ProductCode } from '@steward/contract/catalog/products'
import type { ServiceScope } from '@steward/contract/http'
import type { Db } from '../db/pool.ts'
import { asOwner, operator } from '../db/tenant.ts'
import type { Database } from '../db/types.ts'
import { everyTenantId } from '../http/principal.ts'
import { recordEvent, recordEverywhere } from '../system-log/record.ts'
import { mintPlatformToken } from '../secrets/platform-token.ts'

/** Creates and revokes tokens of platform services for the operator; not reachable over HTTP. */

export interface ServiceToken {
  serviceTokenId: string
  tokenName: string
  /** Null if it is for all tenants. */
  tenantName: string | null
  scopes: string[]
  /** The product that it reports for; null if it is not bound to one. */
  productCode: string | null
  prefix: string
  createdAt: string
  lastUsedAt: string | null
  expiresAt: string | null
}

export interface NewServiceToken {
  tokenName: string
  tenant: { tenantId: string; tenantName: string } | null
  scopes: readonly ServiceScope[]
  /** The only product that it reports for; unless told, all of them. */
  productCode?: ProductCode | null
  expiresAt: Date | null
}

/** Creates a token; its text is only returned here. A taken name violates `service_token_name_unique`. */
export async function createServiceToken(db: Db, wanted: NewServiceToken): Promise<ServiceToken & { token: string }> {
  const { tokenName, tenant, expiresAt, productCode = null } = wanted
  const scopes = [...wanted.scopes]
  const minted = mintPlatformToken('svc', tenant?.tenantId ?? everyTenantId)
  const row = await inScope(db, tenant?.tenantId ?? null, async (tx) => {
    const made = await tx
      .insertInto('service_token')
      .values({
        tenant_id: tenant?.tenantId ?? null,
        token_name: tokenName,
        scopes,
        product_code: productCode,
        token_prefix: minted.prefix,
        token_digest: minted.digest,
        expires_at: expiresAt,
      })
      .returning(['service_token_id', 'created_at'])
      .executeTakeFirstOrThrow()
    await note(tx, 'service_token_created', tenant?.tenantId ?? null, tokenName)
    return made
  })
  return {
    serviceTokenId: row.service_token_id,
    tokenName,
    tenantName: tenant?.tenantName ?? null,
    scopes,
    productCode,
    prefix: minted.prefix,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: null,
    expiresAt: expiresAt?.toISOString() ?? null,
    token: minted.text,
  }
}

/**
 * A new secret for a token of a tenant, which only this program holds; the one before ends immediately, everywhere. The system log
 * has the creation: the token reaches no more than before.
 * @returns undefined if there is no such token
 */
export async function renewServiceToken(
  db: Db,
  { tokenName, tenantId }: { tokenName: string; tenantId: string },
): Promise<string | undefined> {
  const minted = mintPlatformToken('svc', tenantId)
  const { numUpdatedRows } = await inScope(db, tenantId, (tx) =>
    tx
      .updateTable('service_token')
      .set({ token_prefix: minted.prefix, token_digest: minted.digest })
      .where('tenant_id', '=', tenantId)
      .where('token_name', '=', tokenName)
      .where('revoked_at', 'is', null)
      .executeTakeFirst(),
  )
  return numUpdatedRows === 0n ? undefined : minted.text
}

/** The tokens that are not revoked, by name. */
export async function listServiceTokens(db: Db): Promise<ServiceToken[]> {
  const rows = await asOwner(
    db,
    'operator',
    (tx) =>
      tx
        .selectFrom('service_token as s')
        .leftJoin('tenant as t', 't.tenant_id', 's.tenant_id')
        .selectAll('s')
        .select('t.tenant_name')
        .where('s.revoked_at', 'is', null)
        .orderBy('s.token_name')
        .execute(),
    { readOnly: true },
  )
  return rows.map((row) => ({
    serviceTokenId: row.service_token_id,
    tokenName: row.token_name,
    tenantName: row.tenant_name,
    scopes: row.scopes,
    productCode: row.product_code,
    prefix: row.token_prefix,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  }))
}

/** Revokes the token with a name, case-insensitive, immediately everywhere. Returns whether there was one. */
export async function revokeServiceToken(db: Db, tokenName: string): Promise<boolean> {
  const found = await asOwner(
    db,
    'operator',
    (tx) =>
      tx
        .selectFrom('service_token')
        .select(['service_token_id', 'tenant_id', 'token_name'])
        .where((eb) => eb(eb.fn<string>('lower', ['token_name']), '=', tokenName.toLowerCase()))
        .where('revoked_at', 'is', null)
        .executeTakeFirst(),
    { readOnly: true },
  )
  if (!found) return false
  return inScope(db, found.tenant_id, async (tx) => {
    const revoked = await tx
      .updateTable('service_token')
      .set({ revoked_at: new Date() })
      .where('service_token_id', '=', found.service_token_id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (revoked.numUpdatedRows === 0n) return false
    await note(tx, 'service_token_revoked', found.tenant_id, found.token_name)
    return true
  })
}

const inScope = <T>(db: Db, tenantId: string | null, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> =>
  asOwner(db, 'operator', work, { actor: operator, ...(tenantId === null ? { forEveryTenant: true } : { tenantId }) })

/** Recorded in the system log of the tenant, or of every tenant, since the token reaches their data. */
async function note(
  tx: Transaction<Database>,
  kind: 'service_token_created' | 'service_token_revoked',
  tenantId: string | null,
  tokenName: string,
): Promise<void> {
  const event = {
    kind,
    outcome: 'success',
    username: `${operator.name} (${userInfo().username})`,
    userAgent: 'steward service-token',
    details: { token: tokenName, tenants: tenantId === null ? 'all' : 'this' },
  } as const
  await (tenantId === null ? recordEverywhere(tx, event) : recordEvent(tx, event))
}
