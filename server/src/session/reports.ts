import { sql } from 'kysely'
import { z } from 'zod'
import { problem } from '@steward/contract/errors'
import type { ResponseOf } from '@steward/contract/http'
import { type FactorKind, factorKinds } from '@steward/contract/rules/factors'
import type { readReportLink, reportSignIn } from '@steward/contract/session/endpoints'
import { type Job, type JobKind, type Task, addJobs, taskFor } from '../background/jobs.ts'
import { noteMails } from '../db/operation.ts'
import { type TenantTransaction, systemContext, tenantIdOf, withTenant, withoutAnnouncing } from '../db/tenant.ts'
import type { Client } from '../http/client.ts'
import { deviceName } from '../http/device.ts'
import type { Mailer } from '../mail/mailer.ts'
import { type ReportedChange, reportedChanges } from '../mail/templates.ts'
import { recordEvent } from '../system-log/record.ts'
import { addresseeOf, companyOf } from './account-mail.ts'
import { type SessionCore, isEnabled } from './core.ts'
import { endSteps, forgetBrowsers, replaceRecoveryCodes } from './factors/queries.ts'
import { refuseRequests } from './factors/reset-requests.ts'
import { type Links, endLinks, insertLink, linkTo, mayUseLink } from './links.ts'
import { mintToken, readToken } from './opaque-token.ts'
import { type AccountRow, findAccount, userContext } from './queries.ts'
import { endSessions } from './sessions.ts'
import { dayMs, hourMs, laterBy, minuteMs, reportLinkDays } from './settings.ts'

/** Mails about new browsers that a person can get in an hour. Those about factors are always sent. */
const newDeviceMailsPerHour = 3
/** A factor that was set up during the reported sign-in is a moment older than the session. */
const signInMs = minuteMs

const reportMailSchema = z.strictObject({
  tenantId: z.uuid(),
  userId: z.uuid(),
  moment: z.iso.datetime(),
  about: z.discriminatedUnion('what', [
    z.strictObject({ what: z.literal('new_device'), device: z.string(), address: z.string() }),
    z.strictObject({ what: z.literal('reset_request'), by: z.string() }),
    z.strictObject({ what: z.literal('factor'), change: z.enum(reportedChanges), kind: z.enum(factorKinds) }),
  ]),
})
type ReportMail = z.output<typeof reportMailSchema>
const reportMail: JobKind<ReportMail> = { name: 'send_report_mail', payload: reportMailSchema, maxAttempts: 10 }

/** Mails a person that a browser signed in that never did before, when the transaction commits. */
export async function tellNewDevice(tx: TenantTransaction, account: AccountRow, client: Client, time: Date): Promise<void> {
  const about = { what: 'new_device', device: deviceName(client.userAgent), address: client.address ?? '–' } as const
  await addJobs(tx, reportMail, [{ tenantId: account.tenant_id, userId: account.user_id, moment: time.toISOString(), about }])
}

/** Mails a person that a second factor was added or removed, when the transaction commits. */
export async function tellFactorChange(
  tx: TenantTransaction,
  account: AccountRow,
  { change, kind, time }: { change: ReportedChange; kind: FactorKind; time: Date },
): Promise<void> {
  noteMails('factor_changed', 1)
  const about = { what: 'factor', change, kind } as const
  await addJobs(tx, reportMail, [{ tenantId: account.tenant_id, userId: account.user_id, moment: time.toISOString(), about }])
}

/** Mails a person that an administrator asked to reset their second factors, when the transaction commits. */
export async function tellResetRequest(
  tx: TenantTransaction,
  account: AccountRow,
  { by, time }: { by: string; time: Date },
): Promise<void> {
  noteMails('factors_reset_requested', 1)
  const about = { what: 'reset_request', by } as const
  await addJobs(tx, reportMail, [{ tenantId: account.tenant_id, userId: account.user_id, moment: time.toISOString(), about }])
}

/** Reports of people that it was not them who signed in or changed their second factors. */
export interface Reports {
  /** @throws link_invalid */
  read(token: string): Promise<ResponseOf<typeof readReportLink>>
  /**
   * Ends every session of the person, refuses to reset their second factors, removes what was set up since, and makes the password useless until it is reset.
   * @throws link_invalid
   */
  report(token: string, client: Client): Promise<ResponseOf<typeof reportSignIn>>
  readonly tasks: readonly Task[]
}

