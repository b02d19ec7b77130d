import * as signIn from '@steward/contract/federation/sign-in'
import * as contract from '@steward/contract/federation/endpoints'
import { problem } from '@steward/contract/errors'
import * as domainContract from '@steward/contract/tenants/domains'
import { withTenant } from '../db/tenant.ts'
import type { Endpoint } from '@steward/contract/http'
import type { Bind, Call } from '../http/binding.ts'
import { contextOf } from '../http/context.ts'
import { clientOf } from '../session/client.ts'
import type { OpaqueToken } from '../session/opaque-token.ts'
import { readBrowserCookie, setBrowserCookie } from './cookie.ts'
import type { Domains } from './domains.ts'
import type { Flows } from './flows.ts'
import type { createLogout } from './logout.ts'
import type { FederationPorts } from './ports.ts'
import type { FederationService } from './service.ts'
import { listAttempts } from './trace.ts'

export interface FederationParts {
  service: FederationService
  flows: Flows
  logout: ReturnType<typeof createLogout>
  domains: Domains
  /** Ends the session that the browser had, and gives it the cookie of the new one. */
  settleCookie(call: Pick<Call<Endpoint>, 'request' | 'reply'>, token: OpaqueToken, expiresAt: Date): Promise<void>
}

const callerOf = (call: Pick<Call<Endpoint>, 'principal' | 'request'>) => contextOf(call.principal, call.request.id)

/** Binds the calls of single sign-on. */
export function bindFederationRoutes(bind: Bind, ports: FederationPorts, parts: FederationParts): void {
  bindConfiguration(bind, parts)
  bindTests(bind, ports, parts)
  bindSignIn(bind, ports, parts)
  bindDomains(bind, parts)
}

function bindConfiguration(bind: Bind, { service }: FederationParts): void {
  bind(contract.getFederation, async (call) => versioned(call, await service.get(callerOf(call))))
  bind(contract.enableFederation, async (call) => versioned(call, await service.enable(callerOf(call), call.body, call.ifMatch)))
  bind(contract.updateFederation, async (call) => versioned(call, await service.update(callerOf(call), call.body, call.ifMatch)))
  bind(contract.cancelFederation, async (call) => versioned(call, await service.cancel(callerOf(call), call.ifMatch)))
  bind(contract.disableFederation, async (call) => versioned(call, await service.disable(callerOf(call), call.body, call.ifMatch)))
  bind(contract.getFederationImpact, async (call) => service.impact(callerOf(call)))
  bind(contract.checkFederation, async ({ body }) => service.check(body))
  bind(contract.dropProviderCertificate, async (call) => service.dropCertificate(callerOf(call), call.params.fingerprint))
  bind(contract.addFederationKey, async (call) => service.addKey(callerOf(call)))
  bind(contract.activateFederationKey, async (call) => service.activateKey(callerOf(call), call.params.keyId))
  bind(contract.dropFederationKey, async (call) => service.dropKey(callerOf(call), call.params.keyId))
}

function versioned<T extends { version: number }>(call: { setEtag(version: number): void }, federation: T): T {
  call.setEtag(federation.version)
  return federation
}

function bindTests(bind: Bind, { db, deviceName, settings }: FederationPorts, { flows }: FederationParts): void {
  bind(contract.startFederationTest, async (call) => {
    const ctx = callerOf(call)
    const tenant = await withTenant(db, ctx, (tx) => tx.selectFrom('tenant').select('tenant_name').executeTakeFirstOrThrow(), {
      readOnly: true,
    })
    const wanted = { isTest: true, startedBy: ctx.actor.name, loginHint: undefined, browser: readBrowserCookie(call.request) }
    const { location, browser, maxAge } = await flows.begin(tenant.tenant_name, wanted, clientOf(call.request))
    setBrowserCookie(call.reply, settings.publicUrl, browser, maxAge)
    return { location }
  })

  bind(contract.listFederationAttempts, async (call) => ({
    items: await withTenant(db, callerOf(call), (tx) => listAttempts(tx, deviceName), { readOnly: true }),
  }))
}

function bindSignIn(bind: Bind, ports: FederationPorts, { flows, logout, settleCookie }: FederationParts): void {
  const { settings } = ports
  bind(signIn.federatedSignIn, async ({ params, query, request, reply }) => {
    const isTest = query.isTestIdp === true
    const startedBy = isTest ? await testerOf(ports, params.tenantName, request) : undefined
    const wanted = { isTest, startedBy, loginHint: query.loginHint, browser: readBrowserCookie(request) }
    const { location, browser, maxAge } = await flows.begin(params.tenantName, wanted, clientOf(request))
    setBrowserCookie(reply, settings.publicUrl, browser, maxAge)
    return { location }
  })

  bind(signIn.verifyAuthCode, async (call) => {
    const { code, tenantName, adminGroupName } = call.query
    const given = { code, adminGroupName, browser: readBrowserCookie(call.request) }
    const verified = await flows.verify(tenantName, given, clientOf(call.request))
    if (verified.kind === 'test') return { test: verified.result }
    const { session } = verified
    await settleCookie(call, session.token, session.tokenExpiresAt)
    return ports.external.answer(session)
  })

  bind(signIn.federatedSignOut, async (call) => ({ location: (await logout.begin(call.principal, callerOf(call))) ?? null }))
}

/** A test of the draft is for those who may configure it, in their own tenant. @throws unauthenticated, forbidden, federation_inactive */
async function testerOf(ports: FederationPorts, tenantName: string, request: Call<Endpoint>['request']): Promise<string> {
  const principal = await ports.authenticate(request)
  const permission = 'Admin.ConfigureSSO'
  if (!(await ports.isGranted(principal, permission))) throw problem('forbidden', { permission })
  const tenant = await withTenant(
    ports.db,
    contextOf(principal, request.id),
    (tx) => tx.selectFrom('tenant').select('tenant_name').executeTakeFirstOrThrow(),
    { readOnly: true },
  )
  if (tenant.tenant_name !== tenantName.trim().toLowerCase()) throw problem('federation_inactive')
  return principal.name
}

function bindDomains(bind: Bind, { domains }: FederationParts): void {
  bind(domainContract.listTenantDomains, async (call) => ({ items: await domains.list(callerOf(call)) }))
  bind(domainContract.addTenantDomain, async (call) => domains.add(callerOf(call), call.body.domain))
  bind(domainContract.verifyTenantDomain, async (call) => domains.verify(callerOf(call), call.params.domain))
  bind(domainContract.removeTenantDomain, async (call) => {
    await domains.remove(callerOf(call), call.params.domain)
    return undefined
  })
}
