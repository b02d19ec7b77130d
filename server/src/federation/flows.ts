import { randomUUID } from 'node:crypto'
import { ProblemException, problem } from '@steward/contract/errors'
import type { FederationTestResult } from '@steward/contract/federation/schemas'
import { type TenantContext, type TenantTransaction, systemContext, withTenant } from '../db/tenant.ts'
import type { FederationSlot } from '../db/types.ts'
import type { Client } from '../http/client.ts'
import type { OpenedSession } from '../session/external.ts'
import { recordEvent } from '../system-log/record.ts'
import { addressesOf } from './addresses.ts'
import { admit } from './admission.ts'
import { type FlowRow, claimCode, claimFlow, findByCode, findFlow, insertFlow, noteSeen, storeCode } from './flow-rows.ts'
import type { FederationContext } from './context.ts'
import {
  type Completion,
  type FederatedIdentity,
  type Incoming,
  type Protocol,
  ProtocolRefusal,
  type ProtocolTools,
  type ProviderSetup,
  type Remembered,
  createSteps,
} from './protocol.ts'
import { type ProviderRow, type TenantName, findCertificates, findKeys, findProviders, findTenantByName } from './queries.ts'
import { digestOf, isRandomText, openText, randomText, sealText } from './secrets.ts'
import { relyingPartyOf, setupOf } from './setup.ts'
import { failedTest, storeAudience, storeTest } from './test-results.ts'
import { type Refused, beginAttempt, continueAttempt, recordUnasked } from './trace.ts'

const flowMs = 10 * 60_000
const codeMs = 60_000

/** The result of `begin`: the destination, and the cookie for the browser. */
export interface Departed {
  location: string
  browser: string
  /** Lifetime of the cookie in seconds. */
  maxAge: number
}

/** The redirect after the callback: with a code, or with a refusal. */
export type Returned =
  | { kind: 'code'; code: string; isTest: boolean }
  | { kind: 'refused'; refusal: Refused; attemptId?: string; isTest: boolean }
  /** The provider sent a response that no one asked for: its tile was chosen, so a sign-in begins. */
  | { kind: 'start'; address: string }

export type Verified = { kind: 'signedIn'; session: OpenedSession } | { kind: 'test'; result: FederationTestResult }

const flowContext = (tenantId: string) => `federation_flow ${tenantId}`
const identityContext = (tenantId: string) => `federation_identity ${tenantId}`

type Note = ReturnType<typeof createSteps>['note']

interface FlowPorts {
  /** Reads the metadata of the active provider again. @throws if it cannot be read, or is another provider's */
  rereadMetadata(ctx: TenantContext): Promise<void>
}

/** A provider's metadata is read again at most this often because of a signature by an unknown key. */
const rereadEveryMs = 60_000

interface Loaded {
  row: ProviderRow
  setup: ProviderSetup
  protocol: Protocol
}

/**
 * The redirect to the provider and back. The flow is bound to the browser by a cookie that only the last step reads. That request
 * comes from our own page, so the cookie can be SameSite=Strict (login CSRF).
 */
