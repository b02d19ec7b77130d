import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { FederationRefusalCode } from '@steward/contract/catalog/federation-codes'
import type { FederationAttempt, FederationStep } from '@steward/contract/federation/schemas'
import { type TenantTransaction, tenantIdOf, withoutAnnouncing } from '../db/tenant.ts'
import type { Client } from '../http/client.ts'
import { deviceName } from '../http/device.ts'
import type { Step } from './protocol.ts'

/** The trace of recent sign-ins through the provider. Changes are announced only when someone is likely to be watching. */

/** Attempts kept per tenant, and how many of them can lack a response or a request: anonymous users can send any number. */
const kept = 100
const keptOfStrangers = 20
/** Messages that no one asked for are recorded at this rate; the others of that minute are alike. */
const unaskedPerMinute = 10

export interface Refused {
  code: FederationRefusalCode
  parameters: Record<string, string | number>
}

export async function beginAttempt(
  tx: TenantTransaction,
  attempt: { attemptId: string; at: Date; isTest: boolean; providerName: string; protocol: 'oidc' | 'saml'; steps: readonly Step[] },
  client: Client,
): Promise<void> {
  await withoutAnnouncing(tx)
    .insertInto('federation_attempt')
    .values({
      tenant_id: tenantIdOf(tx),
      attempt_id: attempt.attemptId,
      occurred_at: attempt.at,
      is_test: attempt.isTest,
      provider_name: attempt.providerName,
      protocol: attempt.protocol,
      outcome: 'pending',
      address: client.address ?? null,
      user_agent: client.userAgent,
      steps: JSON.stringify(attempt.steps),
    })
    .execute()
  await trim(tx)
}

export interface UnaskedAttempt {
  kind: 'sign_in' | 'sign_out'
  at: Date
  providerName: string
  protocol: 'oidc' | 'saml'
  steps: readonly Step[]
  refusal: Refused
}

/** Records a refused message that belongs to no flow. Undefined if there were too many of them within a minute. */
export async function recordUnasked(tx: TenantTransaction, attempt: UnaskedAttempt, client: Client): Promise<string | undefined> {
  const recent = await tx
    .selectFrom('federation_attempt')
    .select('attempt_id')
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('is_unasked', '=', true)
    .where('occurred_at', '>', new Date(attempt.at.getTime() - 60_000))
    .limit(unaskedPerMinute)
    .execute()
  if (recent.length >= unaskedPerMinute) return undefined
  const attemptId = randomUUID()
  await tx
    .insertInto('federation_attempt')
    .values({
      tenant_id: tenantIdOf(tx),
      attempt_id: attemptId,
      occurred_at: attempt.at,
      kind: attempt.kind,
      is_unasked: true,
      is_test: false,
      provider_name: attempt.providerName,
      protocol: attempt.protocol,
      outcome: 'failure',
      refusal: JSON.stringify(attempt.refusal),
      address: client.address ?? null,
      user_agent: client.userAgent,
      steps: JSON.stringify(attempt.steps),
    })
    .execute()
  await trim(tx)
  return attemptId
}

async function trim(tx: TenantTransaction): Promise<void> {
  await sql`
    delete from federation_attempt
     where tenant_id = ${tenantIdOf(tx)}::uuid and attempt_id in (
       select attempt_id from (
         select attempt_id, outcome = 'pending' or is_unasked as of_stranger,
                row_number() over (partition by outcome = 'pending', is_unasked order by occurred_at desc, attempt_id desc) as position
           from federation_attempt where tenant_id = ${tenantIdOf(tx)}::uuid) numbered
        where position > case when of_stranger then ${keptOfStrangers}::int else ${kept}::int end)`.execute(tx)
}

export interface AttemptProgress {
  steps: readonly Step[]
  outcome?: 'success' | 'failure'
  refusal?: Refused
  username?: string
}

/** Adds the outcome to an attempt. */
export async function continueAttempt(
  tx: TenantTransaction,
  attemptId: string,
  { steps, outcome, refusal, username }: AttemptProgress,
): Promise<void> {
  // Failures and tests are announced to consoles; successes would keep them busy all morning.
  const isTold = outcome === 'failure'
  await (isTold ? tx : withoutAnnouncing(tx))
    .updateTable('federation_attempt')
    .set({
      steps: sql`steps || ${JSON.stringify(steps)}::jsonb`,
      ...(outcome === undefined ? {} : { outcome }),
      ...(refusal === undefined ? {} : { refusal: JSON.stringify(refusal) }),
      ...(username === undefined ? {} : { username }),
    })
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('attempt_id', '=', attemptId)
    .execute()
}

export async function listAttempts(tx: TenantTransaction): Promise<FederationAttempt[]> {
  const rows = await tx
    .selectFrom('federation_attempt')
    .selectAll()
    .select(sql<string | null>`host(address)`.as('host'))
    .where('tenant_id', '=', tenantIdOf(tx))
    .orderBy('occurred_at', 'desc')
    .orderBy('attempt_id', 'desc')
    .limit(kept)
    .execute()
  return rows.map((row) => ({
    attemptId: row.attempt_id,
    kind: row.kind,
    at: row.occurred_at.toISOString(),
    isTest: row.is_test,
    providerName: row.provider_name,
    protocol: row.protocol,
    outcome: row.outcome,
    // Both were written above, in these shapes.
    refusal: row.refusal as FederationAttempt['refusal'],
    username: row.username,
    address: row.host,
    device: deviceName(row.user_agent),
    steps: row.steps as FederationStep[],
  }))
}
