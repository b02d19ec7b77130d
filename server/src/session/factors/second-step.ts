import { problem } from '@steward/contract/errors'
import type { SecondStepKind } from '@steward/contract/rules/factors'
import type { PasskeyAssertion, PasskeyCreation, PasskeyRequest, AuthenticatorSetup } from '@steward/contract/session/factors-schemas'
import { isAllowedFrom } from '@steward/contract/rules/addresses'
import { type TenantTransaction, systemContext, tenantIdOf, withTenant, withoutAnnouncing } from '../../db/tenant.ts'
import type { Client } from '../../http/client.ts'
import { recordEvent } from '../../system-log/record.ts'
import {
  type Attempt,
  type SessionCore,
  addressRefused,
  isEnabled,
  isNewBrowser,
  lockedProblem,
  throttleKeysOf,
  usesPassword,
} from '../core.ts'
import type { OpenedSession } from '../external.ts'
import { type OpaqueToken, mintToken } from '../opaque-token.ts'
import { type FinishedSignIn, type Opening, finish, openIn } from '../opening.ts'
import { type AccountRow, findAccount, findLock, userContext } from '../queries.ts'
import { dayMs, laterBy } from '../settings.ts'
import { type ThrottleKeys, accountKey, recordFailure } from '../throttle.ts'
import { mustEnroll } from './demand.ts'
import type { Enrolling, NewFactor } from './enrolling.ts'
import { type PasskeyOutcome, ownerOfHandle, passkeyRequest, verifyAssertion } from './passkeys.ts'
import { type Proof, consumeProof } from './proofs.ts'
import { findFactors, kindsOf } from './queries.ts'
import type { IssuedStep, OpenStep, StepCredential, Steps } from './steps.ts'
import type { FactorTools } from './tools.ts'

/** A browser that will not be asked for a second factor for some days. */
export interface Remembered {
  token: OpaqueToken
  days: number
}

/** A finished sign-in, or the step that is left. */
export type StepResult = (FinishedSignIn & { remembered?: Remembered }) | IssuedStep

type GivenProof = { kind: 'authenticator' | 'recovery_code'; code: string } | { kind: 'passkey'; credential: PasskeyAssertion }

/** The second step of a sign-in, setting up a factor in its place, and the sign-in with a passkey alone. */
export interface SecondStep {
  /** @throws sign_in_step_ended, address_refused, login_failed */
  askPasskey(credential: StepCredential, client: Client): Promise<PasskeyRequest>
  /** @throws code_wrong, passkey_refused, sign_in_locked, and the errors of `askPasskey` */
  pass(credential: StepCredential, given: GivenProof & { rememberDevice: boolean }, attempt: Attempt): Promise<StepResult>
  setUpAuthenticator(credential: StepCredential, client: Client): Promise<AuthenticatorSetup>
  setUpPasskey(credential: StepCredential, client: Client): Promise<PasskeyCreation>
  /** Adds the factor that the tenant asks for, and finishes the sign-in. */
  enroll(credential: StepCredential, added: EnrolledFactor, attempt: Attempt): Promise<FinishedSignIn & { recoveryCodes: string[] | null }>
  askPasskeyAlone(): PasskeyRequest
  /** @throws passkey_refused, passkey_unknown, address_refused */
  passkeyAlone(credential: PasskeyAssertion, attempt: Attempt): Promise<StepResult>
}

export type EnrolledFactor =
  | { kind: 'authenticator'; name?: string | undefined; setupToken: string; code: string }
  | { kind: 'passkey'; name?: string | undefined; credential: Extract<NewFactor, { kind: 'passkey' }>['credential'] }

/** No one guesses a passkey, so failures of others at the password don't hinder it. */
const unguessable: ThrottleKeys = { counted: new Map(), cleared: [], ofAccount: [] }

const aloneUse = { purpose: 'sign_in', subject: '' } as const