export function createReports({ db, settings }: SessionCore, mailer: Mailer, links: Links): Reports {
  /** Creates the link while sending, so that it never sits in a queue. */
  async function send({ tenantId, userId, moment, about }: ReportMail, job: Job): Promise<void> {
    const time = settings.now()
    const token = mintToken(tenantId)
    const expiresAt = laterBy(time, reportLinkDays * dayMs)
    const account = await withTenant(db, systemContext(tenantId), async (tx) => {
      const found = await findAccount(tx, userId)
      if (!found || !isEnabled(found)) return undefined
      if (about.what === 'new_device' && (await hasEnoughMails(tx, userId, time))) return undefined
      await insertLink(tx, token, { userId, purpose: 'report', time, expiresAt, reportedAt: new Date(moment) })
      return found
    })
    if (!account) return
    const addressee = addresseeOf(account)
    const { username } = account
    const link = linkTo(settings.publicUrl, 'report', token)
    const facts = { username, link, moment, expires: expiresAt.toISOString() }
    if (about.what === 'new_device') {
      const { device, address } = about
      const request = { template: 'new_device' as const, ...addressee, parameters: { ...facts, device, address } }
      await mailer.attempt(job, request, () => mailer.deliver(request))
    } else if (about.what === 'reset_request') {
      const request = { template: 'factors_reset_requested' as const, ...addressee, parameters: { ...facts, by: about.by } }
      await mailer.attempt(job, request, () => mailer.deliver(request))
    } else {
      const { change, kind } = about
      const request = { template: 'factor_changed' as const, ...addressee, parameters: { ...facts, change, kind } }
      await mailer.attempt(job, request, () => mailer.deliver(request))
    }
  }

  async function hasEnoughMails(tx: TenantTransaction, userId: string, time: Date): Promise<boolean> {
    const { n } = await tx
      .selectFrom('one_time_token')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('tenant_id', '=', tenantIdOf(tx))
      .where('user_id', '=', userId)
      .where('purpose', '=', 'report')
      .where('created_at', '>', laterBy(time, -hourMs))
      .executeTakeFirstOrThrow()
    return n >= newDeviceMailsPerHour
  }

  async function find(text: string) {
    const token = readToken(text)
    if (!token) throw problem('link_invalid')
    return withTenant(
      db,
      systemContext(token.tenantId),
      async (tx) => {
        const link = await tx
          .selectFrom('one_time_token')
          .select(['user_id', 'expires_at', 'reported_at'])
          .where('tenant_id', '=', token.tenantId)
          .where('token_digest', '=', token.digest)
          .where('purpose', '=', 'report')
          .where('used_at', 'is', null)
          .where('expires_at', '>', settings.now())
          .executeTakeFirst()
        const account = link && (await findAccount(tx, link.user_id))
        if (!account || !isEnabled(account)) throw problem('link_invalid')
        return { token, account, expiresAt: link.expires_at, reportedAt: link.reported_at ?? link.expires_at }
      },
      { readOnly: true },
    )
  }

  return {
    async read(text) {
      const { account, expiresAt } = await find(text)
      return {
        tenantName: account.tenant_name,
        company: companyOf(account),
        username: account.username,
        resetsPassword: mayUseLink(account, 'reset'),
        expiresAt: expiresAt.toISOString(),
      }
    },

    async report(text, client) {
      const { token, account, reportedAt } = await find(text)
      const { user_id: userId, username, tenant_name: tenantName } = account
      const time = settings.now()
      return withTenant(db, userContext(account, client.requestId), async (tx) => {
        // Of two concurrent uses of a link, the second fails here.
        const { numUpdatedRows } = await withoutAnnouncing(tx)
          .updateTable('one_time_token')
          .set({ used_at: time })
          .where('tenant_id', '=', token.tenantId)
          .where('token_digest', '=', token.digest)
          .where('used_at', 'is', null)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) throw problem('link_invalid')
        await endLinks(tx, [userId], 'report', time)
        const ended = await endSessions(tx, userId, 'reported', { now: settings.now })
        await endSteps(tx, userId, time)
        await forgetBrowsers(tx, userId)
        const refused = await refuseRequests(tx, account)
        const removedFactors = await removeFactorsSince(tx, userId, laterBy(reportedAt, -signInMs), time)
        const resetsPassword = mayUseLink(account, 'reset')
        if (resetsPassword) {
          // Who knows the password could sign in again before the link is used.
          await tx
            .updateTable('app_user')
            .set({ password_hash: null })
            .where('tenant_id', '=', token.tenantId)
            .where('user_id', '=', userId)
            .execute()
          await links.sendPasswordLinks(tx, [userId])
        }
        const details = { endedSessions: ended.length, removed: removedFactors }
        const { address, userAgent } = client
        const who = { userId, username, address, userAgent }
        if (refused > 0) await recordEvent(tx, { kind: 'factors_reset_refused', outcome: 'success', ...who, details: { by: username } })
        await recordEvent(tx, { kind: 'sign_in_reported', outcome: 'success', ...who, details })
        return { tenantName, username, endedSessions: ended.length, removedFactors, resetsPassword }
      })
    },

    tasks: [taskFor(reportMail, send)],
  }
}

/** Removes factors that were added, and recovery codes that were created, since a time. Returns how many factors. */
async function removeFactorsSince(tx: TenantTransaction, userId: string, since: Date, time: Date): Promise<number> {
  const removed = await tx
    .deleteFrom('sign_in_factor')
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .returning('factor_id')
    .execute()
  const { rows } = await sql<{ outdated: boolean }>`
    select not exists (select from sign_in_factor where tenant_id = ${tenantIdOf(tx)}::uuid and user_id = ${userId})
           or exists (select from recovery_code where tenant_id = ${tenantIdOf(tx)}::uuid and user_id = ${userId}
                         and created_at >= ${since}) as outdated`.execute(tx)
  if (rows[0]?.outdated === true) await replaceRecoveryCodes(tx, userId, [], time)
  return removed.length
}
