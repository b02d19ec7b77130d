import { sql } from 'kysely'
import { z } from 'zod'
import { type Job, type JobKind, type Task, addJobs, taskFor } from '../background/jobs.ts'
import { type TenantTransaction, asOwner, lastly, systemContext, tenantIdOf, withTenant, withoutAnnouncing } from '../db/tenant.ts'
import { noteMails } from '../db/operation.ts'
import { executePrepared } from '../db/prepared.ts'
import { mailLanguage } from '../mail/language.ts'
import type { Mailer } from '../mail/mailer.ts'
import { type ActivationReason, activationReasons } from '../mail/templates.ts'
import { recordAlone, recordEvent } from '../system-log/record.ts'
import type { Client } from '../http/client.ts'
import { addresseeOf, signInAddress } from './account-mail.ts'
import { type SessionCore, isEnabled, usesPassword } from './core.ts'
import { type OpaqueToken, mintToken } from './opaque-token.ts'
import { type AccountRow, findAccount, findAccountByName, findTenantId } from './queries.ts'
import { activationLinkDays, dayMs, hourMs, laterBy, minuteMs, resetLinkMinutes } from './settings.ts'

/** The purpose of a mailed link that sets a password. */
export type LinkPurpose = 'activation' | 'reset'
/** Links that report a sign-in (`reports.ts`) set none. */
type AnyPurpose = LinkPurpose | 'report'

/** Password reset mails that one user can get in an hour. */
const resetMailsPerHour = 3

const linkMailSchema = z.strictObject({
  tenantId: z.uuid(),
  userId: z.uuid(),
  purpose: z.enum(['activation', 'reset']),
  because: z.enum(activationReasons).optional(),
})
const linkMail: JobKind<z.output<typeof linkMailSchema>> = { name: 'send_link_mail', payload: linkMailSchema, maxAttempts: 10 }

const signInHintSchema = z.strictObject({ tenantId: z.uuid(), userId: z.uuid() })
const signInHint: JobKind<z.output<typeof signInHintSchema>> = { name: 'send_sign_in_hint', payload: signInHintSchema, maxAttempts: 10 }

const forgottenSchema = z.strictObject({
  tenantName: z.string(),
  username: z.string(),
  address: z.string().optional(),
  userAgent: z.string(),
  requestId: z.string(),
})
const forgotten: JobKind<z.output<typeof forgottenSchema>> = { name: 'forgotten_password', payload: forgottenSchema, maxAttempts: 5 }

export interface ActivationOptions {
  areNew?: boolean
  /** What the mail says; by default that an account was created. */
  because?: ActivationReason
}

/** Mailed links for setting a password. Each works once and expires. */
export interface Links {
  /**
   * Mails each of these users of the transaction's tenant an activation link when the transaction commits. Earlier links stop
   * working immediately; users that the transaction created have none (`areNew`).
   */
  sendActivations(tx: TenantTransaction, userIds: readonly string[], options?: ActivationOptions): Promise<void>
  /** Mails each of these users a link to set a new password when the transaction commits. */
  sendPasswordLinks(tx: TenantTransaction, userIds: readonly string[]): Promise<void>
  /** Mails a reset link if the user exists. Takes the same time if not. */
  requestReset(tenantName: string, username: string, client: Client): Promise<void>
  readonly tasks: readonly Task[]
}

