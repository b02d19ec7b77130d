import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { SignInFailureReason } from '@steward/contract/catalog/activity'
import { ProblemException, problem } from '@steward/contract/errors'
import { isAllowedFrom } from '@steward/contract/rules/addresses'
import type { FactorKind } from '@steward/contract/rules/factors'
import { systemContext, withTenant, withoutAnnouncing } from '../db/tenant.ts'
import { recordEvent } from '../system-log/record.ts'
import type { Client } from '../http/client.ts'
import { networkOf } from '../http/networks.ts'
import type { SharedRates } from '../http/rates.ts'
import {
  type Attempt,
  type SessionCore,
  isEnabled,
  isNewBrowser,
  addressRefused,
  lockedProblem,
  throttleKeysOf,
  usesPassword,
} from './core.ts'
import { isAsked, isDue } from './factors/demand.ts'
import type { IssuedStep, StepPurpose, Steps } from './factors/steps.ts'
import { type FinishedSignIn, type Opening, finish, openIn } from './opening.ts'
import { type AccountRow, findAttempt, userContext } from './queries.ts'
import { type ThrottleKeys, accountKey, recordFailure } from './throttle.ts'
import type { SessionPolicy } from './policies.ts'
import { minuteMs } from './settings.ts'

export interface Credentials {
  tenantName: string
  username: string
  password: string
}

export interface SignIn {
  /** @throws login_failed, sign_in_locked, rate_limited, address_refused, unavailable */
  withPassword(credentials: Credentials, attempt: Attempt): Promise<FinishedSignIn | IssuedStep>
  /** Waits for writes that follow the answer to a failed attempt. */
  settled(): Promise<void>
}

/**
 * Sign-in with a password. Every failure (tenant, user, password, status, a disabled account) costs one lookup, one hash and one
 * counted failure, and gets the same answer. Work that differs, such as a tenant's log entry, is done after the answer.
 * From outside the tenant's allowed ranges every attempt is refused the same way, before the password is checked: a stolen
 * password cannot even be tried there (docs/adr/014). A right password of someone with a second factor gives only a step (docs/adr/049).
 */
