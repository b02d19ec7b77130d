import { type ProblemException, problem } from '@steward/contract/errors'
import { passkeyLimit } from '@steward/contract/rules/factors'
import type { FactorKind } from '@steward/contract/rules/factors'
import type { AuthenticatorSetup, Factor, PasskeyAttestation, PasskeyCreation } from '@steward/contract/session/factors-schemas'
import { type TenantTransaction, tenantIdOf } from '../../db/tenant.ts'
import { constraintOf } from '../../db/constraint.ts'
import { deviceName } from '../../http/device.ts'
import type { Client } from '../../http/client.ts'
import { recordEvent } from '../../system-log/record.ts'
import { usesPassword } from '../core.ts'
import type { AccountRow } from '../queries.ts'
import { tellFactorChange } from '../reports.ts'
import type { SessionPolicies, SessionPolicy } from '../policies.ts'
import { type SessionSettings, laterBy, minuteMs } from '../settings.ts'
import { newRecoveryCodes, newSecret, recoveryDigest, setupAddress, stepOfCode } from './codes.ts'
import { type ChallengeUse, passkeyCreation, verifyAttestation } from './passkeys.ts'
import { secretContext } from './proofs.ts'
import { eventDetails, factorView, findFactors, lockUser, replaceRecoveryCodes, unusedRecoveryCodes } from './queries.ts'
import type { FactorTools } from './tools.ts'

/** How long a secret waits for its first code. */
const setupMinutes = 10
const setupContext = (account: AccountRow): string => `setup:${secretContext(account)}`

/** A factor to add: an authenticator with its first code, or a passkey. */
export type NewFactor = { name?: string | undefined } & (
  | { kind: 'authenticator'; setupToken: string; code: string }
  | { kind: 'passkey'; credential: PasskeyAttestation; use: ChallengeUse }
)

export interface AddedFactor {
  factor: Factor
  recoveryCodes: string[] | null
}

/** Setting up factors, in the profile and during a sign-in. Each method works in the caller's transaction. */
export interface Enrolling {
  /** @throws authenticator_exists, factor_kind_refused */
  setUpAuthenticator(tx: TenantTransaction, account: AccountRow): Promise<AuthenticatorSetup>
  /** @throws passkey_limit_reached, factor_kind_refused */
  setUpPasskey(tx: TenantTransaction, account: AccountRow, use: ChallengeUse): Promise<PasskeyCreation>
  /**
   * Adds a factor, with recovery codes if there are none yet, and tells its owner.
   * @throws code_wrong, passkey_refused, authenticator_setup_ended, and the errors of setting up
   */
  add(tx: TenantTransaction, account: AccountRow, added: NewFactor, client: Client): Promise<AddedFactor>
  newCodes(tx: TenantTransaction, account: AccountRow, client: Client): Promise<string[]>
}

/** The parts of the session area that setting up factors needs. */
export interface EnrollingPorts {
  settings: Pick<SessionSettings, 'now'>
  policies: { of(...tenant: Parameters<SessionPolicies['of']>): Promise<Pick<SessionPolicy, 'secondFactor'>> }
}

