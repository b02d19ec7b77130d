import type { ChangeListener } from '../db/listen.ts'
import type { Db } from '../db/pool.ts'
import { createTenantCache } from '../db/tenant-cache.ts'
import type { AccessClaims } from './access-token.ts'
import { openSessionsAmong } from './sessions.ts'

/** Caches in every process whether sessions are still open, until something changes. */
export interface Liveness {
  isAlive(claims: AccessClaims): Promise<boolean>
  close(): void
}

/**
 * A session seen open is taken to be open until a session of its tenant changes. So a session ends everywhere immediately, however
 * its row was ended or deleted, including in a process that has just started.
 */
export function createLiveness(db: Db, changes: ChangeListener, now: () => Date): Liveness {
  const open = createTenantCache<true>(changes, ['user_session', 'tenant'], now)
  return {
    async isAlive({ tenantId, sessionId }) {
      const alive = await open.get(tenantId, sessionId, async () =>
        (await openSessionsAmong(db, tenantId, [sessionId])).has(sessionId) ? true : undefined,
      )
      return alive ?? false
    },
    close: () => open.close(),
  }
}