export function createSignIn(core: SessionCore, steps: Steps, { rates, log }: { rates: SharedRates; log: Logger }): SignIn {
  const { db, settings, hasher, policies } = core
  const afterwards = new Set<Promise<unknown>>()
  /**
   * Includes attempts that a lock refuses: those would otherwise still cost a query and a log entry each. Successes are not counted,
   * because an office signs in behind one address.
   */
  const failureLimit = { max: settings.signInFailuresPerAddress * 2, windowMs: minuteMs }

  async function later(work: Promise<unknown>): Promise<void> {
    afterwards.add(work)
    try {
      await work
    } catch (error) {
      log.error({ err: error }, 'a failed sign-in could not be logged')
    } finally {
      afterwards.delete(work)
    }
  }

  async function logFailure(
    attempt: { tenantId: string | undefined; account: AccountRow | undefined },
    username: string,
    client: Client,
    outcome: { reason: SignInFailureReason; failures?: number; lockedUntil?: Date | null },
  ): Promise<void> {
    const { tenantId, account } = attempt
    if (tenantId === undefined) {
      log.info({ address: client.address, requestId: client.requestId }, 'sign-in to a tenant that does not exist')
      return
    }
    const who = { userId: account?.user_id, username: username.slice(0, 254), address: client.address, userAgent: client.userAgent }
    await withTenant(db, systemContext(tenantId, client.requestId), async (tx) => {
      await recordEvent(tx, { kind: 'sign_in_failed', outcome: 'failure', ...who, details: { reason: outcome.reason } })
      if (outcome.failures === undefined) return
      const lockedUntil = outcome.lockedUntil ?? null
      if (lockedUntil) {
        const details = { failures: outcome.failures, lockedUntil: lockedUntil.toISOString() }
        await recordEvent(tx, { kind: 'account_locked', outcome: 'failure', ...who, details })
      }
      if (!account) return
      // Shown to administrators; sign-in itself asks the throttle. Only a lock is announced, so that password guessing
      // cannot keep every console and cache busy. A failure that was counted before a lock can be written after it.
      const isLocked = sql<boolean>`locked_until > ${settings.now()}`
      await (lockedUntil ? tx : withoutAnnouncing(tx))
        .updateTable('app_user')
        .set({
          failed_attempts: sql`case when ${isLocked} then greatest(failed_attempts, ${outcome.failures}) else ${outcome.failures} end`,
          locked_until: sql`case when ${isLocked} then greatest(locked_until, ${lockedUntil}) else ${lockedUntil} end`,
        })
        .where('tenant_id', '=', tenantId)
        .where('user_id', '=', account.user_id)
        .execute()
    })
  }

  async function withPassword({ tenantName, username, password }: Credentials, keys: ThrottleKeys, attempted: Attempt) {
    const { client, remembered } = attempted
    const attempt = await findAttempt(db, tenantName, username, keys, remembered, settings.now())
    const policy = attempt.tenantId === undefined ? undefined : await policies.of(attempt.tenantId)
    if (policy && !isAllowedFrom(client.address, policy.ranges)) {
      void later(logFailure(attempt, username, client, { reason: 'address' }))
      throw addressRefused(client.address)
    }
    if (attempt.lockedUntil) {
      void later(logFailure(attempt, username, client, { reason: 'locked' }))
      throw lockedProblem(attempt.lockedUntil, settings.now())
    }
    const { account } = attempt
    const isRight = await hasher.verify(account?.password_hash, password)
    const reason = !isRight || !account ? 'password' : reasonAgainst(account)
    if (!account || !policy || reason !== undefined) {
      const recorded = await recordFailure(db, keys, settings.now())
      void later(logFailure(attempt, username, client, { reason: account ? (reason ?? 'password') : 'unknown_user', ...recorded }))
      throw problem('login_failed')
    }
    const purpose = await stepBefore(account, attempt, policy)
    const newHash = account.password_hash && hasher.isOutdated(account.password_hash) ? await hasher.hash(password) : null
    if (purpose !== undefined) {
      const kinds = purpose === 'factor' ? attempt.factorKinds : policy.secondFactor.kinds
      return steps.issue(account, { purpose, kinds }, client)
    }
    const isConfirmed = attempt.factorKinds.length === 0
    return open(account, {
      policy,
      client,
      throttleKeys: keys,
      newHash,
      method: 'password',
      isConfirmed,
      isNewBrowser: isNewBrowser(account, attempted),
    })
  }

  /** What is left to do after a right password. */
  async function stepBefore(
    account: AccountRow,
    { factorKinds, isRemembered }: { factorKinds: readonly FactorKind[]; isRemembered: boolean },
    { secondFactor }: SessionPolicy,
  ): Promise<StepPurpose | undefined> {
    if (factorKinds.length > 0 && !(isRemembered && secondFactor.rememberDays > 0)) return 'factor'
    if (!isDue(account, factorKinds, secondFactor, settings.now())) return undefined
    const isMissing = await withTenant(db, systemContext(account.tenant_id), (tx) => isAsked(tx, account.user_id, secondFactor), {
      readOnly: true,
    })
    return isMissing ? 'enrollment' : undefined
  }

  return {
    async withPassword(credentials, attempt) {
      const { client } = attempt
      const account = accountKey(credentials.tenantName, credentials.username)
      const keys = throttleKeysOf(settings, account, attempt)
      // Failures of a browser that is known are counted alone, so they cannot flood.
      if (attempt.browserOf(account) !== undefined) return withPassword(credentials, keys, attempt)
      const rateKey = `failed sign-ins ${client.address === undefined ? '' : networkOf(client.address)}`
      const wait = rates.waitOf(rateKey, failureLimit)
      if (wait > 0) throw problem('rate_limited', { retryAfterSeconds: Math.ceil(wait / 1000) })
      try {
        return await withPassword(credentials, keys, attempt)
      } catch (error) {
        if (error instanceof ProblemException && error.code !== 'unavailable') await rates.count(rateKey, failureLimit)
        throw error
      }
    },
    async settled() {
      await Promise.allSettled(afterwards)
    },
  }

  async function open(account: AccountRow, opening: Opening): Promise<FinishedSignIn> {
    const opened = await withTenant(db, userContext(account, opening.client.requestId), (tx) => openIn(tx, core, account, opening))
    if (!opened) throw problem('login_failed')
    return finish(core, opened)
  }
}

/** Why a correct password does not sign in; undefined if it does. */
function reasonAgainst(account: AccountRow): SignInFailureReason | undefined {
  if (account.tenant_status !== 'Active') return 'tenant_disabled'
  if (!isEnabled(account)) return 'disabled'
  if (account.status === 'FORCE_CHANGE_PASSWORD') return 'not_activated'
  if (!usesPassword(account)) return 'identity_provider'
  return undefined
}
