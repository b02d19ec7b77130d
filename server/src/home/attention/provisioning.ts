import { sql } from 'kysely'
import type { AttentionItem } from '@steward/contract/home/schemas'
import { executePrepared } from '../../db/prepared.ts'
import { tenantIdOf } from '../../db/tenant.ts'
import { type AttentionSource, countOf, countedUpTo, laterBy } from './source.ts'

/** Older failures have been seen, or no longer matter. */
const shownDays = 7

export interface ProvisioningState {
  /** When the operations failed that no one replayed, the newest first, at most one more than are counted. */
  failedAt: readonly Date[]
  /** When the deprovisioning limit stopped the provider; null while it has not. */
  stoppedAt: Date | null
}

/** A row while deprovisioning is stopped, and one for the failed operations of the last 7 days. */
export function provisioningTrouble({ failedAt, stoppedAt }: ProvisioningState): AttentionItem[] {
  const [last] = failedAt
  return [
    ...(stoppedAt === null
      ? []
      : [{ kind: 'deprovisioning_stopped' as const, urgency: 'critical' as const, dueAt: stoppedAt.toISOString() }]),
    ...(last === undefined
      ? []
      : [
          {
            kind: 'provisioning_failed' as const,
            urgency: 'warning' as const,
            dueAt: last.toISOString(),
            ...countOf(failedAt.length),
          },
        ]),
  ]
}

export const provisioningSource: AttentionSource = {
  permissions: [['Admin.ManageScimTokens']],
  async read(tx, { now }) {
    const tenantId = tenantIdOf(tx)
    // The id begins with the time (RFC 9562, section 5.7), so that the index of outcomes gives the newest.
    const { rows } = await executePrepared(
      tx,
      sql<ProvisioningState>`
      select array(select e.occurred_at from provisioning_event e
                    where e.tenant_id = ${tenantId}::uuid and e.outcome = 'failed'
                      and e.provisioning_event_id >= ${firstIdAt(laterBy(now, -shownDays))}::uuid and not e.is_dry_run
                      and e.replay_of is null
                      and not exists (select from provisioning_event r
                                       where r.tenant_id = ${tenantId}::uuid and r.replay_of = e.provisioning_event_id
                                         and r.outcome <> 'failed' and not r.is_dry_run)
                    order by e.provisioning_event_id desc limit ${countedUpTo + 1}) as "failedAt",
             (select b.stopped_at from deprovisioning_limit b where b.tenant_id = ${tenantId}::uuid and b.state = 'stopped') as "stoppedAt"`,
    )
    const [state] = rows
    return state === undefined ? [] : provisioningTrouble(state)
  },
}

/** The smallest UUID of version 7 at a time. */
export function firstIdAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
