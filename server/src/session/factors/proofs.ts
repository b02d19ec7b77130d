import type { PasskeyAssertion } from '@steward/contract/session/factors-schemas'
import { type TenantTransaction, tenantIdOf, withoutAnnouncing } from '../../db/tenant.ts'
import { recordEvent } from '../../system-log/record.ts'
import type { Client } from '../../http/client.ts'
import type { AccountRow } from '../queries.ts'
import { recoveryDigest, stepOfCode } from './codes.ts'
import { type ChallengeUse, type PasskeyOutcome, verifyAssertion } from './passkeys.ts'
import { type FactorRow, findFactors } from './queries.ts'
import type { FactorTools } from './tools.ts'

/** What a person gives as a second factor. */
export type Proof =
  | { kind: 'authenticator'; code: string }
  | { kind: 'recovery_code'; code: string }
  | { kind: 'passkey'; credential: PasskeyAssertion; use: ChallengeUse }

/** Checks a proof, and uses it up in the caller's transaction: of two parallel uses of a code, one is right. */
export async function consumeProof(
  tx: TenantTransaction,
  tools: FactorTools,
  account: AccountRow,
  proof: Proof,
  client: Client,
): Promise<PasskeyOutcome> {
  switch (proof.kind) {
    case 'authenticator':
      return (await consumeStep(tx, tools, account, proof.code)) ? 'right' : 'wrong'
    case 'recovery_code':
      return (await consumeRecoveryCode(tx, tools, account, proof.code, client)) ? 'right' : 'wrong'
    case 'passkey': {
      const row = (await findFactors(tx, account.user_id)).find(
        ({ credential_id: id }) => id?.toString('base64url') === proof.credential.id,
      )
      return verifyAssertion(tx, tools, proof.use, row, proof.credential)
    }
  }
}

/** The context that a secret is sealed in, so that it cannot be moved to another person. */
export const secretContext = (account: Pick<AccountRow, 'tenant_id' | 'user_id'>): string => `${account.tenant_id}:${account.user_id}`

function openSecret({ cipher }: FactorTools, account: AccountRow, row: FactorRow | undefined): string | undefined {
  const secret = row && cipher.open(row.shared_secret, secretContext(account))
  return typeof secret === 'string' ? secret : undefined
}

async function consumeStep(tx: TenantTransaction, tools: FactorTools, account: AccountRow, code: string): Promise<boolean> {
  const row = (await findFactors(tx, account.user_id)).find(({ kind }) => kind === 'authenticator')
  const secret = openSecret(tools, account, row)
  const step = secret === undefined ? undefined : stepOfCode(secret, code, tools.now())
  if (!row || step === undefined) return false
  const { numUpdatedRows } = await withoutAnnouncing(tx)
    .updateTable('sign_in_factor')
    .set({ last_step: step, last_used_at: tools.now() })
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('factor_id', '=', row.factor_id)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

async function consumeRecoveryCode(
  tx: TenantTransaction,
  { recoveryKey, now }: FactorTools,
  account: AccountRow,
  code: string,
  { address, userAgent }: Client,
): Promise<boolean> {
  const owner = { tenantId: account.tenant_id, userId: account.user_id }
  const { numUpdatedRows } = await tx
    .updateTable('recovery_code')
    .set({ used_at: now() })
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('user_id', '=', account.user_id)
    .where('code_digest', '=', recoveryDigest(recoveryKey, owner, code))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) return false
  const who = { userId: account.user_id, username: account.username, address, userAgent }
  await recordEvent(tx, { kind: 'recovery_code_used', outcome: 'success', ...who })
  return true
}
