import { sql } from 'kysely'
import { type MessageTypeName, messageTypeOf } from '@steward/contract/catalogue/message-types'
import type { MessageParameters } from '@steward/contract/notifications/schemas'
import { addJobs } from '../background/jobs.ts'
import type { AreaChannel } from '../db/listen.ts'
import { executePrepared } from '../db/prepared.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import { fanOutJob } from './jobs.ts'

/** Something that happened, as areas tell of it. */
export interface Message {
  messageType: MessageTypeName
  /** What its words name (`contract/src/message-text.ts`). */
  parameters: MessageParameters
  /** ISO 8601, UTC. */
  ExpiresAt?: string
  GroupId?: string
  ScimTokenId?: string
  FileId?: string
  /** The one user it is for; without it everybody who has the permission of its type. */
  recipientId?: string
}

/** On which processes hear of new notifications and of those that were read. */
export const notificationChannel: AreaChannel = 'steward_notification'

/** What is said on the channel. */
export type Announcement = { tenantId: string; notificationId: string } | { tenantId: string; readBy: string }

const dayMs = 86_400_000

/**
 * Tells of something in the transaction in which it happens: one row however many it concerns, an announcement to connected
 * consoles when it commits, and a job that mails and pushes it if anybody has subscribed. Whoever did it counts as having
 * read it.
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

/** Tells the user's consoles, in all processes, that something was read or taken away. */
export async function announceRead(tx: TenantTransaction, userId: string): Promise<void> {
  await sql`select pg_notify(${notificationChannel}, ${JSON.stringify({ tenantId: tenantIdOf(tx), readBy: userId })})`.execute(tx)
}