/** `tell` tells people that their factors changed. */
export function createEnrolling({ settings, policies }: EnrollingPorts, tools: FactorTools, tell = tellFactorChange): Enrolling {
  async function mustAllow(account: AccountRow, kind: FactorKind): Promise<void> {
    const { secondFactor } = await policies.of(account.tenant_id)
    if (!usesPassword(account) || !secondFactor.kinds.includes(kind)) throw problem('factor_kind_refused')
  }

  function openSetup(account: AccountRow, token: string): string {
    const opened = tools.cipher.open(parseSealed(token), setupContext(account))
    if (typeof opened !== 'object' || opened === null || !('secret' in opened) || !('expires' in opened)) {
      throw problem('authenticator_setup_ended')
    }
    if (typeof opened.secret !== 'string' || Number(opened.expires) <= settings.now().getTime()) throw problem('authenticator_setup_ended')
    return opened.secret
  }

  /** The columns of the new factor. */
  async function columnsOf(tx: TenantTransaction, account: AccountRow, added: NewFactor) {
    if (added.kind === 'passkey') {
      const record = await verifyAttestation(tx, tools, added.use, added.credential)
      if (!record) throw problem('passkey_refused')
      return record
    }
    const secret = openSetup(account, added.setupToken)
    const step = stepOfCode(secret, added.code, settings.now())
    if (step === undefined) throw problem('code_wrong', {}, { field: 'code' })
    return { shared_secret: JSON.stringify(tools.cipher.seal(secret, secretContext(account))), last_step: step }
  }

  async function mustFit(tx: TenantTransaction, account: AccountRow, kind: FactorKind): Promise<number> {
    await mustAllow(account, kind)
    const factors = await findFactors(tx, account.user_id)
    if (kind === 'authenticator' && factors.some((factor) => factor.kind === kind)) throw problem('authenticator_exists')
    if (factors.filter((factor) => factor.kind === 'passkey').length >= passkeyLimit)
      throw problem('passkey_limit_reached', { limit: passkeyLimit })
    return factors.length
  }

  const newCodes: Enrolling['newCodes'] = async (tx, account, { address, userAgent }) => {
    const codes = newRecoveryCodes()
    const owner = { tenantId: account.tenant_id, userId: account.user_id }
    const digests = codes.map((code) => recoveryDigest(tools.recoveryKey, owner, code))
    await replaceRecoveryCodes(tx, account.user_id, digests, settings.now())
    const who = { userId: account.user_id, username: account.username, address, userAgent }
    await recordEvent(tx, { kind: 'recovery_codes_created', outcome: 'success', ...who })
    return codes
  }

  return {
    newCodes,
    async setUpAuthenticator(tx, account) {
      await mustFit(tx, account, 'authenticator')
      const secret = newSecret()
      const expires = laterBy(settings.now(), setupMinutes * minuteMs).getTime()
      const sealed = tools.cipher.seal({ secret, expires }, setupContext(account))
      const setupToken = Buffer.from(JSON.stringify(sealed)).toString('base64url')
      return { setupToken, secret, address: setupAddress(secret, `${account.username} (${account.tenant_name})`) }
    },
    async setUpPasskey(tx, account, use) {
      await mustFit(tx, account, 'passkey')
      return passkeyCreation(tools, use, account, await findFactors(tx, account.user_id))
    },
    async add(tx, account, added, client) {
      await lockUser(tx, account.user_id)
      const { kind, name } = added
      await mustFit(tx, account, kind)
      const columns = await columnsOf(tx, account, added)
      const row = await tx
        .insertInto('sign_in_factor')
        .values({
          tenant_id: tenantIdOf(tx),
          user_id: account.user_id,
          kind,
          // The browser says nothing about the phone: without a name, readers see what it is, in their language.
          factor_name: name ?? (kind === 'authenticator' ? '' : deviceName(client.userAgent)),
          created_at: settings.now(),
          ...columns,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
        .catch((error: unknown) => {
          throw asProblem(error)
        })
      const { address, userAgent } = client
      const who = { userId: account.user_id, username: account.username, address, userAgent }
      await recordEvent(tx, { kind: 'factor_added', outcome: 'success', ...who, details: eventDetails(row) })
      const { createdAt } = await unusedRecoveryCodes(tx, account.user_id)
      const recoveryCodes = createdAt === null ? await newCodes(tx, account, client) : null
      await tell(tx, account, { change: 'added', kind, time: row.created_at })
      return { factor: factorView(row), recoveryCodes }
    },
  }
}

function parseSealed(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString())
  } catch {
    return undefined
  }
}

const constraints: Readonly<Record<string, () => ProblemException>> = {
  sign_in_factor_credential_unique: () => problem('passkey_known'),
  sign_in_factor_one_authenticator: () => problem('authenticator_exists'),
}

const asProblem = (error: unknown): unknown => constraints[constraintOf(error) ?? '']?.() ?? error
