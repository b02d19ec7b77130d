import { type RawBuilder, sql } from 'kysely'
import { executePrepared } from '../db/prepared.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'

/** The reader, and the types they can see. */
export interface Reader {
  userId: string
  types: readonly string[]
}

/** The data of a notification besides its columns, as written by `publish`. */
export interface StoredProperties {
  parameters: Record<string, string | number | string[]>
  ExpiresAt?: string
  GroupId?: string
  ScimTokenId?: string
  FileId?: string
}

export interface NotificationRow {
  notification_id: string
  message_type: string
  recipient_id: string | null
  actor_id: string | null
  created_at: Date
  properties: StoredProperties
}

export interface OwnNotificationRow extends NotificationRow {
  status: 'ACKNOWLEDGED' | 'UNACKNOWLEDGED' | 'UNDELIVERED'
}

/** Counting stops here: larger numbers aren't shown. */
export const mostCounted = 1_000

const columns = sql`n.notification_id, n.message_type, n.recipient_id, n.actor_id, n.created_at, n.properties`

/** The reader with everything that decides about their notifications, which start with their creation. */
const readerOf = (tenantId: string, userId: string) => sql`(
  select u.user_id, u.created_at,
         coalesce(r.acknowledged_through, '00000000-0000-0000-0000-000000000000'::uuid) as acknowledged_through
    from app_user u left join notification_reader r on r.tenant_id = u.tenant_id and r.user_id = u.user_id
   where u.tenant_id = ${tenantId}::uuid and u.user_id = ${userId}) reader`

const statusColumn = sql`
  case when receipt.status = 'ACKNOWLEDGED' or n.notification_id <= reader.acknowledged_through or n.actor_id = reader.user_id
       then 'ACKNOWLEDGED' else coalesce(receipt.status, 'UNACKNOWLEDGED') end as status`

/** Condition on `notification n` and a `reader`: the reader can see it, and it still exists. */
const isCurrent = (tenantId: string) => sql`n.tenant_id = ${tenantId}::uuid and n.expires_at > now() and n.created_at >= reader.created_at
  and not exists (select from notification_receipt gone where gone.tenant_id = n.tenant_id and gone.user_id = reader.user_id
                     and gone.notification_id = n.notification_id and gone.dismissed)`

const isUnread = sql`n.notification_id > reader.acknowledged_through and n.actor_id is distinct from reader.user_id
  and not exists (select from notification_receipt read where read.tenant_id = n.tenant_id and read.user_id = reader.user_id
                     and read.notification_id = n.notification_id and read.status = 'ACKNOWLEDGED')`

/**
 * The newest `limit` of a reader as `notification n`: one short index scan per type and one for the reader's own, so that
 * notifications the reader can't see cost nothing.
 */
const newest = ({ types }: Reader, conditions: RawBuilder<unknown>, limit: number) => sql`
  cross join lateral (
    select * from (
      select one.* from unnest(${types}::text[]) wanted (message_type) cross join lateral (
        select n.* from notification n
         where n.recipient_id is null and n.message_type = wanted.message_type and ${conditions}
         order by n.notification_id desc limit ${sql.lit(limit)}) one
      union all
      select * from (
        select n.* from notification n where n.recipient_id = reader.user_id and ${conditions}
         order by n.notification_id desc limit ${sql.lit(limit)}) own
    ) found order by notification_id desc limit ${sql.lit(limit)}) n`

const withReceipt = sql`left join notification_receipt receipt
  on receipt.tenant_id = n.tenant_id and receipt.user_id = reader.user_id and receipt.notification_id = n.notification_id`

/** Own notifications, newest first. */
export async function newestNotifications(
  tx: TenantTransaction,
  reader: Reader,
  { unread, before, limit }: { unread: boolean; before: string | undefined; limit: number },
): Promise<OwnNotificationRow[]> {
  const conditions = sql.join(
    [isCurrent(tenantIdOf(tx)), ...(unread ? [isUnread] : []), ...(before === undefined ? [] : [sql`n.notification_id < ${before}::uuid`])],
    sql` and `,
  )
  const { rows } = await sql<OwnNotificationRow>`
    select ${columns}, ${statusColumn} from ${readerOf(tenantIdOf(tx), reader.userId)} ${newest(reader, conditions, limit)} ${withReceipt}
     order by n.notification_id desc`.execute(tx)
  return rows
}

