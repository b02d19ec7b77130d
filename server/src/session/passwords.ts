import { sql } from 'kysely'
import type { UserEventKind } from '@steward/contract/catalog/activity'
import { problem } from '@steward/contract/errors'
import { brokenPasswordRules } from '@steward/contract/rules/password'
import { domainOf } from '@steward/contract/rules/settings'
import { type TenantTransaction, systemContext, withTenant, withoutAnnouncing } from '../db/tenant.ts'
import type { Principal } from '../http/principal.ts'
import { type EventDetails, recordEvent } from '../system-log/record.ts'
import type { Client } from '../http/client.ts'
import { companyOf, mailDone } from './account-mail.ts'
import { type Attempt, type SessionCore, lockedProblem, throttleKeysOf, usesPassword } from './core.ts'
import { isCommonPassword } from './common-passwords.ts'
import { type LinkPurpose, endLinks, mayUseLink } from './links.ts'
import { endSteps, forgetBrowsers } from './factors/queries.ts'
import { type OpaqueToken, readToken } from './opaque-token.ts'
import { type AccountRow, findAccount, findLock, userContext } from './queries.ts'
import { type EndReason, endSessions } from './sessions.ts'
import { accountKey, forgetFailures, recordFailure } from './throttle.ts'

/** The owner of a mailed link. */
export interface LinkHolder {
  kind: LinkPurpose
  tenantName: string
  company: string
  username: string
  givenName: string
  familyName: string
  expiresAt: string
}

export interface Passwords {
  /** @throws link_invalid */
  readLink(token: string): Promise<LinkHolder>
  /**
   * Sets the password with a mailed link, which is then used up. Ends every session of the user.
   * @throws link_invalid, password_rules, password_common, password_unchanged; email_domain_refused if the tenant no longer accepts the invitation
   */
  setByLink(token: string, newPassword: string, client: Client): Promise<{ tenantName: string; username: string }>
  /**
   * Changes the user's own password. Ends every session of the user.
   * @throws old_password_wrong, password_rules, password_common, password_unchanged, password_managed_elsewhere, sign_in_locked
   */
  change(principal: Principal, passwords: { oldPassword: string; newPassword: string }, attempt: Attempt): Promise<void>
}

interface ValidLink {
  token: OpaqueToken
  account: AccountRow
  purpose: LinkPurpose
  expiresAt: Date
}

