import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { ScheduledTask } from '../background/jobs.ts'
import type { Db } from '../db/pool.ts'
import { asOwner } from '../db/tenant.ts'
import type { Bind } from '../http/binding.ts'
import type { RunScimOperation } from './scim/operation.ts'
import type { ScimPorts } from './scim/ports.ts'
import { holdBrake } from './brake.ts'
import { createEventService } from './events.ts'
import { createProvisioningRecorder } from './recorder.ts'
import { bindProvisioningRoutes } from './routes.ts'
import { revokedDays } from './token-queries.ts'
import { createScimTokenService } from './tokens.ts'
import { type WatchOptions, createWatch } from './watch.ts'

export { exportedEvents } from './event-queries.ts'
export { createScimAuthenticator } from './authenticate.ts'
export { scimTokenExpiry } from './tokens.ts'

/** Days an operation is kept, and how many of a tenant at most. */
const keptDays = 30
const keptOfTenant = 250_000

/** What watches over provisioning: tokens, log, replay and brake. */
export interface ProvisioningArea {
  /** What the protocol server asks of this area. */
  ports: ScimPorts
  schedule: readonly ScheduledTask[]
  /** @param run the protocol server's way to run an operation, for replays */
  bindRoutes(bind: Bind, run: RunScimOperation): void
  /** Writes what waits. */
  close(): Promise<void>
}

export function createProvisioning(options: WatchOptions & { log: Logger }): ProvisioningArea {
  const { db, log, now } = options
  const watch = createWatch(options)
  const recorder = createProvisioningRecorder({ db, log, now, onBraked: (caller, at) => watch.stop(caller, at) })
  return {
    ports: {
      brake: (tx, _caller, userIds) => holdBrake(tx, userIds, now()),
      record: (caller, entry, tx) => recorder.record(caller, entry, tx),
    },
    schedule: [{ name: 'clean_provisioning', cron: '37 3 * * *', run: () => cleanProvisioning(db, now()) }],
    bindRoutes(bind, run) {
      const events = createEventService({ db, run, baseUrlOf: (tenantId) => watch.baseUrlOf(tenantId) })
      bindProvisioningRoutes(bind, { tokens: createScimTokenService({ db, now }), events, watch })
    },
    close: () => recorder.close(),
  }
}

/** Forgets old operations, what a tenant has too many of, and tokens that were revoked long ago. */
export async function cleanProvisioning(db: Db, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000)
  await asOwner(db, 'maintenance', async (tx) => {
    await sql`delete from provisioning_event where occurred_at < ${before(keptDays)}`.execute(tx)
    await sql`
      delete from provisioning_event e
       using (select t.tenant_id, (select provisioning_event_id from provisioning_event o where o.tenant_id = t.tenant_id
                                    order by provisioning_event_id desc offset ${keptOfTenant} limit 1) as last from tenant t) surplus
       where e.tenant_id = surplus.tenant_id and e.provisioning_event_id <= surplus.last`.execute(tx)
    await sql`delete from scim_token where revoked_at < ${before(revokedDays)}`.execute(tx)
  })
}
