import { sql } from 'kysely'
import { z } from 'zod'
import { type Job, type JobKind, type Task, addJobs, taskFor } from '../background/jobs.ts'
import { type TenantTransaction, asOwner, systemContext, tenantIdOf, withTenant, withoutAnnouncing } from '../db/tenant.ts'
import type { Mailer } from '../mail/mailer.ts'
import { recordEvent } from '../system-log/record.ts'
import type { Client } from '../http/client.ts'
import { type SessionCore, isEnabled, usesPassword } from './core.ts'
import { type OpaqueToken, mintToken } from './opaque-token.ts'
import { type AccountRow, findAccount, findAccountByName, findTenantId } from './queries.ts'
import { activationLinkDays, dayMs, hourMs, laterBy, minuteMs, resetLinkMinutes } from './settings.ts'

/** What a mailed link is for. */
export type LinkPurpose = 'activation' | 'reset'

/** Mails with a link to reset a password that one user gets in an hour. */
const resetMailsPerHour = 3

const linkMailSchema = z.strictObject({ tenantId: z.uuid(), userId: z.uuid(), purpose: z.enum(['activation', 'reset']) })
const linkMail: JobKind<z.output<typeof linkMailSchema>> = { name: 'send_link_mail', payload: linkMailSchema, maxAttempts: 10 }

const forgottenSchema = z.strictObject({
  tenantName: z.string(),
  username: z.string(),
  address: z.string().optional(),
  userAgent: z.string(),
  requestId: z.string(),
})
const forgotten: JobKind<z.output<typeof forgottenSchema>> = { name: 'forgotten_password', payload: forgottenSchema, maxAttempts: 5 }

/** Links by which people choose a password: mailed to them, good once, for a while. */
export interface Links {
  /**
   * Mails each of these users of the transaction's tenant a link to activate the account, when the transaction commits. Links
   * mailed before stop working at once.
   */
  sendActivations(tx: TenantTransaction, userIds: readonly string[]): Promise<void>
  /** Mails a link to whoever forgot a password, if there is such a user. Takes the same time in any case. */
  requestReset(tenantName: string, username: string, client: Client): Promise<void>
  readonly tasks: readonly Task[]
}

export function createLinks(core: SessionCore, mailer: Mailer): Links {
  const { db, settings } = core

  /**
   * Makes the link while sending: it signs somebody in, so it never lies in a queue. A failed attempt makes another one next
   * time; only the last one mailed works.
   */
  async function send({ tenantId, userId, purpose }: z.output<typeof linkMailSchema>, job: Job): Promise<void> {
    const time = settings.now()
    const expiresAt = laterBy(time, purpose === 'activation' ? activationLinkDays * dayMs : resetLinkMinutes * minuteMs)
    const token = mintToken(tenantId)
    const account = await withTenant(db, systemContext(tenantId), async (tx) => {
      const found = await findAccount(tx, userId)
      if (!found || !mayUseLink(found, purpose)) return undefined
      await endLinks(tx, [userId], purpose, time)
      await insertLink(tx, token, { userId, purpose, time, expiresAt })
      return found
    })
    if (!account) return
    const request = {
      template: purpose,
      to: recipientOf(account),
      tenant: { tenantId, tenantName: account.tenant_name, displayName: account.display_name || account.tenant_name },
      parameters: {
        givenName: account.given_name,
        username: account.username,
        link: linkTo(settings.publicUrl, purpose, token),
        expires: expiresAt.toISOString(),
      },
    }
    await mailer.attempt(job, request, async () => {
      await mailer.deliver(request)
      if (purpose !== 'activation') return
      await withTenant(db, systemContext(tenantId), (tx) =>
        recordEvent(tx, { kind: 'activation_sent', outcome: 'success', userId, username: account.username }),
      )
    })
  }

  /** Finds out, out of sight of whoever asked, whether there is a user to mail a link to. */
  async function answerForgotten(request: z.output<typeof forgottenSchema>): Promise<void> {
    const tenantId = await findTenantId(db, request.tenantName)
    if (tenantId === undefined) return
    await withTenant(db, systemContext(tenantId, request.requestId), async (tx) => {
      const account = await findAccountByName(tx, request.username)
      // Who waits for activation gets that link again: it does the same.
      const purpose = account?.status === 'FORCE_CHANGE_PASSWORD' ? 'activation' : 'reset'
      const isSent = account !== undefined && mayUseLink(account, purpose) && !(await hasEnoughMail(tx, account, purpose))
      await recordEvent(tx, {
        kind: 'password_reset_requested',
        outcome: isSent ? 'success' : 'failure',
        userId: account?.user_id,
        username: request.username.slice(0, 254),
        address: request.address,
        userAgent: request.userAgent,
      })
      if (isSent) await addJobs(tx, linkMail, [{ tenantId, userId: account.user_id, purpose }])
    })
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
    async sendActivations(tx, userIds) {
      if (userIds.length === 0) return
      await endLinks(tx, userIds, 'activation', settings.now())
      const tenantId = tenantIdOf(tx)
      await addJobs(
        tx,
        linkMail,
        userIds.map((userId) => ({ tenantId, userId, purpose: 'activation' as const })),
      )
    },
    async requestReset(tenantName, username, client) {
      const request = { tenantName, username, address: client.address, userAgent: client.userAgent, requestId: client.requestId }
      await asOwner(db, 'sign-in', (tx) => addJobs(tx, forgotten, [request]))
    },
    tasks: [taskFor(linkMail, send), taskFor(forgotten, answerForgotten)],
  }
}

/** Whether a link of this purpose may set the account's password. */
export function mayUseLink(account: AccountRow, purpose: LinkPurpose): boolean {
  const isPending = account.status === 'FORCE_CHANGE_PASSWORD'
  return isEnabled(account) && usesPassword(account) && isPending === (purpose === 'activation')
}

/**
 * The address in the mail. The token stands behind `#`, which browsers send to nobody: it is in no server's log and in no
 * `Referer`. The console reads it there and sends it in a body.
 */
function linkTo(publicUrl: string, purpose: LinkPurpose, token: OpaqueToken): string {
  const page = purpose === 'activation' ? 'set-password' : 'reset-password'
  return `${publicUrl}/home/login/${page}#token=${token.text}`
}

export function recipientOf(account: AccountRow) {
  const name = `${account.given_name} ${account.family_name}`.trim()
  return { userId: account.user_id, username: account.username, name, address: account.email }
}

/** Makes the users' links of a purpose useless, or of all purposes. */
export async function endLinks(
  tx: TenantTransaction,
  userIds: readonly string[],
  purpose: LinkPurpose | undefined,
  time: Date,
): Promise<void> {
  await sql`
    update one_time_token set used_at = ${time}
     where tenant_id = ${tenantIdOf(tx)}::uuid and user_id = any(${[...userIds]}::uuid[]) and used_at is null
       and (${purpose ?? null}::text is null or purpose = ${purpose ?? null})`.execute(tx)
}

async function insertLink(
  tx: TenantTransaction,
  token: OpaqueToken,
  link: { userId: string; purpose: LinkPurpose; time: Date; expiresAt: Date },
): Promise<void> {
  await withoutAnnouncing(tx) // no screen shows links
    .insertInto('one_time_token')
    .values({
      tenant_id: token.tenantId,
      token_digest: token.digest,
      user_id: link.userId,
      purpose: link.purpose,
      created_at: link.time,
      expires_at: link.expiresAt,
    })
    .execute()
}