/** Own notifications of transactions that hadn't ended at `since`, newest first. */
export async function notificationsSince(
  tx: TenantTransaction,
  { userId, types }: Reader,
  { unread, since, before, limit }: { unread: boolean; since: bigint; before: string | undefined; limit: number },
): Promise<OwnNotificationRow[]> {
  const { rows } = await sql<OwnNotificationRow>`
    select ${columns}, ${statusColumn}
      from ${readerOf(tenantIdOf(tx), userId)} join notification n on n.transaction >= ${since.toString()}::xid8
           and (n.recipient_id = reader.user_id or n.recipient_id is null and n.message_type = any (${types}::text[]))
           ${withReceipt}
     where ${isCurrent(tenantIdOf(tx))} ${unread ? sql`and ${isUnread}` : sql``} ${before === undefined ? sql`` : sql`and n.notification_id < ${before}::uuid`}
     order by n.notification_id desc limit ${limit}`.execute(tx)
  return rows
}

/** The database's current snapshot: transactions below `from` have ended, those from `to` on haven't started. */
export async function currentSnapshot(tx: TenantTransaction): Promise<{ from: bigint; to: bigint }> {
  const { rows } = await executePrepared(
    tx,
    sql<{ from: string; to: string }>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as from, pg_snapshot_xmax(pg_current_snapshot())::text as to`,
  )
  return { from: BigInt(rows[0]?.from ?? 0), to: BigInt(rows[0]?.to ?? 0) }
}

/** Exact up to `mostCounted`. */
export async function countUnread(tx: TenantTransaction, reader: Reader): Promise<number> {
  const { rows } = await executePrepared(
    tx,
    sql<{ n: number }>`
      select count(n.notification_id)::int as n
        from ${readerOf(tenantIdOf(tx), reader.userId)} ${newest(reader, sql`${isCurrent(tenantIdOf(tx))} and ${isUnread}`, mostCounted)}`,
  )
  return rows[0]?.n ?? 0
}

/** Marks one as read or removes it; false if the reader doesn't have it. */
export async function markNotification(
  tx: TenantTransaction,
  { userId, types }: Reader,
  notificationId: string,
  { dismiss }: { dismiss: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    insert into notification_receipt as receipt (tenant_id, user_id, notification_id, status, dismissed)
    select n.tenant_id, reader.user_id, n.notification_id, 'ACKNOWLEDGED', ${dismiss}
      from ${readerOf(tenantIdOf(tx), userId)} join notification n on n.notification_id = ${notificationId}::uuid
           and (n.recipient_id = reader.user_id or n.recipient_id is null and n.message_type = any (${types}::text[]))
     where ${isCurrent(tenantIdOf(tx))}
        on conflict (tenant_id, user_id, notification_id)
        do update set status = 'ACKNOWLEDGED', dismissed = receipt.dismissed or excluded.dismissed, updated_at = now()
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Marks everything up to a notification as read. An id from the future counts as now, so that future notifications stay unread. */
export async function markAllThrough(tx: TenantTransaction, userId: string, through: string): Promise<void> {
  await sql`
    insert into notification_reader as reader (tenant_id, user_id, acknowledged_through)
    select tenant_id, user_id, least(${through}::uuid, uuidv7()) from app_user
     where tenant_id = ${tenantIdOf(tx)}::uuid and user_id = ${userId}
        on conflict (tenant_id, user_id) do update
       set acknowledged_through = greatest(reader.acknowledged_through, excluded.acknowledged_through), updated_at = now()`.execute(tx)
}

/** Notifications by id, oldest first. */
export async function findNotifications(tx: TenantTransaction, ids: readonly string[]): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select ${columns} from notification n
     where n.tenant_id = ${tenantIdOf(tx)}::uuid and n.notification_id = any (${ids}::uuid[]) and n.expires_at > now()
     order by n.notification_id`.execute(tx)
  return rows
}
