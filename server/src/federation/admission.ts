import { ProblemException } from '@steward/contract/errors'
import type { FederationTestResult } from '@steward/contract/federation/schemas'
import { provesSecondFactor } from '@steward/contract/rules/provider-factor'
import { type TenantContext, type TenantTransaction, tenantIdOf, withTenant, withoutAnnouncing } from '../db/tenant.ts'
import { type ExternalPerson, type ExternalPlan, type ExternalRefusal, admitExternal, planExternal } from '../users/external.ts'
import type { Client } from '../http/client.ts'
import type { OpenedSession } from '../session/external.ts'
import type { FlowRow } from './flow-rows.ts'
import type { FederationContext } from './context.ts'
import { type FederatedIdentity, type Step, createSteps } from './protocol.ts'
import { type ProviderRow, findProviders } from './queries.ts'
import { sealText } from './secrets.ts'
import { changesIdentifier, mappingsOf } from './setup.ts'
import { type AttemptProgress, type Refused, continueAttempt } from './trace.ts'

/** The result of admitting a user whom the provider has authenticated. */
export type Admission =
  | { kind: 'signedIn'; session: OpenedSession }
  | { kind: 'test'; result: FederationTestResult; progress: AttemptProgress }
  | { kind: 'refused'; refusal: Refused; steps: Step[]; cause: unknown }

interface Arrival {
  flow: FlowRow
  row: ProviderRow
  identity: FederatedIdentity
}

type Plan = ExternalPlan | ExternalRefusal
const isRefusal = (plan: Plan): plan is ExternalRefusal => 'code' in plan
const refusedBy = (plan: ExternalRefusal): Refused => ({ code: plan.code, parameters: 'domain' in plan ? { domain: plan.domain } : {} })

export const logoutContext = (tenantId: string) => `federation_session ${tenantId}`

const personOf = ({ row, identity }: Arrival): ExternalPerson => ({
  issuer: row.issuer,
  subject: identity.subject,
  email: identity.email,
  emailIsVerified: identity.emailIsVerified,
  givenName: identity.givenName,
  familyName: identity.familyName,
  providerGroups: identity.groups,
  rules: { adminGroupName: row.admin_group_name, mappings: mappingsOf(row), breakGlassUsername: row.admin_username },
})

/** Finds or creates the user, sets their groups and opens the session in one transaction; a test only reports what would happen. */
export async function admit(context: FederationContext, ctx: TenantContext, arrival: Arrival, client: Client): Promise<Admission> {
  const { flow, row } = arrival
  const person = personOf(arrival)
  const { steps, note } = createSteps(context.settings.now)
  if (flow.is_test) return { kind: 'test', ...(await tryOut(context, ctx, arrival, client)) }
  // Changes are made in the provider's name.
  const asProvider = { ...ctx, actor: { type: 'system' as const, id: 'federation', name: row.provider_name } }
  try {
    return await withTenant(context.db, asProvider, async (tx): Promise<Admission> => {
      const weak = await factorRefusal(tx, context, arrival.identity, note)
      if (weak) return { kind: 'refused', refusal: weak, steps, cause: undefined }
      const plan = await planExternal(tx, person, context)
      if (isRefusal(plan)) {
        note('user', 'failed')
        return { kind: 'refused', refusal: refusedBy(plan), steps, cause: undefined }
      }
      const userId = await admitExternal(tx, person, plan)
      notePlan(note, plan)
      const session = await context.external.open(tx, { tenantId: ctx.tenantId, userId, method: row.protocol }, client)
      note('session', 'passed')
      await rememberSession(tx, context, ctx.tenantId, arrival, session.sessionId)
      await continueAttempt(tx, flow.attempt_id, { steps, outcome: 'success', username: session.account.username })
      return { kind: 'signedIn', session }
    })
  } catch (error) {
    // The address is not allowed, or the user was disabled in the meantime.
    if (!(error instanceof ProblemException)) throw error
    const isAddress = error.code === 'address_refused'
    const refusal: Refused = isAddress
      ? { code: 'address_refused', parameters: { address: client.address ?? '' } }
      : { code: error.code === 'login_failed' ? 'user_disabled' : 'unexpected', parameters: { reason: error.code } }
    note('session', 'failed', refusal.parameters)
    return { kind: 'refused', refusal, steps, cause: isAddress ? error : undefined }
  }
}

