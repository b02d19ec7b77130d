import { problem } from '@steward/contract/errors'
import type { BodyOf } from '@steward/contract/http'
import { type ConfirmationKind, confirmationMinutes } from '@steward/contract/rules/factors'
import type { confirmIdentity } from '@steward/contract/session/factors'
import type { Confirmation, PasskeyRequest } from '@steward/contract/session/factors-schemas'
import { type TenantTransaction, tenantIdOf, withTenant, withoutAnnouncing } from '../../db/tenant.ts'
import { contextOf } from '../../http/context.ts'
import type { Principal } from '../../http/principal.ts'
import { recordEvent } from '../../system-log/record.ts'
import { type Attempt, type SessionCore, lockedProblem, throttleKeysOf, usesPassword } from '../core.ts'
import { type AccountRow, findAccount, findLock } from '../queries.ts'
import { laterBy, minuteMs } from '../settings.ts'
import { accountKey, recordFailure } from '../throttle.ts'
import { passkeyRequest } from './passkeys.ts'
import { type Proof, consumeProof } from './proofs.ts'
import { findFactors, kindsOf, unusedRecoveryCodes } from './queries.ts'
import type { FactorTools } from './tools.ts'

/** Whether the person of a session has just confirmed who they are (RFC 9470: step-up authentication). */
export interface Confirmations {
  /** @throws freshness_required for a person whose session has not been confirmed within ten minutes; keys and services pass */
  requireFresh(principal: Principal, tx?: TenantTransaction): Promise<void>
  read(principal: Principal): Promise<Confirmation>
  /** @throws confirmation_unavailable */
  askPasskey(principal: Principal): Promise<PasskeyRequest>
  /** @throws confirmation_unavailable, code_wrong, old_password_wrong, passkey_refused, sign_in_locked */
  confirm(principal: Principal, given: BodyOf<typeof confirmIdentity>, attempt: Attempt): Promise<Confirmation>
}

export function createConfirmations(core: SessionCore, tools: FactorTools): Confirmations {
  const { db, settings, hasher } = core

  const freshUntil = (confirmedAt: Date | null): Date | null => {
    const until = confirmedAt && laterBy(confirmedAt, confirmationMinutes * minuteMs)
    return until && until > settings.now() ? until : null
  }

  async function describe(tx: TenantTransaction, principal: Principal) {
    const [account, factors, codes, confirmedAt] = await Promise.all([
      findAccount(tx, principal.id),
      findFactors(tx, principal.id),
      unusedRecoveryCodes(tx, principal.id),
      confirmedAtOf(tx, principal),
    ])
    if (!account) throw problem('unauthenticated')
    const kinds: ConfirmationKind[] = [...kindsOf(factors)]
    if (kinds.length > 0 && codes.left > 0) kinds.push('recovery_code')
    if (kinds.length === 0) kinds.push(usesPassword(account) ? 'password' : 'provider')
    return { account, factors, kinds, confirmedAt }
  }

  const look = (principal: Principal) => withTenant(db, contextOf(principal, ''), (tx) => describe(tx, principal), { readOnly: true })

  const viewOf = (kinds: ConfirmationKind[], confirmedAt: Date | null): Confirmation => ({
    kinds,
    freshUntil: freshUntil(confirmedAt)?.toISOString() ?? null,
  })

  const purposeOf = ({ sessionId = '' }: Principal) => ({ purpose: 'confirmation', subject: sessionId }) as const

  async function isRight(
    tx: TenantTransaction,
    principal: Principal,
    account: AccountRow,
    given: BodyOf<typeof confirmIdentity>,
    { client }: Attempt,
  ): Promise<boolean> {
    if (given.kind === 'password') return hasher.verify(account.password_hash, given.password)
    const proof: Proof = given.kind === 'passkey' ? { ...given, use: purposeOf(principal) } : given
    return (await consumeProof(tx, tools, account, proof, client)) === 'right'
  }

  return {
    async requireFresh(principal, tx) {
      if (principal.type !== 'user') return
      const read = <T>(work: (given: TenantTransaction) => Promise<T>) =>
        tx ? work(tx) : withTenant(db, contextOf(principal, ''), work, { readOnly: true })
      if (freshUntil(await read((given) => confirmedAtOf(given, principal)))) return
      const { kinds } = await read((given) => describe(given, principal))
      throw problem('freshness_required', { kinds: kinds.join(',') })
    },

    async read(principal) {
      const { kinds, confirmedAt } = await look(principal)
      return viewOf(kinds, confirmedAt)
    },

    async askPasskey(principal) {
      const { kinds, factors } = await look(principal)
      if (!kinds.includes('passkey')) throw problem('confirmation_unavailable')
      return passkeyRequest(tools, purposeOf(principal), factors)
    },

    async confirm(principal, given, attempt) {
      const { account, kinds } = await look(principal)
      if (!kinds.includes(given.kind)) throw problem('confirmation_unavailable')
      const keys = throttleKeysOf(settings, accountKey(account.tenant_name, account.username), attempt)
      const until = await findLock(db, keys, settings.now())
      if (until) throw lockedProblem(until, settings.now())
      const time = settings.now()
      const { address, userAgent, requestId } = attempt.client
      const who = { userId: principal.id, username: account.username, address, userAgent, details: { method: given.kind } }
      const isConfirmed = await withTenant(db, contextOf(principal, requestId), async (tx) => {
        const right = await isRight(tx, principal, account, given, attempt)
        if (right) {
          await withoutAnnouncing(tx)
            .updateTable('user_session')
            .set({ confirmed_at: time })
            .where('tenant_id', '=', tenantIdOf(tx))
            .where('session_id', '=', principal.sessionId ?? '')
            .where('ended_at', 'is', null)
            .execute()
        }
        const outcome = right ? 'success' : 'failure'
        await recordEvent(tx, { kind: right ? 'identity_confirmed' : 'identity_not_confirmed', outcome, ...who })
        return right
      })
      if (isConfirmed) return viewOf(kinds, time)
      await recordFailure(db, keys, settings.now())
      if (given.kind === 'passkey') throw problem('passkey_refused')
      if (given.kind === 'password') throw problem('old_password_wrong', {}, { field: 'password' })
      throw problem('code_wrong', {}, { field: 'code' })
    },
  }
}

async function confirmedAtOf(tx: TenantTransaction, { sessionId }: Principal): Promise<Date | null> {
  const row = await tx
    .selectFrom('user_session')
    .select('confirmed_at')
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('session_id', '=', sessionId ?? '')
    .executeTakeFirst()
  return row?.confirmed_at ?? null
}
