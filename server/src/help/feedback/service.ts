import { z } from 'zod'
import { problem } from '@steward/contract/errors'
import type { BodyOf } from '@steward/contract/http'
import type { sendFeedback } from '@steward/contract/help/endpoints'
import { type JobKind, type Task, addJobs, taskFor } from '../../background/jobs.ts'
import type { Db } from '../../db/pool.ts'
import { type TenantContext, withTenant } from '../../db/tenant.ts'
import { deviceName } from '../../http/device.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { extensions, pictureType } from './picture.ts'
import { type Screenshot, countSince, findScreenshot, insertFeedback, listFeedback } from './queries.ts'

/** Maximum feedback entries per user and hour. */
export const feedbackPerHour = 10

const hourMs = 3_600_000

const mailSchema = z.strictObject({ tenantId: z.uuid(), feedbackId: z.uuid() })
const mailJob: JobKind<z.output<typeof mailSchema>> = { name: 'send_feedback_mail', payload: mailSchema, maxAttempts: 10 }

export interface FeedbackOptions {
  db: Db
  mailer: Mailer
  /** The email recipient; undefined if not configured. */
  address: string | undefined
  publicUrl: string
  now: () => Date
}

export interface FeedbackService {
  /**
   * Saves feedback and queues the email. Returns its id.
   * @throws screenshot_unreadable; rate_limited after ten in an hour
   */
  send(ctx: TenantContext, given: BodyOf<typeof sendFeedback>, userAgent: string): Promise<string>
  readonly tasks: readonly Task[]
}

export function createFeedback({ db, mailer, address, publicUrl, now }: FeedbackOptions): FeedbackService {
  async function mail({ feedbackId }: z.output<typeof mailSchema>): Promise<void> {
    const [feedback] = await listFeedback(db, { feedbackId })
    if (!feedback || address === undefined) return
    const screenshot = feedback.hasScreenshot ? await findScreenshot(db, feedback) : undefined
    const { tenantId, tenantName, company, username, mood, text, page, version, createdTime } = feedback
    await mailer.deliver(
      {
        template: 'feedback',
        to: { userId: '', username: '', givenName: '', familyName: '', address },
        tenant: { tenantId, tenantName, displayName: company },
        parameters: {
          feedbackId,
          username,
          mood,
          text,
          page,
          version,
          device: deviceName(feedback.userAgent),
          moment: createdTime,
          link: `${publicUrl}${encodeURI(page)}`,
          hasScreenshot: screenshot !== undefined,
        },
      },
      {
        attachments: screenshot
          ? [{ filename: `screenshot.${extensions[screenshot.type]}`, contentType: screenshot.type, content: screenshot.content }]
          : [],
      },
    )
  }

  return {
    async send(ctx, { screenshot: file, ...given }, userAgent) {
      // Line breaks in forms are CRLF (RFC 7578, section 4.4).
      const text = given.text.replaceAll('\r\n', '\n')
      const screenshot = file && (await readScreenshot(file))
      const time = now()
      return withTenant(db, ctx, async (tx) => {
        if ((await countSince(tx, ctx.actor.id, new Date(time.getTime() - hourMs))) >= feedbackPerHour) {
          throw problem('rate_limited', { retryAfterSeconds: hourMs / 1000 })
        }
        const by = { userId: ctx.actor.id, username: ctx.actor.name, userAgent: userAgent.slice(0, 512) }
        const feedbackId = await insertFeedback(tx, { ...given, ...by, text, screenshot }, time)
        if (address !== undefined) await addJobs(tx, mailJob, [{ tenantId: ctx.tenantId, feedbackId }])
        return feedbackId
      })
    },
    tasks: [taskFor(mailJob, mail)],
  }
}

async function readScreenshot(file: File): Promise<Screenshot> {
  const content = Buffer.from(await file.arrayBuffer())
  const type = pictureType(content)
  if (type === undefined) throw problem('screenshot_unreadable', {}, { field: 'screenshot' })
  return { type, content }
}
