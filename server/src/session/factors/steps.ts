import { createHash, randomBytes } from 'node:crypto'
import { problem } from '@steward/contract/errors'
import { isAllowedFrom } from '@steward/contract/rules/addresses'
import type { FactorKind, SecondStepKind } from '@steward/contract/rules/factors'
import type { PendingSignIn } from '@steward/contract/session/factors-schemas'
import { type TenantTransaction, systemContext, tenantIdOf, withTenant, withoutAnnouncing } from '../../db/tenant.ts'
import type { Client } from '../../http/client.ts'
import { type SessionCore, addressRefused, isEnabled, usesPassword } from '../core.ts'
import { type OpaqueToken, mintToken, readToken } from '../opaque-token.ts'
import type { SessionPolicy } from '../policies.ts'
import { type AccountRow, findAccount, userContext } from '../queries.ts'
import { laterBy, minuteMs } from '../settings.ts'
import { unusedRecoveryCodes } from './queries.ts'

/** Sign-ins whose password was right, and which wait for a step. They open no session, and count for one browser, once. */

const stepMinutes = 10
/** Wrong codes that end a pending sign-in; the throttle counts them, too. */
const stepFailures = 5

export type StepPurpose = PendingSignIn['next']

/** A step for the client: the answer, and the secret for the browser's cookie. */
export interface IssuedStep {
  pending: PendingSignIn
  browser: string
  maxAgeSeconds: number
}

/** What a client presents: the token of the answer, and the cookie. */
export interface StepCredential {
  token: string
  browser: string | undefined
}

export interface OpenStep {
  token: OpaqueToken
  account: AccountRow
  policy: SessionPolicy
  passedKind: string | null
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

export interface Steps {
  issue(
    account: AccountRow,
    step: { purpose: StepPurpose; kinds: FactorKind[]; passedKind?: SecondStepKind },
    client: Client,
  ): Promise<IssuedStep>
  /** @throws sign_in_step_ended, address_refused, login_failed */
  find(credential: StepCredential, purpose: StepPurpose, client: Client): Promise<OpenStep>
  /** False if it has been used or has failed too often. */
  consume(tx: TenantTransaction, step: OpenStep): Promise<boolean>
  countFailure(tx: TenantTransaction, step: OpenStep): Promise<void>
}

export function createSteps({ db, settings, policies }: SessionCore): Steps {
  return {
    async issue(account, { purpose, kinds, passedKind }, client) {
      const { secondFactor } = await policies.of(account.tenant_id)
      const token = mintToken(account.tenant_id)
      const browser = randomBytes(32).toString('base64url')
      const time = settings.now()
      const expiresAt = laterBy(time, stepMinutes * minuteMs)
      const hasRecoveryCodes = await withTenant(db, userContext(account, client.requestId), async (tx) => {
        await withoutAnnouncing(tx)
          .insertInto('sign_in_step')
          .values({
            tenant_id: tenantIdOf(tx),
            token_digest: token.digest,
            browser_digest: digestOf(browser),
            user_id: account.user_id,
            purpose,
            passed_kind: passedKind ?? null,
            created_at: time,
            expires_at: expiresAt,
          })
          .execute()
        return purpose === 'factor' && (await unusedRecoveryCodes(tx, account.user_id)).left > 0
      })
      const offered: SecondStepKind[] = purpose === 'factor' ? [...kinds, ...(hasRecoveryCodes ? ['recovery_code' as const] : [])] : kinds
      return {
        pending: {
          next: purpose,
          token: token.text,
          expiresTime: expiresAt.toISOString(),
          kinds: offered,
          rememberDays: purpose === 'factor' ? secondFactor.rememberDays : 0,
        },
        browser,
        maxAgeSeconds: stepMinutes * 60,
      }
    },

    async find({ token: text, browser }, purpose, client) {
      const token = readToken(text)
      if (!token || browser === undefined) throw problem('sign_in_step_ended')
      const policy = await policies.of(token.tenantId)
      if (!isAllowedFrom(client.address, policy.ranges)) throw addressRefused(client.address)
      return withTenant(
        db,
        systemContext(token.tenantId, client.requestId),
        async (tx) => {
          const row = await tx
            .selectFrom('sign_in_step')
            .select(['user_id', 'passed_kind', 'created_at'])
            .where('tenant_id', '=', token.tenantId)
            .where('token_digest', '=', token.digest)
            .where('browser_digest', '=', digestOf(browser))
            .where('purpose', '=', purpose)
            .where('used_at', 'is', null)
            .where('failures', '<', stepFailures)
            .where('expires_at', '>', settings.now())
            .executeTakeFirst()
          const account = row && (await findAccount(tx, row.user_id))
          if (!account) throw problem('sign_in_step_ended')
          if (account.password_changed_at && account.password_changed_at > row.created_at) throw problem('sign_in_step_ended')
          if (!isEnabled(account) || !usesPassword(account)) throw problem('login_failed')
          return { token, account, policy, passedKind: row.passed_kind }
        },
        { readOnly: true },
      )
    },

    async consume(tx, { token }) {
      const { numUpdatedRows } = await withoutAnnouncing(tx)
        .updateTable('sign_in_step')
        .set({ used_at: settings.now() })
        .where('tenant_id', '=', tenantIdOf(tx))
        .where('token_digest', '=', token.digest)
        .where('used_at', 'is', null)
        .where('failures', '<', stepFailures)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    async countFailure(tx, { token }) {
      await withoutAnnouncing(tx)
        .updateTable('sign_in_step')
        .set((eb) => ({ failures: eb('failures', '+', 1) }))
        .where('tenant_id', '=', tenantIdOf(tx))
        .where('token_digest', '=', token.digest)
        .execute()
    },
  }
}
