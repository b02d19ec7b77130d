import { Guard } from '../../access/guard.ts'
import { executePrepared } from '../../db/prepared.ts'
import { tenantIdOf } from '../../db/tenant.ts'
import type { AttentionSource } from './source.ts'

/** A row for each reset of an administrator's second factor that the person can approve. */
export const factorResetSource: AttentionSource = {
  permissions: [['Admin.EditUsers']],
  async read(tx, { now, actor }) {
    if (actor.type !== 'user' || !(await new Guard(tx, actor).isAdministrator())) return []
    const waiting = tx
      .selectFrom('factor_reset_request as r')
      .innerJoin('app_user as asker', (join) => join.onRef('asker.tenant_id', '=', 'r.tenant_id').onRef('asker.user_id', '=', 'r.asked_by'))
      .select(['r.user_id', 'r.username', 'r.asked_by_name', 'r.expires_at'])
      .where('r.tenant_id', '=', tenantIdOf(tx))
      .where('r.state', '=', 'Pending')
      .where('r.expires_at', '>', now)
      .where('r.user_id', '<>', actor.id)
      .where('r.asked_by', '<>', actor.id)
      .where('asker.is_disabled', '=', false)
    const { rows } = await executePrepared(tx, waiting)
    return rows.map((row) => ({
      kind: 'factor_reset_waiting',
      urgency: 'critical',
      dueAt: row.expires_at.toISOString(),
      userId: row.user_id,
      username: row.username,
      askedBy: row.asked_by_name,
    }))
  },
}
