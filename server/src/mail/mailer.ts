import type { Logger } from 'pino'
import { z } from 'zod'
import type { Language } from '@steward/contract/languages'
import { fullName } from '@steward/contract/rules/person-name'
import { type Job, type JobKind, type Task, addJobs, taskFor } from '../background/jobs.ts'
import { noteMails } from '../db/operation.ts'
import type { Db } from '../db/pool.ts'
import { type TenantTransaction, systemContext, withTenant } from '../db/tenant.ts'
import { traced } from '../tracing/tracing.ts'
import { readMailLanguage } from './language.ts'
import { toHtml, toText } from './layout.ts'
import {
  type MailTenant,
  type TemplateName,
  type TemplateParameters,
  mailTenantSchema,
  templateParameters,
  writeMail,
} from './templates.ts'
import { type Attachment, MailRefused, type Transport } from './transport.ts'

/** The recipient of an email. */
export interface Recipient {
  userId: string
  username: string
  givenName: string
  familyName: string
  address: string
}

/** Jobs queued before names were kept apart have one `name`. */
const withNameParts = (recipient: unknown): unknown => {
  if (typeof recipient !== 'object' || recipient === null || !('name' in recipient)) return recipient
  const { name, ...rest } = recipient
  return { ...rest, givenName: name, familyName: '' }
}

export const recipientSchema: z.ZodType<Recipient> = z.preprocess(
  withNameParts,
  z.strictObject({
    userId: z.string(),
    username: z.string(),
    givenName: z.string(),
    familyName: z.string(),
    address: z.string(),
  }),
)

const mailSchema = z.strictObject({
  template: z.enum(Object.keys(templateParameters) as [TemplateName, ...TemplateName[]]),
  to: recipientSchema,
  parameters: z.unknown(),
  tenant: mailTenantSchema,
})

const sendMailJob: JobKind<z.output<typeof mailSchema>> = { name: 'send_mail', payload: mailSchema, maxAttempts: 10 }

export interface MailRequest<T extends TemplateName> {
  template: T
  to: Recipient
  parameters: TemplateParameters[T]
  tenant: MailTenant
}

export interface Delivery {
  /** Of the recipient; read from their settings if it is not given. */
  language?: Language
  attachments?: readonly Attachment[]
}

/**
 * Sends an email when the transaction commits, and retries with growing delays while the mail server fails. Its values are
 * stored in the database until then, so don't use it for sign-in links (`session/link-mail.ts` creates those while sending).
 */
export async function sendMail<T extends TemplateName>(tx: TenantTransaction, request: MailRequest<T>): Promise<void> {
  noteMails(request.template, 1)
  await addJobs(tx, sendMailJob, [request])
}

/** Sends emails and records failures. */
export interface Mailer {
  /**
   * Sends an email now, in the language of its recipient.
   * @throws the errors of the transport
   */
  deliver<T extends TemplateName>(request: MailRequest<T>, delivery?: Delivery): Promise<void>
  /**
   * Runs the sending part of a job. Rethrows a failure, so that the job is retried; a permanent failure or the last attempt is
   * recorded in the tenant's system log instead.
   */
  attempt(job: Job, about: { tenant: MailTenant; to: Recipient; template: TemplateName }, send: () => Promise<void>): Promise<void>
  /** How attempts ended since the start. */
  readonly attempts: Readonly<MailAttempts>
  readonly tasks: readonly Task[]
  close(): void
}

export interface MailAttempts {
  sent: number
  /** Failed, to be tried again. */
  deferred: number
  /** Failed for good. */
  failed: number
}

export interface MailerOptions {
  db: Db
  transport: Transport
  log: Logger
  /** Records a failed email in the tenant's system log. */
  recordEvent(tx: TenantTransaction, event: MailFailure): Promise<void>
}

/** A failed email, as recorded in the system log. */
export interface MailFailure {
  kind: 'mail_failed'
  outcome: 'failure'
  userId: string
  username: string
  details: { template: string; recipient: string; reason: string }
}

export function createMailer({ db, transport, log, recordEvent }: MailerOptions): Mailer {
  const attempts: MailAttempts = { sent: 0, deferred: 0, failed: 0 }

  const deliver: Mailer['deliver'] = async ({ template, to, parameters, tenant }, { language: known, attachments } = {}) => {
    const language = known ?? (await readMailLanguage(db, tenant.tenantId, to.userId))
    const body = writeMail({ template, parameters, tenant, to }, language)
    const mail = {
      to: { name: fullName(to, language), address: to.address },
      fromName: tenant.displayName,
      subject: body.subject,
      text: toText(body, tenant.displayName, language),
      html: toHtml(body, tenant.displayName, language),
      attachments,
    }
    const attributes = { 'steward.mail_template': template, 'steward.tenant_id': tenant.tenantId }
    await traced('mail', { kind: 'producer', attributes }, () => transport.send(mail))
  }

  const attempt: Mailer['attempt'] = async (job, { tenant, to, template }, send) => {
    try {
      await send()
      attempts.sent++
    } catch (error) {
      const isForGood = error instanceof MailRefused
      log.warn({ err: error, template, jobId: job.id, attempt: job.attempt }, 'an email could not be sent')
      const isOver = isForGood || job.isLastAttempt
      attempts[isOver ? 'failed' : 'deferred']++
      if (!isOver) throw error
      await withTenant(db, systemContext(tenant.tenantId), (tx) =>
        recordEvent(tx, {
          kind: 'mail_failed',
          outcome: 'failure',
          userId: to.userId,
          username: to.username,
          details: { template, recipient: to.address, reason: error instanceof Error ? error.message : String(error) },
        }),
      )
      if (!isForGood) throw error
    }
  }

  const sendTask = taskFor(sendMailJob, (payload, job) => {
    // sendMail's types tie template and parameters together; checked again because they were stored.
    const parameters = templateParameters[payload.template].parse(payload.parameters) as TemplateParameters[typeof payload.template]
    return attempt(job, payload, () => deliver({ ...payload, parameters }))
  })

  return { deliver, attempt, attempts, tasks: [sendTask], close: () => transport.close() }
}