export function createLinks(core: SessionCore, mailer: Mailer): Links {
  const { db, settings } = core

  /**
   * Creates the link while sending, because it signs its user in and must never sit in a queue. A retry creates a new link;
   * only the last one mailed works.
   */
  async function send({ tenantId, userId, purpose, because }: z.output<typeof linkMailSchema>, job: Job): Promise<void> {
    const time = settings.now()
    const expiresAt = laterBy(time, purpose === 'activation' ? activationLinkDays * dayMs : resetLinkMinutes * minuteMs)
    const token = mintToken(tenantId)
    const found = await withTenant(db, systemContext(tenantId), async (tx) => {
      const [known, language] = await Promise.all([findAccount(tx, userId), mailLanguage(tx, userId)])
      if (!known || !mayUseLink(known, purpose)) return undefined
      await lastly(tx, () =>
        Promise.all([endLinks(tx, [userId], purpose, time), insertLink(tx, token, { userId, purpose, time, expiresAt })]),
      )
      return { account: known, language }
    })
    if (!found) return
    const { account, language } = found
    const request = {
      template: purpose,
      ...addresseeOf(account),
      parameters: {
        username: account.username,
        link: linkTo(settings.publicUrl, purpose, token),
        expires: expiresAt.toISOString(),
        ...(because === undefined ? {} : { because }),
      },
    }
    await mailer.attempt(job, request, async () => {
      await mailer.deliver(request, { language })
      if (purpose !== 'activation') return
      await recordAlone(db, systemContext(tenantId), {
        kind: 'activation_sent',
        outcome: 'success',
        userId,
        username: account.username,
      })
    })
  }

  /** Looks up the user to mail after the response is sent, so that timing reveals nothing. */
  async function answerForgotten(request: z.output<typeof forgottenSchema>): Promise<void> {
    const tenantId = await findTenantId(db, request.tenantName)
    if (tenantId === undefined) return
    await withTenant(db, systemContext(tenantId, request.requestId), async (tx) => {
      const account = await findAccountByName(tx, request.username)
      // Users who have not activated their account get the activation link again, which also sets a password.
      const purpose = account?.status === 'FORCE_CHANGE_PASSWORD' ? 'activation' : 'reset'
      const isHinted = account !== undefined && isEnabled(account) && providerOf(account) !== undefined
      const isSent = isHinted
        ? !(await hasEnoughHints(tx, account))
        : account !== undefined && mayUseLink(account, purpose) && !(await hasEnoughMail(tx, account, purpose))
      await recordEvent(tx, {
        kind: 'password_reset_requested',
        outcome: isSent ? 'success' : 'failure',
        userId: account?.user_id,
        username: request.username.slice(0, 254),
        address: request.address,
        userAgent: request.userAgent,
      })
      if (!isSent || account === undefined) return
      if (isHinted) await addJobs(tx, signInHint, [{ tenantId, userId: account.user_id }])
      else await addJobs(tx, linkMail, [{ tenantId, userId: account.user_id, purpose }])
    })
  }

  /** Tells people who have no password here where they sign in. */
  async function sendHint({ tenantId, userId }: z.output<typeof signInHintSchema>, job: Job): Promise<void> {
    const account = await withTenant(db, systemContext(tenantId), (tx) => findAccount(tx, userId), { readOnly: true })
    const provider = account && isEnabled(account) ? providerOf(account) : undefined
    if (!account || provider === undefined) return
    const request = {
      template: 'federated' as const,
      ...addresseeOf(account),
      parameters: {
        username: account.username,
        provider,
        link: signInAddress(settings, account),
      },
    }
    await mailer.attempt(job, request, () => mailer.deliver(request))
  }

  /** Hints have no links to count, but their requests are logged, with the database's time. */
  async function hasEnoughHints(tx: TenantTransaction, account: AccountRow): Promise<boolean> {
    const row = await tx
      .selectFrom('system_log')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('tenant_id', '=', account.tenant_id)
      .where('user_id', '=', account.user_id)
      .where('kind', '=', 'password_reset_requested')
      .where('outcome', '=', 'success')
      .where('occurred_at', '>', sql<Date>`now() - interval '1 hour'`)
      .executeTakeFirstOrThrow()
    return row.n >= resetMailsPerHour
  }

  async function hasEnoughMail(tx: TenantTransaction, account: AccountRow, purpose: LinkPurpose): Promise<boolean> {
    const row = await tx
      .selectFrom('one_time_token')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('tenant_id', '=', account.tenant_id)
      .where('user_id', '=', account.user_id)
      .where('purpose', '=', purpose)
      .where('created_at', '>', laterBy(settings.now(), -hourMs))
      .executeTakeFirstOrThrow()
    return row.n >= resetMailsPerHour
  }

  return {
    async sendActivations(tx, userIds, { areNew = false, because } = {}) {
      if (userIds.length === 0) return
      noteMails('activation', userIds.length)
      if (!areNew) await endLinks(tx, userIds, 'activation', settings.now())
      const tenantId = tenantIdOf(tx)
      await addJobs(
        tx,
        linkMail,
        userIds.map((userId) => ({ tenantId, userId, purpose: 'activation' as const, ...(because === undefined ? {} : { because }) })),
      )
    },
    async sendPasswordLinks(tx, userIds) {
      if (userIds.length === 0) return
      noteMails('reset', userIds.length)
      const tenantId = tenantIdOf(tx)
      await addJobs(
        tx,
        linkMail,
        userIds.map((userId) => ({ tenantId, userId, purpose: 'reset' as const })),
      )
    },
    async requestReset(tenantName, username, client) {
      const request = { tenantName, username, address: client.address, userAgent: client.userAgent, requestId: client.requestId }
      await asOwner(db, 'sign-in', (tx) => addJobs(tx, forgotten, [request]))
    },
    tasks: [taskFor(linkMail, send), taskFor(signInHint, sendHint), taskFor(forgotten, answerForgotten)],
  }
}

