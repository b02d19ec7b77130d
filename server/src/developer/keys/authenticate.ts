import { timingSafeEqual } from 'node:crypto'
import type { Logger } from 'pino'
import type { ChangeListener } from '../../db/listen.ts'
import type { Db } from '../../db/pool.ts'
import { createTenantCache } from '../../db/tenant-cache.ts'
import { type TenantContext, withTenant } from '../../db/tenant.ts'
import type { Principal } from '../../http/principal.ts'
import { type PlatformToken, readPlatformToken } from '../../secrets/platform-token.ts'
import { sql } from 'kysely'

/** The last use of a key is written at most this often by a process. */
const useEveryMs = 60_000

interface KnownKey {
  principal: Principal
  expiresAt: number
}

export interface KeyAuthenticator {
  /** The principal of an API key; undefined when it does not hold. */
  authenticate(text: string): Promise<Principal | undefined>
  /** Waits for what is still being written, and stops listening. */
  close(): Promise<void>
}

export interface KeyAuthenticatorOptions {
  db: Db
  log: Logger
  changes: ChangeListener
  now: () => Date
}

/**
 * Knows API keys by their digest. A key that held is remembered until keys of its tenant change, which every process hears
 * within milliseconds; so a regenerated or deleted one is refused at once everywhere.
 */
export function createKeyAuthenticator({ db, log, changes, now }: KeyAuthenticatorOptions): KeyAuthenticator {
  const known = createTenantCache<KnownKey>(changes, ['api_key', 'tenant'], now)
  const usedAt = new Map<string, number>()
  const writing = new Set<Promise<void>>()

  function noteUse({ tenantId, id }: Principal): void {
    const at = now().getTime()
    if (at - (usedAt.get(id) ?? 0) < useEveryMs) return
    usedAt.set(id, at)
    // Written as SQL, so that it is announced to nobody: a use changes no fact.
    const written = withTenant(db, systemContext(tenantId), async (tx) => {
      await sql`update api_key set last_used_at = ${new Date(at)} where tenant_id = current_tenant_id() and api_key_id = ${id}`.execute(tx)
    })
      .catch((error: unknown) => log.warn({ err: error }, 'the use of an API key was not written'))
      .finally(() => writing.delete(written))
    writing.add(written)
  }

  return {
    async authenticate(text) {
      const token = readPlatformToken('key', text)
      if (!token) return undefined
      const key = await known.get(token.tenantId, token.digest.toString('base64'), () => findByDigest(db, token))
      if (!key || key.expiresAt <= now().getTime()) return undefined
      noteUse(key.principal)
      return key.principal
    },
    async close() {
      known.close()
      await Promise.all(writing)
    },
  }
}

const systemContext = (tenantId: string): TenantContext => ({
  tenantId,
  requestId: '',
  actor: { type: 'system', id: 'system', name: 'Steward' },
})

async function findByDigest(db: Db, token: PlatformToken): Promise<KnownKey | undefined> {
  const row = await withTenant(
    db,
    systemContext(token.tenantId),
    (tx) =>
      tx
        .selectFrom('api_key')
        .innerJoin('tenant', 'tenant.tenant_id', 'api_key.tenant_id')
        .select(['api_key_id', 'api_key_name', 'key_digest', 'expires_at'])
        .where('api_key.key_prefix', '=', token.prefix)
        .where('api_key.key_digest', '=', token.digest)
        .where('tenant.status', '=', 'Active')
        .executeTakeFirst(),
    { readOnly: true },
  )
  if (!row || !timingSafeEqual(row.key_digest, token.digest)) return undefined
  return {
    principal: { type: 'key', tenantId: token.tenantId, id: row.api_key_id, name: row.api_key_name },
    expiresAt: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
  }
}