export function createFlows(context: FederationContext, { rereadMetadata }: FlowPorts) {
  const { db, cipher, settings, log } = context

  const contextOf = (tenant: TenantName, requestId: string): TenantContext => systemContext(tenant.tenant_id, requestId)

  async function load(tx: TenantTransaction, tenant: TenantName, slot: FederationSlot): Promise<Loaded | undefined> {
    const row = (await findProviders(tx))[slot]
    const protocol = row && context.protocols.find((one) => one.protocol === row.protocol)
    if (!row || !protocol) return undefined
    const keys = await findKeys(tx)
    const relyingParty = relyingPartyOf(settings.publicUrl, tenant, keys, cipher, row.protocol)
    return { row, protocol, setup: setupOf(row, await findCertificates(tx, slot), relyingParty, cipher) }
  }

  function toolsOf(ctx: TenantContext): ProtocolTools {
    return {
      now: settings.now,
      fetch: context.fetchFor(ctx.tenantId),
      once: (id, until) => withTenant(db, ctx, (tx) => noteSeen(tx, digestOf(id), until)),
    }
  }

  /** @throws federation_inactive, federation_no_draft, federation_provider_unreachable */
  async function begin(
    tenantName: string,
    wanted: { isTest: boolean; startedBy: string | undefined; loginHint: string | undefined; browser: string | undefined },
    client: Client,
  ): Promise<Departed> {
    const tenant = await findTenantByName(db, tenantName)
    if (!tenant) throw problem('federation_inactive')
    const ctx = contextOf(tenant, client.requestId)
    const loaded = await withTenant(
      db,
      ctx,
      // A test without a draft uses the active setup.
      async (tx) => (wanted.isTest ? await load(tx, tenant, 'draft') : undefined) ?? (await load(tx, tenant, 'active')),
      { readOnly: true },
    )
    if (!loaded) throw problem(wanted.isTest ? 'federation_no_draft' : 'federation_inactive')
    const { row, setup, protocol } = loaded
    const flowId = randomText()
    const browser = isRandomText(wanted.browser) ? wanted.browser : randomText()
    const time = settings.now()
    const attempt = { attemptId: randomUUID(), at: time, isTest: wanted.isTest, providerName: row.provider_name, protocol: row.protocol }
    try {
      const { departure, remember, steps } = await protocol.begin(
        setup,
        { flowId, loginHint: wanted.loginHint, isTest: wanted.isTest },
        toolsOf(ctx),
      )
      await withTenant(db, ctx, async (tx) => {
        await insertFlow(tx, {
          flow_digest: digestOf(flowId),
          browser_digest: digestOf(browser),
          attempt_id: attempt.attemptId,
          slot: row.slot,
          revision: row.revision,
          is_test: wanted.isTest,
          started_by: wanted.startedBy ?? null,
          remembered: sealText(cipher, JSON.stringify(remember), flowContext(tenant.tenant_id)),
          departure: departure.kind === 'form' ? JSON.stringify(departure) : null,
          created_at: time,
          expires_at: new Date(time.getTime() + flowMs),
        })
        await beginAttempt(tx, { ...attempt, steps }, client)
      })
      const { departUrl } = addressesOf(settings.publicUrl, tenant.tenant_name)
      const location = departure.kind === 'redirect' ? departure.url : `${departUrl}?flow=${flowId}`
      return { location, browser, maxAge: Math.ceil((flowMs + codeMs) / 1000) }
    } catch (error) {
      if (!(error instanceof ProtocolRefusal)) throw error
      const refusal = { code: error.code, parameters: error.parameters }
      await withTenant(db, ctx, async (tx) => {
        await beginAttempt(tx, { ...attempt, steps: [] }, client)
        await continueAttempt(tx, attempt.attemptId, { steps: [], outcome: 'failure', refusal })
      })
      throw problem('federation_provider_unreachable')
    }
  }

  /** Checks the response against its flow, and creates the code that the browser exchanges for a session. */
  async function comeBack(tenantName: string, protocolName: Protocol['protocol'], incoming: Incoming, client: Client): Promise<Returned> {
    const tenant = await findTenantByName(db, tenantName)
    const protocol = context.protocols.find((one) => one.protocol === protocolName)
    if (!tenant || !protocol) return { kind: 'refused', refusal: { code: 'flow_unknown', parameters: {} }, isTest: false }
    const flowId = protocol.flowIdOf(incoming)
    const ctx = contextOf(tenant, client.requestId)
    if (flowId === undefined && (await startsAtProvider(ctx, tenant, protocol))) {
      return { kind: 'start', address: addressesOf(settings.publicUrl, tenant.tenant_name).initiateLoginUrl }
    }
    if (!isRandomText(flowId)) return refuseUnasked(ctx, tenant, protocol, 'unsolicited', client)
    const digest = digestOf(flowId)
    const claimed = await withTenant(db, ctx, async (tx) => {
      const flow = await claimFlow(tx, digest, settings.now())
      return flow ? { flow, loaded: await load(tx, tenant, flow.slot) } : { before: await findFlow(tx, digest) }
    })
    if (!claimed.flow) {
      if (claimed.before === undefined) return refuseUnasked(ctx, tenant, protocol, 'flow_unknown', client)
      const code = claimed.before.returned_at ? 'flow_used' : 'flow_expired'
      return { kind: 'refused', refusal: { code, parameters: {} }, isTest: claimed.before.is_test }
    }
    const { flow, loaded } = claimed
    const completion = await completed(ctx, flow, loaded, protocol, incoming)
    const isUnknownKey = completion.kind === 'refused' && completion.code === 'signature_invalid'
    if (!isUnknownKey || !loaded || !mayReread(loaded.row)) return settle(ctx, flow, loaded, completion, client)
    const { steps, note } = createSteps(settings.now)
    const reread = await rereadFor(ctx, tenant, flow, note)
    const again = reread ? await completed(ctx, flow, reread, protocol, incoming) : completion
    const all = reread ? [...completion.steps, ...steps, ...again.steps] : [...completion.steps, ...steps]
    return settle(ctx, flow, reread ?? loaded, { ...again, steps: all }, client)
  }

  const rereadAt = new Map<string, number>()

  /** Only the active provider's, and not often: anyone can send a response with a wrong signature. */
  function mayReread({ tenant_id: tenantId, slot, metadata_url: url }: ProviderRow): boolean {
    const time = settings.now().getTime()
    if (slot !== 'active' || url === null || time - (rereadAt.get(tenantId) ?? 0) < rereadEveryMs) return false
    rereadAt.set(tenantId, time)
    return true
  }

  async function rereadFor(ctx: TenantContext, tenant: TenantName, flow: FlowRow, note: Note): Promise<Loaded | undefined> {
    try {
      await rereadMetadata(ctx)
      note('metadata_read', 'passed')
      return await withTenant(db, ctx, (tx) => load(tx, tenant, flow.slot), { readOnly: true })
    } catch (error) {
      note('metadata_read', 'failed', { reason: error instanceof ProblemException ? error.code : 'unexpected' })
      return undefined
    }
  }

  /** Only SAML has tiles that send a response directly. The response is not read: whose browser it is cannot be known (login CSRF). */
  async function startsAtProvider(ctx: TenantContext, tenant: TenantName, { protocol }: Protocol): Promise<boolean> {
    if (protocol !== 'saml') return false
    const active = await withTenant(db, ctx, (tx) => load(tx, tenant, 'active'), { readOnly: true })
    return active?.protocol.protocol === protocol
  }

  /** Records a response that answers no flow, if the tenant uses its protocol. */
  async function refuseUnasked(
    ctx: TenantContext,
    tenant: TenantName,
    { protocol }: Protocol,
    code: 'unsolicited' | 'flow_unknown',
    client: Client,
  ): Promise<Returned> {
    const refusal = { code, parameters: {} }
    const attemptId = await withTenant(db, ctx, async (tx) => {
      const loaded = await load(tx, tenant, 'active')
      if (loaded?.protocol.protocol !== protocol) return undefined
      const attempt = { kind: 'sign_in', at: settings.now(), providerName: loaded.row.provider_name, protocol, steps: [], refusal } as const
      return recordUnasked(tx, attempt, client)
    })
    return { kind: 'refused', refusal, ...(attemptId === undefined ? {} : { attemptId }), isTest: false }
  }

  async function completed(
    ctx: TenantContext,
    flow: FlowRow,
    loaded: Loaded | undefined,
    protocol: Protocol,
    incoming: Incoming,
  ): Promise<Completion> {
    // Another provider has been activated since, so this response is no longer valid.
    if (!loaded || loaded.protocol !== protocol || loaded.row.revision !== flow.revision) {
      return { kind: 'refused', code: 'configuration_changed', parameters: {}, steps: [] }
    }
    const remembered = openText(cipher, flow.remembered, flowContext(ctx.tenantId))
    if (remembered === undefined) throw new Error('What a flow remembers was sealed with another key file')
    const facts: Remembered = JSON.parse(remembered) // written by begin
    try {
      return await protocol.complete(loaded.setup, facts, incoming, toolsOf(ctx))
    } catch (error) {
      log.error({ err: error, tenantId: ctx.tenantId, requestId: ctx.requestId }, 'a federated sign-in failed unexpectedly')
      return { kind: 'refused', code: 'unexpected', parameters: { requestId: ctx.requestId }, steps: [] }
    }
  }

  async function settle(
    ctx: TenantContext,
    flow: FlowRow,
    loaded: Loaded | undefined,
    completion: Completion,
    client: Client,
  ): Promise<Returned> {
    const isTest = flow.is_test
    if (completion.kind === 'refused') {
      const refusal = { code: completion.code, parameters: completion.parameters }
      await refuse(ctx, flow, refusal, completion.steps, client)
      if (isTest && loaded)
        await withTenant(db, ctx, (tx) =>
          storeTest(tx, flow, loaded.row, failedTest(flow, refusal, completion.claims ?? [], settings.now())),
        )
      return { kind: 'refused', refusal, attemptId: flow.attempt_id, isTest }
    }
    const code = randomText()
    await withTenant(db, ctx, async (tx) => {
      await storeCode(tx, flow.flow_digest, {
        digest: digestOf(code),
        expiresAt: new Date(settings.now().getTime() + codeMs),
        identity: sealText(cipher, JSON.stringify(completion.identity), identityContext(ctx.tenantId)),
      })
      await continueAttempt(tx, flow.attempt_id, { steps: completion.steps })
      if (isTest && completion.assertionAudience) await storeAudience(tx, flow, completion.assertionAudience)
    })
    return { kind: 'code', code, isTest }
  }

  /** Records a refusal for administrators, in the trace and the system log. */
  async function refuse(
    ctx: TenantContext,
    flow: FlowRow,
    refusal: Refused,
    steps: Completion['steps'],
    client: Client,
    username?: string,
  ): Promise<void> {
    await withTenant(db, ctx, async (tx) => {
      await continueAttempt(tx, flow.attempt_id, { steps, outcome: 'failure', refusal, ...(username === undefined ? {} : { username }) })
      if (flow.is_test) return
      await recordEvent(tx, {
        kind: 'sign_in_failed',
        outcome: 'failure',
        username: username ?? '',
        address: client.address,
        userAgent: client.userAgent,
        details: { reason: 'identity_provider', refusal: refusal.code, attemptId: flow.attempt_id },
      })
    })
  }

  /**
   * Exchanges a code for a session, or for the result of a test.
   * @throws federation_refused with `refusal` and `attemptId`; address_refused
   */
  async function verify(
    tenantName: string,
    given: { code: string; browser: string | undefined; adminGroupName: string | undefined },
    client: Client,
  ): Promise<Verified> {
    const tenant = await findTenantByName(db, tenantName)
    if (!tenant || !isRandomText(given.code)) throw problem('federation_refused', { refusal: 'code_unknown' })
    const ctx = contextOf(tenant, client.requestId)
    const digest = digestOf(given.code)
    const claimed = await withTenant(db, ctx, async (tx) => {
      const flow = isRandomText(given.browser) ? await claimCode(tx, digest, digestOf(given.browser), settings.now()) : undefined
      return flow ? { flow, loaded: await load(tx, tenant, flow.slot) } : { before: await findByCode(tx, digest) }
    })
    if (!claimed.flow) return refuseCode(ctx, claimed.before, given.browser, client)
    const { flow, loaded } = claimed
    const sealed = openText(cipher, flow.identity, identityContext(ctx.tenantId))
    const isStale = !loaded || loaded.row.revision !== flow.revision
    if (isStale || sealed === undefined || (given.adminGroupName ?? loaded.row.admin_group_name) !== loaded.row.admin_group_name) {
      const refusal: Refused = { code: 'configuration_changed', parameters: {} }
      await refuse(ctx, flow, refusal, [], client)
      throw problem('federation_refused', { refusal: refusal.code, attemptId: flow.attempt_id })
    }
    const identity: FederatedIdentity = JSON.parse(sealed) // sealed by comeBack
    const outcome = await admit(context, ctx, { flow, row: loaded.row, identity }, client)
    if (outcome.kind === 'test') {
      await withTenant(db, ctx, async (tx) => {
        await storeTest(tx, flow, loaded.row, outcome.result)
        await continueAttempt(tx, flow.attempt_id, outcome.progress)
      })
      return { kind: 'test', result: outcome.result }
    }
    if (outcome.kind === 'refused') {
      await refuse(ctx, flow, outcome.refusal, outcome.steps, client, identity.email ?? identity.subject)
      throw outcome.cause ?? problem('federation_refused', { refusal: outcome.refusal.code, attemptId: flow.attempt_id })
    }
    return { kind: 'signedIn', session: outcome.session }
  }

  async function refuseCode(ctx: TenantContext, flow: FlowRow | undefined, browser: string | undefined, client: Client): Promise<never> {
    const isForeign = flow !== undefined && !(isRandomText(browser) && flow.browser_digest.equals(digestOf(browser)))
    const code = isForeign ? 'browser_unknown' : flow?.code_used_at ? 'flow_used' : flow ? 'flow_expired' : 'code_unknown'
    // The attempt of a used code has already been recorded.
    if (flow && !flow.code_used_at) await refuse(ctx, flow, { code, parameters: {} }, [], client)
    throw problem('federation_refused', { refusal: code, ...(flow ? { attemptId: flow.attempt_id } : {}) })
  }

  return { begin, comeBack, verify, load, toolsOf }
}

export type Flows = ReturnType<typeof createFlows>