export function createPasswords(core: SessionCore): Passwords {
  const { db, settings, hasher } = core

  async function findLink(text: string): Promise<ValidLink> {
    const token = readToken(text)
    if (!token) throw problem('link_invalid')
    return withTenant(
      db,
      systemContext(token.tenantId),
      async (tx) => {
        const link = await tx
          .selectFrom('one_time_token')
          .select(['user_id', 'purpose', 'expires_at'])
          .where('tenant_id', '=', token.tenantId)
          .where('token_digest', '=', token.digest)
          .where('used_at', 'is', null)
          .where('expires_at', '>', settings.now())
          .executeTakeFirst()
        const account = link && (await findAccount(tx, link.user_id))
        if (!account || link.purpose === 'report' || !mayUseLink(account, link.purpose)) throw problem('link_invalid')
        return { token, account, purpose: link.purpose, expiresAt: link.expires_at }
      },
      { readOnly: true },
    )
  }

  /** @throws password_rules, password_common, password_unchanged */
  async function hashOfNew(newPassword: string, currentHash: string | null): Promise<string> {
    const broken = brokenPasswordRules(newPassword)
    if (broken.length > 0) throw problem('password_rules', { rules: broken.join(', ') }, { field: 'newPassword' })
    if (await isCommonPassword(newPassword)) throw problem('password_common', {}, { field: 'newPassword' })
    if (currentHash !== null && (await hasher.verify(currentHash, newPassword))) {
      throw problem('password_unchanged', {}, { field: 'newPassword' })
    }
    return hasher.hash(newPassword)
  }

  /** Everything a new password entails, in one transaction. False if the account has changed since it was read. */
  async function store(tx: TenantTransaction, account: AccountRow, hash: string, client: Client, event: UserEventKind & EndReason) {
    const time = settings.now()
    const { numUpdatedRows } = await tx
      .updateTable('app_user')
      .set({ password_hash: hash, password_changed_at: time, status: 'CONFIRMED', failed_attempts: 0, locked_until: null })
      .where('tenant_id', '=', account.tenant_id)
      .where('user_id', '=', account.user_id)
      .where('is_disabled', '=', false)
      .where('status', '=', account.status)
      .where(sql<boolean>`password_hash is not distinct from ${account.password_hash}`)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
    await endLinks(tx, [account.user_id], undefined, time)
    await endSteps(tx, account.user_id, time)
    await forgetBrowsers(tx, account.user_id)
    const ended = await endSessions(tx, account.user_id, event, { now: settings.now })
    await forgetFailures(tx, [accountKey(account.tenant_name, account.username)])
    await log(tx, event, 'success', account, client, { endedSessions: ended.length })
    return true
  }

  return {
    async readLink(text) {
      const { account, purpose, expiresAt } = await findLink(text)
      return {
        kind: purpose,
        tenantName: account.tenant_name,
        company: companyOf(account),
        username: account.username,
        givenName: account.given_name,
        familyName: account.family_name,
        expiresAt: expiresAt.toISOString(),
      }
    },

    async setByLink(text, newPassword, client) {
      const { token, account, purpose } = await findLink(text)
      const hash = await hashOfNew(newPassword, account.password_hash)
      await withTenant(db, userContext(account, client.requestId), async (tx) => {
        if (purpose === 'activation' && !(await core.mayActivate(tx, account))) {
          throw problem('email_domain_refused', { domain: domainOf(account.email) })
        }
        // Of two concurrent uses of a link, the second fails here.
        const { numUpdatedRows } = await withoutAnnouncing(tx)
          .updateTable('one_time_token')
          .set({ used_at: settings.now() })
          .where('tenant_id', '=', token.tenantId)
          .where('token_digest', '=', token.digest)
          .where('used_at', 'is', null)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n || !(await store(tx, account, hash, client, 'password_set'))) throw problem('link_invalid')
        if (purpose === 'reset') await mailDone(tx, settings, account, 'password_changed')
      })
      return { tenantName: account.tenant_name, username: account.username }
    },

    async change(principal, { oldPassword, newPassword }, attempt) {
      const { client } = attempt
      const context = { ...systemContext(principal.tenantId, client.requestId) }
      const account = await withTenant(db, context, (tx) => findAccount(tx, principal.id), { readOnly: true })
      if (!account || principal.type !== 'user') throw problem('unauthenticated')
      if (!usesPassword(account)) throw problem('password_managed_elsewhere')
      const keys = throttleKeysOf(settings, accountKey(account.tenant_name, account.username), attempt)
      const lockedUntil = await findLock(db, keys, settings.now())
      if (lockedUntil) throw lockedProblem(lockedUntil, settings.now())
      if (!(await hasher.verify(account.password_hash, oldPassword))) {
        await recordFailure(db, keys, settings.now())
        await withTenant(db, userContext(account, client.requestId), (tx) => log(tx, 'password_change_failed', 'failure', account, client))
        throw problem('old_password_wrong', {}, { field: 'oldPassword' })
      }
      // The old password was correct, so comparing the texts shows whether the new one is the same.
      if (newPassword === oldPassword) throw problem('password_unchanged', {}, { field: 'newPassword' })
      const hash = await hashOfNew(newPassword, null)
      await withTenant(db, userContext(account, client.requestId), async (tx) => {
        if (!(await store(tx, account, hash, client, 'password_changed'))) throw problem('old_password_wrong', {}, { field: 'oldPassword' })
        await mailDone(tx, settings, account, 'password_changed')
      })
    },
  }
}

async function log(
  tx: TenantTransaction,
  kind: UserEventKind,
  outcome: 'success' | 'failure',
  account: AccountRow,
  client: Client,
  details: EventDetails = {},
): Promise<void> {
  const { address, userAgent } = client
  await recordEvent(tx, { kind, outcome, userId: account.user_id, username: account.username, address, userAgent, details })
}