export function createSecondStep(core: SessionCore, tools: FactorTools, steps: Steps, enrolling: Enrolling): SecondStep {
  const { db, settings, policies } = core

  const throttleOf = (account: AccountRow, attempt: Attempt) =>
    throttleKeysOf(settings, accountKey(account.tenant_name, account.username), attempt)

  async function fail(step: OpenStep, kind: SecondStepKind, outcome: PasskeyOutcome, attempt: Attempt): Promise<never> {
    const { account } = step
    await recordFailure(db, throttleOf(account, attempt), settings.now())
    await withTenant(db, systemContext(account.tenant_id, attempt.client.requestId), async (tx) => {
      await steps.countFailure(tx, step)
      await logRefusal(tx, account, attempt.client, outcome, kind === 'passkey' ? 'passkey' : 'code')
    })
    throw kind === 'passkey' ? problem('passkey_refused') : problem('code_wrong', {}, { field: 'code' })
  }

  async function rememberBrowser(tx: TenantTransaction, account: AccountRow, days: number): Promise<Remembered> {
    const token = mintToken(account.tenant_id)
    const time = settings.now()
    await withoutAnnouncing(tx)
      .insertInto('remembered_browser')
      .values({
        tenant_id: tenantIdOf(tx),
        token_digest: token.digest,
        user_id: account.user_id,
        created_at: time,
        expires_at: laterBy(time, days * dayMs),
      })
      .execute()
    return { token, days }
  }

  async function mustNotBeLocked(account: AccountRow, attempt: Attempt): Promise<void> {
    const until = await findLock(db, throttleOf(account, attempt), settings.now())
    if (until) throw lockedProblem(until, settings.now())
  }

  function openAfter(
    tx: TenantTransaction,
    { account, policy }: Pick<OpenStep, 'account' | 'policy'>,
    opening: Pick<Opening, 'method' | 'throttleKeys' | 'client' | 'isNewBrowser'>,
  ): Promise<OpenedSession | undefined> {
    return openIn(tx, core, account, { ...opening, isConfirmed: true, newHash: null, policy })
  }

  const afterPassword = (account: AccountRow, attempt: Attempt) =>
    ({
      method: 'password',
      throttleKeys: throttleOf(account, attempt),
      client: attempt.client,
      isNewBrowser: isNewBrowser(account, attempt),
    }) as const

  return {
    async askPasskey(credential, client) {
      const { token, account } = await steps.find(credential, 'factor', client)
      const factors = await withTenant(db, systemContext(account.tenant_id), (tx) => findFactors(tx, account.user_id), { readOnly: true })
      return passkeyRequest(tools, { purpose: 'step', subject: token.digest.toString('hex') }, factors)
    },

    async pass(credential, { rememberDevice, ...given }, attempt) {
      const step = await steps.find(credential, 'factor', attempt.client)
      const { account, policy, token } = step
      await mustNotBeLocked(account, attempt)
      const proof: Proof = given.kind === 'passkey' ? { ...given, use: { purpose: 'step', subject: token.digest.toString('hex') } } : given
      const result = await withTenant(db, userContext(account, attempt.client.requestId), async (tx) => {
        const outcome = await consumeProof(tx, tools, account, proof, attempt.client)
        if (outcome !== 'right') return { refused: outcome }
        if (!(await steps.consume(tx, step))) throw problem('sign_in_step_ended')
        const kinds = kindsOf(await findFactors(tx, account.user_id))
        if (await mustEnroll(tx, account, kinds, policy.secondFactor, settings.now())) return { enrolls: given.kind }
        const opened = await openAfter(tx, step, afterPassword(account, attempt))
        if (!opened) throw problem('login_failed')
        const days = rememberDevice ? policy.secondFactor.rememberDays : 0
        return { opened, remembered: days > 0 ? await rememberBrowser(tx, account, days) : undefined }
      })
      if (result.refused) return fail(step, given.kind, result.refused, attempt)
      if (result.enrolls) {
        const { kinds } = policy.secondFactor
        return steps.issue(account, { purpose: 'enrollment', kinds, passedKind: result.enrolls }, attempt.client)
      }
      const { opened, remembered } = result
      return { ...(await finish(core, opened)), ...(remembered ? { remembered } : {}) }
    },

    async setUpAuthenticator(credential, client) {
      const { account } = await steps.find(credential, 'enrollment', client)
      return withTenant(db, systemContext(account.tenant_id), (tx) => enrolling.setUpAuthenticator(tx, account), { readOnly: true })
    },

    async setUpPasskey(credential, client) {
      const { account, token } = await steps.find(credential, 'enrollment', client)
      const use = { purpose: 'enrollment', subject: token.digest.toString('hex') } as const
      return withTenant(db, systemContext(account.tenant_id), (tx) => enrolling.setUpPasskey(tx, account, use), { readOnly: true })
    },

    async enroll(credential, added, attempt) {
      const step = await steps.find(credential, 'enrollment', attempt.client)
      const { account, token } = step
      await mustNotBeLocked(account, attempt)
      const factor: NewFactor =
        added.kind === 'passkey' ? { ...added, use: { purpose: 'enrollment', subject: token.digest.toString('hex') } } : added
      const { opened, recoveryCodes } = await withTenant(db, userContext(account, attempt.client.requestId), async (tx) => {
        if (!(await steps.consume(tx, step))) throw problem('sign_in_step_ended')
        const { recoveryCodes: codes } = await enrolling.add(tx, account, factor, attempt.client)
        // A factor that was added since the password was checked has to be given first.
        const isFirst = (await findFactors(tx, account.user_id)).length === 1
        if (!isFirst && step.passedKind === null) throw problem('sign_in_step_ended')
        const session = await openAfter(tx, step, afterPassword(account, attempt))
        if (!session) throw problem('login_failed')
        return { opened: session, recoveryCodes: codes }
      })
      return { ...(await finish(core, opened)), recoveryCodes }
    },

    askPasskeyAlone: () => passkeyRequest(tools, aloneUse),

    async passkeyAlone(credential, attempt) {
      const owner = ownerOfHandle(credential.response.userHandle)
      if (!owner) throw problem('passkey_refused')
      const policy = await policies.of(owner.tenantId)
      const { client } = attempt
      if (!isAllowedFrom(client.address, policy.ranges)) throw addressRefused(client.address)
      const account = await withTenant(db, systemContext(owner.tenantId), (tx) => findAccount(tx, owner.userId), { readOnly: true })
      if (!account) throw problem('passkey_unknown')
      if (!isEnabled(account) || !usesPassword(account)) throw problem('passkey_refused')
      const result = await withTenant(
        db,
        userContext(account, client.requestId),
        async (tx): Promise<{ opened: OpenedSession } | { refused: 'passkey_refused' | 'passkey_unknown' } | { enrolls: true }> => {
          const factors = await findFactors(tx, account.user_id)
          const row = factors.find(({ credential_id: id }) => id?.toString('base64url') === credential.id)
          const outcome = await verifyAssertion(tx, tools, aloneUse, row, credential)
          if (outcome !== 'right') {
            await logRefusal(tx, account, client, outcome, 'passkey')
            return { refused: row ? 'passkey_refused' : 'passkey_unknown' }
          }
          if (await mustEnroll(tx, account, kindsOf(factors), policy.secondFactor, settings.now())) return { enrolls: true }
          const opening = { method: 'passkey', throttleKeys: unguessable, client, isNewBrowser: isNewBrowser(account, attempt) } as const
          const opened = await openAfter(tx, { account, policy }, opening)
          if (!opened) throw problem('passkey_refused')
          return { opened }
        },
      )
      if ('refused' in result) throw problem(result.refused)
      if ('opened' in result) return finish(core, result.opened)
      return steps.issue(account, { purpose: 'enrollment', kinds: policy.secondFactor.kinds, passedKind: 'passkey' }, client)
    },
  }
}

async function logRefusal(
  tx: TenantTransaction,
  account: AccountRow,
  { address, userAgent }: Client,
  outcome: PasskeyOutcome,
  reason: 'code' | 'passkey',
): Promise<void> {
  const who = { userId: account.user_id, username: account.username, address, userAgent }
  if (outcome === 'cloned') await recordEvent(tx, { kind: 'passkey_refused', outcome: 'failure', ...who })
  await recordEvent(tx, { kind: 'sign_in_failed', outcome: 'failure', ...who, details: { reason } })
}
