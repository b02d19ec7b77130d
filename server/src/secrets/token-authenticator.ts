import { timingSafeEqual } from 'node:crypto'
import type { Logger } from 'pino'
import type { TableName } from '../db/changed-tables.ts'
import type { ChangeListener } from '../db/listen.ts'
import type { Db } from '../db/pool.ts'
import { type TenantTransaction, systemContext, withTenant } from '../db/tenant.ts'
import { createTenantCache } from '../db/tenant-cache.ts'
import type { Principal } from '../http/principal.ts'
import { type PlatformToken, type PlatformTokenKind, readPlatformToken } from './platform-token.ts'

/** A process writes the last use of a token at most this often. */
const useEveryMs = 60_000

/** A stored token, as read from its table. */
export interface StoredToken {
  principal: Principal
  digest: Buffer
  expiresAt: Date | null
}

/** What every authenticator needs of the server. */
export interface TokenAuthenticatorShared {
  db: Db
  log: Logger
  changes: ChangeListener
  now: () => Date
}

export interface TokenAuthenticatorOptions extends Omit<TokenAuthenticatorShared, 'db'> {
  kind: PlatformTokenKind
  /** Tables whose changes invalidate cached tokens. */
  tables: readonly TableName[]
  /** Finds a valid token by its digest, including expired ones. */
  find: (token: PlatformToken) => Promise<StoredToken | undefined>
  /** Writes when a token was last used, without a change event, since nothing depends on it. */
  writeUse: (principal: Principal, at: Date, digest: Buffer) => Promise<void>
}

export interface TenantTokenOptions extends TokenAuthenticatorShared, Pick<TokenAuthenticatorOptions, 'kind' | 'tables'> {
  find: (tx: TenantTransaction, token: PlatformToken) => Promise<StoredToken | undefined>
  writeUse: (tx: TenantTransaction, id: string, at: Date, digest: Buffer) => Promise<unknown>
}

export interface PlatformTokenAuthenticator {
  /** The principal of a token; undefined if it isn't valid. */
  authenticate(text: string): Promise<Principal | undefined>
  /** Waits for pending writes, and stops listening. */
  close(): Promise<void>
}

/**
 * Authenticates tokens of one kind by their digest. Caches valid ones until their tables change, which every process notices
 * within milliseconds, so a replaced or deleted token is refused immediately everywhere.
 */
export function createTokenAuthenticator(options: TokenAuthenticatorOptions): PlatformTokenAuthenticator {
  const { kind, tables, find, writeUse, log, changes, now } = options
  const known = createTenantCache<StoredToken>(changes, tables, now)
  /** By digest: a new secret of the same key has its own first use. */
  const usedAt = new Map<string, number>()
  const writing = new Set<Promise<void>>()

  function noteUse(token: PlatformToken, principal: Principal, at: Date): void {
    const digest = token.digest.toString('base64')
    if (at.getTime() - (usedAt.get(digest) ?? 0) < useEveryMs) return
    usedAt.set(digest, at.getTime())
    const written = writeUse(principal, at, token.digest)
      .catch((error: unknown) => log.warn({ err: error, kind }, 'the last use of a token was not saved'))
      .finally(() => writing.delete(written))
    writing.add(written)
  }

  return {
    async authenticate(text) {
      const token = readPlatformToken(kind, text)
      if (!token) return undefined
      const digest = token.digest.toString('base64')
      const stored = await known.get(token.tenantId, digest, async () => {
        const found = await find(token)
        return found && timingSafeEqual(found.digest, token.digest) ? found : undefined
      })
      const at = now()
      if (!stored || (stored.expiresAt !== null && stored.expiresAt <= at)) return undefined
      noteUse(token, stored.principal, at)
      return stored.principal
    },
    async close() {
      known.close()
      await Promise.all(writing)
    },
  }
}

/** Authenticates tokens that belong to a tenant, which are read and written within it. */
export function createTenantTokenAuthenticator({ db, find, writeUse, ...options }: TenantTokenOptions): PlatformTokenAuthenticator {
  return createTokenAuthenticator({
    ...options,
    find: (token) => withTenant(db, systemContext(token.tenantId), (tx) => find(tx, token), { readOnly: true }),
    writeUse: ({ tenantId, id }, at, digest) =>
      withTenant(db, systemContext(tenantId), async (tx) => {
        await writeUse(tx, id, at, digest)
      }),
  })
}
