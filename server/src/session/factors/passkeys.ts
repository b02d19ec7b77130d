import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from '@steward/contract/session/factors-schemas'
import { type TenantTransaction, tenantIdOf, withoutAnnouncing } from '../../db/tenant.ts'
import type { AccountRow } from '../queries.ts'
import { type Challenge, type ChallengePurpose, challengeMs } from './challenges.ts'
import type { FactorRow } from './queries.ts'
import type { FactorTools } from './tools.ts'

/** Passkeys (WebAuthn Level 3). Every one has to verify its user, so that it also counts alone. */

/** ES256, EdDSA and RS256 (IANA COSE algorithms), which authenticators have. */
const algorithms = [-7, -8, -257]

/** What a challenge is answered for, and the session or pending sign-in that it belongs to. */
export interface ChallengeUse {
  purpose: ChallengePurpose
  subject: string
}

/** The user handle: tenant and user, 16 bytes each, so that a passkey alone leads to its owner. It names no one. */
const handleOf = (tenantId: string, userId: string): Buffer => Buffer.from((tenantId + userId).replaceAll('-', ''), 'hex')

const uuidOf = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The tenant and user of a user handle; undefined if it is not one of ours. */
export function ownerOfHandle(handle: string | undefined): { tenantId: string; userId: string } | undefined {
  const bytes = Buffer.from(handle ?? '', 'base64url')
  return bytes.length === 32 ? { tenantId: uuidOf(bytes.subarray(0, 16)), userId: uuidOf(bytes.subarray(16)) } : undefined
}

const isPasskey = (row: FactorRow): row is FactorRow & { credential_id: Buffer; public_key: Buffer } => row.credential_id !== null

const descriptors = (factors: readonly FactorRow[]) =>
  factors
    .filter(isPasskey)
    .map((row) => ({ id: row.credential_id.toString('base64url'), type: 'public-key' as const, transports: row.transports ?? [] }))

/** What to ask a browser for; without `factors` it offers the passkeys that it has. */
export function passkeyRequest(
  { challenges, relyingParty }: FactorTools,
  use: ChallengeUse,
  factors?: readonly FactorRow[],
): PasskeyRequest {
  return {
    challenge: challenges.issue(use.purpose, use.subject),
    rpId: relyingParty.id,
    timeout: challengeMs,
    userVerification: 'required',
    ...(factors ? { allowCredentials: descriptors(factors) } : {}),
  }
}

export function passkeyCreation(
  { challenges, relyingParty }: FactorTools,
  use: ChallengeUse,
  account: AccountRow,
  factors: readonly FactorRow[],
): PasskeyCreation {
  return {
    rp: { id: relyingParty.id, name: 'Steward' },
    user: {
      id: handleOf(account.tenant_id, account.user_id).toString('base64url'),
      name: account.username,
      displayName: `${account.given_name} ${account.family_name}`.trim() || account.username,
    },
    challenge: challenges.issue(use.purpose, use.subject),
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeMs,
    excludeCredentials: descriptors(factors),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

/** False if the challenge has been answered before. */
async function consume(tx: TenantTransaction, { digest, expiresAt }: Challenge): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await withoutAnnouncing(tx)
    .insertInto('used_challenge')
    .values({ tenant_id: tenantIdOf(tx), challenge_digest: digest, expires_at: expiresAt })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'challenge_digest']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** A new passkey's record; undefined if it was not made for this challenge, origin and relying party, with its user verified. */
export async function verifyAttestation(
  tx: TenantTransaction,
  { challenges, relyingParty }: FactorTools,
  use: ChallengeUse,
  credential: PasskeyAttestation,
) {
  let answered: Challenge | undefined
  const result = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {}, response: { ...credential.response, transports: [] } },
    expectedChallenge: (text) => (answered = challenges.check(text, use.purpose, use.subject)) !== undefined,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined)
  if (!result?.verified || !answered || !(await consume(tx, answered))) return undefined
  const { credential: made, credentialBackedUp } = result.registrationInfo
  return {
    credential_id: Buffer.from(made.id, 'base64url'),
    public_key: Buffer.from(made.publicKey),
    signature_counter: made.counter,
    transports: credential.response.transports ?? [],
    is_backed_up: credentialBackedUp,
  }
}

/** `cloned`: right, but its counter went back, so that there are two of it (WebAuthn Level 3, section 6.1.1). */
export type PasskeyOutcome = 'right' | 'wrong' | 'cloned'

/** Verifies a passkey against its record, and records its use. */
export async function verifyAssertion(
  tx: TenantTransaction,
  { challenges, relyingParty, now }: FactorTools,
  use: ChallengeUse,
  row: FactorRow | undefined,
  credential: PasskeyAssertion,
): Promise<PasskeyOutcome> {
  if (!row || !isPasskey(row)) return 'wrong'
  let answered: Challenge | undefined
  const result = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: (text) => (answered = challenges.check(text, use.purpose, use.subject)) !== undefined,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    // Counters are compared below, together with concurrent uses.
    credential: { id: credential.id, publicKey: new Uint8Array(row.public_key), counter: 0 },
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!result?.verified || !answered || !(await consume(tx, answered))) return 'wrong'
  const { newCounter, credentialBackedUp } = result.authenticationInfo
  const { numUpdatedRows } = await withoutAnnouncing(tx)
    .updateTable('sign_in_factor')
    .set({ signature_counter: newCounter, is_backed_up: credentialBackedUp, last_used_at: now() })
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('factor_id', '=', row.factor_id)
    .where((eb) => eb.or([eb('signature_counter', '<', newCounter), ...(newCounter === 0 ? [eb('signature_counter', '=', 0)] : [])]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n ? 'right' : 'cloned'
}
