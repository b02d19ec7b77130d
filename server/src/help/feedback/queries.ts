import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { type TenantTransaction, asOwner, tenantIdOf, withoutAnnouncing } from '../../db/tenant.ts'
import type { Mood, ScreenshotType } from '@steward/contract/help/constants'

/** A stored picture. */
export interface Screenshot {
  type: ScreenshotType
  content: Buffer
}

export interface NewFeedback {
  userId: string
  username: string
  mood: Mood
  text: string
  page: string
  version: string
  userAgent: string
  screenshot: Screenshot | undefined
}

/** Counts a user's feedback since a time. Concurrent calls of the user wait until the transaction ends. */
export async function countSince(tx: TenantTransaction, userId: string, since: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('steward.feedback'), hashtext(${userId}))`.execute(tx)
  const row = await tx
    .selectFrom('feedback')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return row.n
}

export async function insertFeedback(tx: TenantTransaction, feedback: NewFeedback, createdAt: Date): Promise<string> {
  const row = await withoutAnnouncing(tx) // no screen shows it
    .insertInto('feedback')
    .values({
      tenant_id: tenantIdOf(tx),
      user_id: feedback.userId,
      username: feedback.username,
      mood: feedback.mood,
      message: feedback.text,
      page: feedback.page,
      version: feedback.version,
      user_agent: feedback.userAgent,
      screenshot: feedback.screenshot?.content ?? null,
      screenshot_type: feedback.screenshot?.type ?? null,
      created_at: createdAt,
    })
    .returning('feedback_id')
    .executeTakeFirstOrThrow()
  return row.feedback_id
}

/** Feedback as shown to the operator. */
export interface Feedback {
  feedbackId: string
  tenantId: string
  tenantName: string
  company: string
  username: string
  mood: Mood
  text: string
  page: string
  version: string
  userAgent: string
  createdTime: string
  hasScreenshot: boolean
}

export interface FeedbackFilter {
  feedbackId?: string
  tenantName?: string
  /** Oldest time to include. */
  since?: Date
  limit?: number
}

/** Feedback of all tenants, newest first. */
export async function listFeedback(db: Db, filter: FeedbackFilter): Promise<Feedback[]> {
  const rows = await asOwner(
    db,
    'operator',
    (tx) => {
      let query = tx
        .selectFrom('feedback as f')
        .innerJoin('tenant as t', 't.tenant_id', 'f.tenant_id')
        .select([
          'f.feedback_id',
          'f.tenant_id',
          'f.username',
          'f.mood',
          'f.message',
          'f.page',
          'f.version',
          'f.user_agent',
          'f.created_at',
        ])
        .select(['t.tenant_name', 't.display_name'])
        .select((eb) => eb('f.screenshot_type', 'is not', null).as('has_screenshot'))
        .orderBy('f.created_at', 'desc')
        .orderBy('f.feedback_id', 'desc')
      if (filter.feedbackId !== undefined) query = query.where('f.feedback_id', '=', filter.feedbackId)
      if (filter.tenantName !== undefined) query = query.where('t.tenant_name', '=', filter.tenantName)
      if (filter.since !== undefined) query = query.where('f.created_at', '>=', filter.since)
      if (filter.limit !== undefined) query = query.limit(filter.limit)
      return query.execute()
    },
    { readOnly: true },
  )
  return rows.map((row) => ({
    feedbackId: row.feedback_id,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    company: row.display_name || row.tenant_name,
    username: row.username,
    mood: row.mood,
    text: row.message,
    page: row.page,
    version: row.version,
    userAgent: row.user_agent,
    createdTime: row.created_at.toISOString(),
    hasScreenshot: Boolean(row.has_screenshot),
  }))
}

/** The picture of a feedback entry, undefined without one. */
export async function findScreenshot(
  db: Db,
  { tenantId, feedbackId }: Pick<Feedback, 'tenantId' | 'feedbackId'>,
): Promise<Screenshot | undefined> {
  const row = await asOwner(
    db,
    'operator',
    (tx) =>
      tx
        .selectFrom('feedback')
        .select(['screenshot', 'screenshot_type'])
        .where('tenant_id', '=', tenantId)
        .where('feedback_id', '=', feedbackId)
        .executeTakeFirst(),
    { readOnly: true },
  )
  return row?.screenshot && row.screenshot_type ? { type: row.screenshot_type, content: row.screenshot } : undefined
}
