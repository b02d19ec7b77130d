import type { FederationClaim, FederationTestResult } from '@steward/contract/federation/schemas'
import type { TenantTransaction } from '../db/tenant.ts'
import type { FlowRow } from './flow-rows.ts'
import type { AssertionAudience } from './protocol.ts'
import type { ProviderRow } from './queries.ts'
import type { Refused } from './trace.ts'

/** The result of a test that failed because of the provider or its response. */
export const failedTest = (flow: FlowRow, refusal: Refused, claims: FederationClaim[], now: Date): FederationTestResult => ({
  attemptId: flow.attempt_id,
  at: now.toISOString(),
  testedBy: flow.started_by ?? '',
  outcome: 'failure',
  refusal,
  claims,
  subject: null,
  email: null,
  givenName: null,
  familyName: null,
  nameFrom: null,
  providerGroups: [],
  username: null,
  found: null,
  isAdministrator: false,
  joins: [],
  leaves: [],
})

/** Stores a result with exactly the setup that was tested. */
export async function storeTest(tx: TenantTransaction, flow: FlowRow, row: ProviderRow, result: FederationTestResult): Promise<void> {
  await tx
    .updateTable('federation_provider')
    .set({ test_result: JSON.stringify(result) })
    .where('slot', '=', row.slot)
    .where('revision', '=', flow.revision)
    .execute()
}

/** Keeps the audience that a test found out, with the setup that was tested. */
export async function storeAudience(tx: TenantTransaction, flow: FlowRow, audience: AssertionAudience): Promise<void> {
  await tx
    .updateTable('federation_provider')
    .set({ assertion_audience: audience })
    .where('slot', '=', flow.slot)
    .where('revision', '=', flow.revision)
    .execute()
}
