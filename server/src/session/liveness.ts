import type { ChangeListener } from '../db/listen.ts'
import type { Db } from '../db/pool.ts'
import { createTenantCache } from '../db/tenant-cache.ts'
import type { AccessClaims } from './access-token.ts'
import { openSessionsAmong } from './sessions.ts'

/** Whether sessions are still open, remembered by every process until something changes. */
export interface Liveness {
  isAlive(claims: AccessClaims): Promise<boolean>
  close(): void
}

/**
 * Sessions that were seen open are taken to be open until sessions of their tenant change. So a session ends everywhere at
 * once, whichever way its row was ended or deleted, and a process that just started knows it too.
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
