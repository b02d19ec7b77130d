import { sql } from 'kysely'
import type { AttentionItem } from '@steward/contract/home/schemas'
import { executePrepared } from '../../db/prepared.ts'
import { tenantIdOf } from '../../db/tenant.ts'
import { type AttentionSource, countOf, countedUpTo } from './source.ts'

export interface ExpiredInvitation {
  user_id: string
  username: string
  expires_at: Date
}

/**
 * One row for all invitations whose link no longer works: it lasts 7 days.
 * @param invitations the oldest first, at most one more than are counted
 */
export function expiredInvitations(invitations: readonly ExpiredInvitation[]): AttentionItem[] {
  const [oldest] = invitations
  if (oldest === undefined) return []
  return [
    {
      kind: 'invitations_expired',
      urgency: 'notice',
      dueAt: oldest.expires_at.toISOString(),
      ...countOf(invitations.length),
      username: oldest.username,
      userIds: invitations.slice(0, countedUpTo).map((one) => one.user_id),
    },
  ]
}

export const invitationSource: AttentionSource = {
  permissions: [['Admin.EditUsers']],
  async read(tx, { now }) {
    const { rows } = await executePrepared(
      tx,
      sql<ExpiredInvitation>`
      select u.user_id, u.username, t.expires_at
        from one_time_token t
             join app_user u on u.tenant_id = t.tenant_id and u.user_id = t.user_id
                            and u.status = 'FORCE_CHANGE_PASSWORD' and not u.is_disabled
       where t.tenant_id = ${tenantIdOf(tx)}::uuid and t.purpose = 'activation' and t.used_at is null and t.expires_at <= ${now}
       order by t.expires_at limit ${countedUpTo + 1}`,
    )
    return expiredInvitations(rows)
  },
}
