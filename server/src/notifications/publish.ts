import { sql } from 'kysely'
import { type MessageTypeName, messageTypeOf } from '@steward/contract/catalog/message-types'
import type { MessageParameters } from '@steward/contract/notifications/schemas'
import { addJobs } from '../background/jobs.ts'
import type { AreaChannel } from '../db/listen.ts'
import { executePrepared } from '../db/prepared.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import { fanOutJob } from './jobs.ts'

/** An event to notify about. */
export interface Message {
  messageType: MessageTypeName
  /** The values of its message (`contract/src/message-text.ts`). */
  parameters: MessageParameters
  /** ISO 8601, UTC. */
  ExpiresAt?: string
  GroupId?: string
  ScimTokenId?: string
  FileId?: string
  /** The only recipient; without it everyone with the permission of its type. */
  recipientId?: string
}

/** The channel for new and read notifications. */
export const notificationChannel: AreaChannel = 'steward_notification'

/** The messages on the channel. */
export type Announcement = { tenantId: string; notificationId: string } | { tenantId: string; readBy: string }

const dayMs = 86_400_000

/**
 * Publishes a notification in the transaction of its event: one row for any number of recipients, an announcement to connected
 * consoles at commit, and a job for emails and pushes if there are subscriptions. For its author it counts as read.
 */
export async function publish(tx: TenantTransaction, message: Message, now: Date = new Date()): Promise<void> {
  const { messageType, recipientId = null, ...properties } = message
  const days = messageTypeOf(messageType)?.retentionDays ?? 30
  const tenantId = tenantIdOf(tx)
  const { rows } = await executePrepared(
    tx,
    sql<{ notification_id: string; has_subscribers: boolean }>`
      with inserted as (
        insert into notification (tenant_id, message_type, recipient_id, actor_id, expires_at, properties)
        values (${tenantId}::uuid, ${messageType}, ${recipientId}::uuid,
                case current_setting('steward.actor_type', true) when 'user' then current_setting('steward.actor_id', true)::uuid end,
                ${new Date(now.getTime() + days * dayMs)}, ${JSON.stringify(properties)}::jsonb)
        returning notification_id)
      select notification_id,
             exists (select from notification_subscription
                      where tenant_id = ${tenantId}::uuid and event_type = ${messageType}
                        and (${recipientId}::uuid is null or user_id = ${recipientId}::uuid)) as has_subscribers
        from inserted`,
  )
  const [row] = rows
  if (!row) throw new Error('An insert returned no row')
  const announcement = { tenantId, notificationId: row.notification_id }
  await executePrepared(tx, sql`select pg_notify(${notificationChannel}, ${JSON.stringify(announcement)})`)
  if (row.has_subscribers) await addJobs(tx, fanOutJob, [announcement])
}

/** Tells the user's consoles, in all processes, that notifications were read or removed. */
export async function announceRead(tx: TenantTransaction, userId: string): Promise<void> {
  await sql`select pg_notify(${notificationChannel}, ${JSON.stringify({ tenantId: tenantIdOf(tx), readBy: userId })})`.execute(tx)
}
