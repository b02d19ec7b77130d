import { sql } from 'kysely'
import type { z } from 'zod'
import { messageTypeOf } from '@steward/contract/catalog/message-types'
import { messageText, notificationKind, notificationPath } from '@steward/contract/message-text'
import { type Job, type Task, addJobs, taskFor } from '../background/jobs.ts'
import { type TenantTransaction, systemContext, tenantIdOf, withTenant } from '../db/tenant.ts'
import { readMailLanguage } from '../mail/language.ts'
import { MailRefused } from '../mail/transport.ts'
import { recordEvent } from '../system-log/record.ts'
import { fanOutJob, mailJob, pushJob } from './jobs.ts'
import type { NotificationContext } from './context.ts'
import { announceRead } from './publish.ts'
import type { PushOutcome, PushSender } from './push-send.ts'
import { type NotificationRow, findNotifications } from './queries.ts'

/** Subscribers per page of the fan-out. */
const pageSize = 500
const emailChannel = 'email'
/** A push is at most 4,096 bytes, encrypted (RFC 8030, section 7.2), and browsers show far less text than this. */
const mostPushedCharacters = 600

interface Subscriber {
  user_id: string
  email: boolean
  browsers: string[]
}

/** Emails and pushes to subscribers (first specification file, section 3). */
export function createDelivery(ports: NotificationContext, push: PushSender): readonly Task[] {
  const { db, log, mailer, settings } = ports

  /** Finds a page of subscribers who can see the notification, and adds a job for each email and each browser. */
  async function fanOut({ tenantId, notificationId, after }: z.output<typeof fanOutJob.payload>): Promise<void> {
    const found = await withTenant(
      db,
      systemContext(tenantId),
      async (tx) => {
        const [row] = await findNotifications(tx, [notificationId])
        return row && { row, page: await readSubscribers(tx, row, after) }
      },
      { readOnly: true },
    )
    const type = found && messageTypeOf(found.row.message_type)
    if (!found || !type) return
    const { page } = found
    const granted = await ports.usersGranted(
      tenantId,
      type.permission,
      page.map(({ user_id }) => user_id),
    )
    await withTenant(db, systemContext(tenantId), async (tx) => {
      await addDeliveries(
        tx,
        { tenantId, notificationId },
        page.filter(({ user_id }) => granted.has(user_id)),
      )
      const last = page.at(-1)
      if (last && page.length === pageSize) await addJobs(tx, fanOutJob, [{ tenantId, notificationId, after: last.user_id }])
    })
  }

  /** The input of a user's job; undefined if it is done or its data was deleted. */
  async function open({ tenantId, notificationId, userId }: About, channel: string) {
    return withTenant(
      db,
      systemContext(tenantId),
      async (tx) => {
        const [row] = await findNotifications(tx, [notificationId])
        const { rows } = await sql<RecipientRow>`
          select u.user_id, u.username, u.email, u.given_name, u.family_name, t.tenant_name, t.display_name
            from notification_delivery d
                 join app_user u on u.tenant_id = d.tenant_id and u.user_id = d.user_id and not u.is_disabled
                 join tenant t on t.tenant_id = d.tenant_id and t.status = 'Active'
           where d.tenant_id = ${tenantId} and d.notification_id = ${notificationId} and d.user_id = ${userId}
             and d.channel = ${channel} and d.outcome is null`.execute(tx)
        const recipient = rows[0]
        return row && recipient && { row, recipient }
      },
      { readOnly: true },
    )
  }

  const pathOf = (row: NotificationRow): string => `/home${notificationPath(row.message_type, row.properties) ?? '/launchpad'}`

  async function mail(about: About, job: Job): Promise<void> {
    const opened = await open(about, emailChannel)
    if (!opened) return
    const { row, recipient } = opened
    const to = {
      userId: recipient.user_id,
      username: recipient.username,
      givenName: recipient.given_name,
      familyName: recipient.family_name,
      address: recipient.email,
    }
    const tenant = { tenantId: about.tenantId, tenantName: recipient.tenant_name, displayName: recipient.display_name }
    try {
      await mailer.deliver({
        template: 'notification',
        to,
        parameters: {
          messageType: row.message_type,
          facts: { parameters: row.properties.parameters, ExpiresAt: row.properties.ExpiresAt },
          link: settings.publicUrl + pathOf(row),
          settingsLink: `${settings.publicUrl}/home/notification-settings`,
        },
        tenant,
      })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ err: error, jobId: job.id, attempt: job.attempt }, 'the email of a notification could not be sent')
      if (!(error instanceof MailRefused) && !job.isLastAttempt) throw error
      await settle(about, emailChannel, row, recipient, { outcome: 'failed', reason })
      return
    }
    await settle(about, emailChannel, row, recipient, { outcome: 'delivered' })
  }

  async function pushTo(about: About & { pushSubscriptionId: string }, job: Job): Promise<void> {
    const { tenantId, userId, pushSubscriptionId } = about
    const opened = await open(about, pushSubscriptionId)
    if (!opened) return
    const { row, recipient } = opened
    const target = await withTenant(
      db,
      systemContext(tenantId),
      (tx) =>
        tx
          .selectFrom('push_subscription')
          .select(['endpoint', 'p256dh', 'auth'])
          .where('push_subscription_id', '=', pushSubscriptionId)
          .where('user_id', '=', userId)
          .executeTakeFirst(),
      { readOnly: true },
    )
    const outcome: PushOutcome = target ? await push.send(target, await payloadOf(tenantId, userId, row)) : { kind: 'gone' }
    if (outcome.kind === 'failed' && !job.isLastAttempt) throw new Error(outcome.reason)
    if (outcome.kind === 'gone') await forget(tenantId, pushSubscriptionId)
    await settle(
      about,
      pushSubscriptionId,
      row,
      recipient,
      outcome.kind === 'delivered'
        ? { outcome: 'delivered' }
        : { outcome: 'failed', reason: outcome.kind === 'gone' ? 'push_gone' : outcome.reason },
    )
  }

  async function payloadOf(tenantId: string, userId: string, row: NotificationRow) {
    const language = await readMailLanguage(db, tenantId, userId)
    const text = messageText(row.message_type, row.properties, language)
    return {
      notificationId: row.notification_id,
      messageType: row.message_type,
      kind: notificationKind(row.message_type, row.properties, settings.now().getTime()),
      title: text?.header ?? row.message_type,
      body: shortened(text?.message ?? ''),
      path: pathOf(row),
      language,
    }
  }

  const forget = (tenantId: string, pushSubscriptionId: string) =>
    withTenant(db, systemContext(tenantId), (tx) =>
      tx.deleteFrom('push_subscription').where('push_subscription_id', '=', pushSubscriptionId).execute(),
    )

  /** Records the result of a delivery; if all deliveries of a user failed, the notification is undelivered. */
  async function settle(about: About, channel: string, row: NotificationRow, recipient: RecipientRow, result: Result): Promise<void> {
    await withTenant(db, systemContext(about.tenantId), async (tx) => {
      const deliveries = await tx
        .selectFrom('notification_delivery')
        .select(['channel', 'outcome'])
        .where('notification_id', '=', about.notificationId)
        .where('user_id', '=', about.userId)
        .orderBy('channel')
        // Two failing at the same time would each see the other as pending.
        .forUpdate()
        .execute()
      await tx
        .updateTable('notification_delivery')
        .set({ outcome: result.outcome, settled_at: settings.now() })
        .where('notification_id', '=', about.notificationId)
        .where('user_id', '=', about.userId)
        .where('channel', '=', channel)
        .execute()
      if (result.outcome === 'delivered') return
      await recordEvent(tx, {
        kind: 'notification_failed',
        outcome: 'failure',
        userId: recipient.user_id,
        username: recipient.username,
        details: {
          channel: channel === emailChannel ? 'email' : 'push',
          messageType: row.message_type,
          notificationId: row.notification_id,
          ...(channel === emailChannel ? { recipient: recipient.email } : {}),
          reason: result.reason,
        },
      })
      if (deliveries.some((one) => one.channel !== channel && one.outcome !== 'failed')) return
      await markUndelivered(tx, about)
    })
  }

  return [taskFor(fanOutJob, fanOut), taskFor(mailJob, mail), taskFor(pushJob, pushTo)]
}

