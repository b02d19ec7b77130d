import type { ChangeMessage } from '../db/listen.ts'
import { settledUntil } from '../db/settled.ts'
import { systemContext, withTenant } from '../db/tenant.ts'
import { createTenantCache } from '../db/tenant-cache.ts'
import type { Shared } from '../shared.ts'
import type { Deliverer } from './deliverer.ts'
import { hasStreams } from './queries.ts'

/** Longer than it takes until entries are settled (`db/settled.ts`). */
const usualPauseMs = 2_000
/** Entries that wait longer than this for an open transaction are reported, as often as this. */
const longestWaitMs = 60_000
/** What deliveries themselves change. */
const own: ReadonlySet<string> = new Set(['log_stream_delivery', 'log_stream_progress'])

/** Delivers the streams of tenants in which something changed, seconds later; the schedule delivers what this misses. */
export function createWaker(
  { db, log, changes, now }: Pick<Shared, 'db' | 'log' | 'changes' | 'now'>,
  deliverer: Deliverer,
  { pauseMs = usualPauseMs }: { pauseMs?: number } = {},
) {
  const known = createTenantCache<boolean>(changes, ['log_stream'], now)
  /** When each tenant changed last. */
  const changed = new Map<string, Date>()
  let isStarted = false
  let timer: NodeJS.Timeout | undefined
  let reportedAt = Number.NEGATIVE_INFINITY

  function remember(tenantId: string, at: Date): void {
    if (!isStarted) return
    changed.set(tenantId, at)
    timer ??= setTimeout(flush, pauseMs)
  }

  async function wake(tenantId: string, at: Date): Promise<void> {
    const load = () => withTenant(db, systemContext(tenantId), hasStreams, { readOnly: true })
    if (!(await known.get(tenantId, tenantId, load))) return
    const settled = await settledUntil(db, tenantId)
    reportWait(settled)
    const isFree = await deliverer.run({ tenantId, settled })
    // An older transaction is still open, or a delivery that began earlier: what changed can have been left out.
    if (settled < at || !isFree) remember(tenantId, changed.get(tenantId) ?? at)
  }

  function reportWait(since: Date): void {
    const time = now().getTime()
    if (time - since.getTime() < longestWaitMs || time - reportedAt < longestWaitMs) return
    reportedAt = time
    log.warn({ since }, 'log streams wait for a transaction that is still open')
  }

  function flush(): void {
    timer = undefined
    const tenants = [...changed]
    changed.clear()
    for (const [tenantId, at] of tenants) {
      wake(tenantId, at).catch((error: unknown) => {
        log.warn({ err: error, tenantId }, 'the log streams of a tenant could not be started')
        remember(tenantId, changed.get(tenantId) ?? at)
      })
    }
  }

  return {
    start(): void {
      isStarted = true
    },
    hear(message: ChangeMessage): void {
      if (message.kind === 'changed' && !message.tables.every((table) => own.has(table))) remember(message.tenantId, now())
    },
    close(): void {
      isStarted = false
      clearTimeout(timer)
      known.close()
    },
  }
}