/** The provider with which an account without a password signs in; undefined if it uses a password. */
const providerOf = (account: AccountRow): string | undefined =>
  account.is_federated && !usesPassword(account) ? (account.provider_name ?? undefined) : undefined

/** Whether a link of this purpose can set the account's password. */
export function mayUseLink(account: AccountRow, purpose: LinkPurpose): boolean {
  const isPending = account.status === 'FORCE_CHANGE_PASSWORD'
  return isEnabled(account) && usesPassword(account) && isPending === (purpose === 'activation')
}

/**
 * The URL in the mail. The token is in the fragment, which browsers do not send, so it never appears in server logs or a
 * `Referer`. The console reads it there and sends it in a request body.
 */
const linkPages = { activation: 'set-password', reset: 'reset-password', report: 'report' } as const satisfies Record<AnyPurpose, string>

export function linkTo(publicUrl: string, purpose: AnyPurpose, token: OpaqueToken): string {
  return `${publicUrl}/home/login/${linkPages[purpose]}#token=${token.text}`
}

/** Invalidates the users' links of one purpose, or all that set a password: a thief who changes it must not end the link of a report. */
export async function endLinks(
  tx: TenantTransaction,
  userIds: readonly string[],
  purpose: AnyPurpose | undefined,
  time: Date,
): Promise<void> {
  const [first, ...others] = userIds
  if (first === undefined) return
  // For any number of users, the plan of a prepared statement can be to read the links of all.
  const ofUsers = others.length === 0 ? sql`= ${first}::uuid` : sql`= any(${[...userIds]}::uuid[])`
  await executePrepared(
    tx,
    sql`
    update one_time_token set used_at = ${time}
     where tenant_id = ${tenantIdOf(tx)}::uuid and user_id ${ofUsers} and used_at is null
       and purpose = any(${purpose === undefined ? ['activation', 'reset'] : [purpose]}::text[])`,
  )
}

export async function insertLink(
  tx: TenantTransaction,
  token: OpaqueToken,
  link: { userId: string; purpose: AnyPurpose; time: Date; expiresAt: Date; reportedAt?: Date },
): Promise<void> {
  const quiet = withoutAnnouncing(tx) // no screen shows links
  await executePrepared(
    quiet,
    quiet.insertInto('one_time_token').values({
      tenant_id: token.tenantId,
      token_digest: token.digest,
      user_id: link.userId,
      purpose: link.purpose,
      created_at: link.time,
      expires_at: link.expiresAt,
      reported_at: link.reportedAt ?? null,
    }),
  )
}