/** Why the provider's second factor is not enough for the tenant; undefined if it is, or none is required. */
async function factorRefusal(
  tx: TenantTransaction,
  context: FederationContext,
  { authentication }: FederatedIdentity,
  note: ReturnType<typeof createSteps>['note'],
): Promise<Refused | undefined> {
  const { requiresProviderFactor, providerContexts } = await context.factorRule(tx)
  if (!requiresProviderFactor) return undefined
  const received = [...authentication.methods, ...authentication.contexts].join(', ').slice(0, 300) || '–'
  const isProven = provesSecondFactor(authentication, providerContexts)
  note('factor', isProven ? 'passed' : 'failed', { received })
  return isProven ? undefined : { code: 'factor_missing', parameters: { received } }
}

function notePlan(note: ReturnType<typeof createSteps>['note'], plan: ExternalPlan): void {
  note('user', 'passed', { found: plan.found, username: plan.user?.username ?? plan.email ?? '' })
  note('groups', 'passed', { added: plan.joins.length, removed: plan.leaves.length })
  note('administrator', plan.keepsAdministrator ? 'warning' : 'passed', { isAdministrator: plan.isAdministrator })
}

async function rememberSession(
  tx: TenantTransaction,
  { cipher }: FederationContext,
  tenantId: string,
  { row, identity }: Arrival,
  sessionId: string,
) {
  await withoutAnnouncing(tx)
    .insertInto('federation_session')
    .values({
      tenant_id: tenantIdOf(tx),
      session_id: sessionId,
      issuer: row.issuer,
      subject: identity.logoutSubject ?? identity.subject,
      provider_session_id: identity.providerSession.sessionId ?? null,
      logout: sealText(cipher, JSON.stringify(identity.providerSession), logoutContext(tenantId)),
    })
    .execute()
}

async function tryOut(context: FederationContext, ctx: TenantContext, arrival: Arrival, client: Client) {
  const { flow, identity } = arrival
  const { steps, note } = createSteps(context.settings.now)
  const { plan, weak } = await withTenant(context.db, ctx, async (tx): Promise<{ plan: Plan; weak: Refused | undefined }> => {
    const { active } = await findProviders(tx)
    const missing = await factorRefusal(tx, context, identity, note)
    const planned = await planExternal(
      tx,
      { ...personOf(arrival), isRelinked: active !== undefined && changesIdentifier(active, arrival.row) },
      context,
    )
    return { plan: planned, weak: missing }
  })
  const isAllowed = await context.external.isAllowedFrom(ctx.tenantId, client.address)
  const addressRefusal: Refused = { code: 'address_refused', parameters: { address: client.address ?? '' } }
  const refusal = weak ?? (isRefusal(plan) ? refusedBy(plan) : isAllowed ? undefined : addressRefusal)
  const found = isRefusal(plan) ? undefined : plan
  if (found) notePlan(note, found)
  else note('user', 'failed')
  const outcome = refusal ? ('failure' as const) : ('success' as const)
  const result: FederationTestResult = {
    attemptId: flow.attempt_id,
    at: context.settings.now().toISOString(),
    testedBy: flow.started_by ?? '',
    outcome,
    refusal: refusal ?? null,
    claims: identity.claims,
    subject: identity.subject,
    email: identity.email ?? null,
    givenName: identity.givenName ?? null,
    familyName: identity.familyName ?? null,
    nameFrom: identity.nameFrom ?? null,
    providerGroups: identity.groups ?? [],
    username: found?.user?.username ?? null,
    found: found?.found ?? null,
    isAdministrator: found?.isAdministrator ?? false,
    joins: found?.joins ?? [],
    leaves: found?.leaves ?? [],
  }
  const username = found?.user?.username ?? identity.email ?? identity.subject
  const progress: AttemptProgress = { steps, outcome, username, ...(refusal ? { refusal } : {}) }
  return { result, progress }
}
