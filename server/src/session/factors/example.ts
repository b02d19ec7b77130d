import { problem } from '@steward/contract/errors'
import { secondFactorSchema } from '@steward/contract/rules/settings-schemas'
import type { TenantTransaction } from '../../db/tenant.ts'
import { findAccount } from '../queries.ts'
import type { SessionSettings } from '../settings.ts'
import { codeOf } from './codes.ts'
import { type Enrolling, createEnrolling } from './enrolling.ts'
import { consumeProof } from './proofs.ts'
import { createFactorTools } from './tools.ts'

/** What seals secrets in this installation. */
export type Sealing = Pick<SessionSettings, 'sealingKey' | 'publicUrl'>

/** Set up as everyone does, but without the mail: no one reads it. */
function enrollingAt(settings: Sealing & { now: () => Date }): Enrolling {
  const policy = { secondFactor: secondFactorSchema.parse({}) }
  return createEnrolling({ settings, policies: { of: async () => policy } }, createFactorTools(settings), async () => {})
}

/**
 * Gives a person of the demo an authenticator app with recovery codes, which they last used at `usedAt`. The secret is random and
 * is not kept elsewhere, so no one can give its codes.
 */
export async function addAuthenticatorApp(
  tx: TenantTransaction,
  userId: string,
  sealing: Sealing,
  { at, usedAt, userAgent }: { at: Date; usedAt: Date; userAgent: string },
): Promise<void> {
  const account = await findAccount(tx, userId)
  if (!account) throw problem('not_found')
  // An address reserved for documentation (RFC 5737).
  const client = { address: '203.0.113.20', userAgent, requestId: '' }
  const enrolling = enrollingAt({ ...sealing, now: () => at })
  const { secret, setupToken } = await enrolling.setUpAuthenticator(tx, account)
  await enrolling.add(tx, account, { kind: 'authenticator', setupToken, code: codeOf(secret, at) }, client)
  const tools = createFactorTools({ ...sealing, now: () => usedAt })
  await consumeProof(tx, tools, account, { kind: 'authenticator', code: codeOf(secret, usedAt) }, client)
}