function shortened(text: string): string {
  const characters = [...text]
  return characters.length <= mostPushedCharacters ? text : `${characters.slice(0, mostPushedCharacters - 1).join('')}…`
}

interface About {
  tenantId: string
  notificationId: string
  userId: string
}

interface RecipientRow {
  user_id: string
  username: string
  email: string
  given_name: string
  family_name: string
  tenant_name: string
  display_name: string
}

type Result = { outcome: 'delivered' } | { outcome: 'failed'; reason: string }

/** Users subscribed to the type of a notification, by id; without its author and users who can't sign in. */
async function readSubscribers(tx: TenantTransaction, row: NotificationRow, after: string | undefined): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    select s.user_id, s.email,
           case when s.push then array(select p.push_subscription_id::text from push_subscription p
                                        where p.tenant_id = s.tenant_id and p.user_id = s.user_id) else '{}' end as browsers
      from notification_subscription s
           join app_user u on u.tenant_id = s.tenant_id and u.user_id = s.user_id
     where s.tenant_id = ${tenantIdOf(tx)}::uuid and s.event_type = ${row.message_type}
       and (${row.recipient_id}::uuid is null or s.user_id = ${row.recipient_id}::uuid)
       and (${after ?? null}::uuid is null or s.user_id > ${after ?? null}::uuid)
       and s.user_id is distinct from ${row.actor_id}::uuid
       and not u.is_disabled and u.created_at <= ${row.created_at}
     order by s.user_id limit ${pageSize}`.execute(tx)
  return rows
}

/** Adds a delivery and its job for each email and each browser; existing ones are left alone. */
async function addDeliveries(
  tx: TenantTransaction,
  { tenantId, notificationId }: { tenantId: string; notificationId: string },
  subscribers: readonly Subscriber[],
): Promise<void> {
  const wanted = subscribers.flatMap(({ user_id: userId, email, browsers }) =>
    [...(email ? [emailChannel] : []), ...browsers].map((channel) => ({ userId, channel })),
  )
  if (wanted.length === 0) return
  const { rows: added } = await sql<{ user_id: string; channel: string }>`
    insert into notification_delivery (tenant_id, notification_id, user_id, channel)
    select ${tenantId}::uuid, ${notificationId}::uuid, user_id, channel
      from unnest(${wanted.map(({ userId }) => userId)}::uuid[], ${wanted.map(({ channel }) => channel)}::text[]) wanted (user_id, channel)
        on conflict do nothing
    returning user_id, channel`.execute(tx)
  const about = { tenantId, notificationId }
  await addJobs(
    tx,
    mailJob,
    added.filter(({ channel }) => channel === emailChannel).map(({ user_id }) => ({ ...about, userId: user_id })),
  )
  await addJobs(
    tx,
    pushJob,
    added
      .filter(({ channel }) => channel !== emailChannel)
      .map(({ user_id, channel }) => ({ ...about, userId: user_id, pushSubscriptionId: channel })),
  )
}

/** Notifications that the user has read stay read. */
async function markUndelivered(tx: TenantTransaction, { tenantId, notificationId, userId }: About): Promise<void> {
  await tx
    .insertInto('notification_receipt')
    .values({ tenant_id: tenantId, notification_id: notificationId, user_id: userId, status: 'UNDELIVERED' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await announceRead(tx, userId)
}
