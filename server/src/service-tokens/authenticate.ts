import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { serviceScopes } from '@steward/contract/http'
import type { ChangeListener } from '../db/listen.ts'
import type { Db } from '../db/pool.ts'
import { createTenantCache } from '../db/tenant-cache.ts'
import { asOwner } from '../db/tenant.ts'
import { type Principal, everyTenantId } from '../http/principal.ts'
import { type PlatformToken, readPlatformToken } from '../secrets/platform-token.ts'

/** The last use of a token is written at most this often by a process. */
const useEveryMs = 60_000

interface KnownToken {
  principal: Principal
  expiresAt: number
}

export interface ServiceAuthenticator {
  /** The principal of a service token; undefined when it does not hold. */
  authenticate(text: string): Promise<Principal | undefined>
  /** Waits for what is still being written, and stops listening. */
  close(): Promise<void>
}

export interface ServiceAuthenticatorOptions {
  db: Db
  log: Logger
  changes: ChangeListener
  now: () => Date
}

/**
 * Knows the tokens of platform services by their digest, and remembers those that hold until tokens change, which every process
 * hears within milliseconds; so a revoked one is refused at once everywhere.
 */
export function createServiceAuthenticator({ db, log, changes, now }: ServiceAuthenticatorOptions): ServiceAuthenticator {
  const known = createTenantCache<KnownToken>(changes, ['service_token', 'tenant'], now)
  const usedAt = new Map<string, number>()
  const writing = new Set<Promise<void>>()

  function noteUse({ id }: Principal): void {
    const at = now().getTime()
    if (at - (usedAt.get(id) ?? 0) < useEveryMs) return
    usedAt.set(id, at)
    // Without a tenant it is announced to nobody: a use changes no fact.
    const written = asOwner(db, 'sign-in', async (tx) => {
      await sql`update service_token set last_used_at = ${new Date(at)} where service_token_id = ${id}`.execute(tx)
    })
      .catch((error: unknown) => log.warn({ err: error }, 'the use of a service token was not written'))
      .finally(() => writing.delete(written))
    writing.add(written)
  }

  return {
    async authenticate(text) {
      const token = readPlatformToken('svc', text)
      if (!token) return undefined
      const found = await known.get(token.tenantId, token.digest.toString('base64'), () => findByDigest(db, token))
      if (!found || found.expiresAt <= now().getTime()) return undefined
      noteUse(found.principal)
      return found.principal
    },
    async close() {
      known.close()
      await Promise.all(writing)
    },
  }
}

async function findByDigest(db: Db, token: PlatformToken): Promise<KnownToken | undefined> {
  const row = await asOwner(
    db,
    'sign-in',
    (tx) =>
      tx
        .selectFrom('service_token as s')
        .leftJoin('tenant as t', 't.tenant_id', 's.tenant_id')
        .select(['s.service_token_id', 's.tenant_id', 's.token_name', 's.scopes', 's.token_digest', 's.expires_at'])
        .where('s.token_digest', '=', token.digest)
        .where('s.revoked_at', 'is', null)
        .where((eb) => eb.or([eb('s.tenant_id', 'is', null), eb('t.status', '=', 'Active')]))
        .executeTakeFirst(),
    { readOnly: true },
  )
  if (!row || !timingSafeEqual(row.token_digest, token.digest)) return undefined
  return {
    principal: {
      type: 'service',
      tenantId: row.tenant_id ?? everyTenantId,
      id: row.service_token_id,
      name: row.token_name,
      scopes: serviceScopes.filter((scope) => row.scopes.includes(scope)),
    },
    expiresAt: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
  }
}
