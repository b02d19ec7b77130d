import * as signIn from '@steward/contract/federation/sign-in'
import * as contract from '@steward/contract/federation/endpoints'
import type { Endpoint } from '@steward/contract/http'
import type { Bind, Call } from '../http/binding.ts'
import { contextOf } from '../http/context.ts'
import { clientOf } from '../http/client.ts'
import type { OpaqueToken } from '../session/opaque-token.ts'
import { readBrowserCookie, setBrowserCookie } from './cookie.ts'
import type { Flows } from './flows.ts'
import type { createLogout } from './logout.ts'
import type { FederationContext } from './context.ts'
import type { FederationService } from './service.ts'
import type { FederationTests } from './tests.ts'

export interface FederationParts {
  service: FederationService
  flows: Flows
  logout: ReturnType<typeof createLogout>
  tests: FederationTests
  /** Ends the browser's previous session and sets the cookie of the new one. */
  giveCookie(call: Pick<Call<Endpoint>, 'request' | 'reply'>, token: OpaqueToken, expiresAt: Date): Promise<void>
}

const callerOf = (call: Pick<Call<Endpoint>, 'principal' | 'request'>) => contextOf(call.principal, call.request.id)

/** Binds the endpoints of single sign-on. */
export function bindFederationRoutes(bind: Bind, context: FederationContext, parts: FederationParts): void {
  bindConfiguration(bind, parts)
  bindTests(bind, context, parts)
  bindSignIn(bind, context, parts)
}

function bindConfiguration(bind: Bind, { service }: FederationParts): void {
  bind(contract.getFederation, async (call) => versioned(call, await service.get(callerOf(call))))
  bind(contract.enableFederation, async (call) => versioned(call, await service.enable(callerOf(call), call.body, call.ifMatch)))
  bind(contract.updateFederation, async (call) => versioned(call, await service.update(callerOf(call), call.body, call.ifMatch)))
  bind(contract.cancelFederation, async (call) => versioned(call, await service.cancel(callerOf(call), call.ifMatch)))
  bind(contract.disableFederation, async (call) => versioned(call, await service.disable(callerOf(call), call.body, call.ifMatch)))
  bind(contract.getFederationImpact, async (call) => service.impact(callerOf(call)))
  bind(contract.checkFederation, async (call) => service.check(callerOf(call), call.body))
  bind(contract.dropProviderCertificate, async (call) => service.dropCertificate(callerOf(call), call.params.fingerprint))
  bind(contract.addFederationKey, async (call) => service.addKey(callerOf(call)))
  bind(contract.activateFederationKey, async (call) => service.activateKey(callerOf(call), call.params.keyId))
  bind(contract.dropFederationKey, async (call) => service.dropKey(callerOf(call), call.params.keyId))
}

function versioned<T extends { version: number }>(call: { setEtag(version: number): void }, federation: T): T {
  call.setEtag(federation.version)
  return federation
}

function bindTests(bind: Bind, { settings }: FederationContext, { tests }: FederationParts): void {
  bind(contract.startFederationTest, async (call) => {
    const { request, reply } = call
    const { location, browser, maxAge } = await tests.start(callerOf(call), readBrowserCookie(request), clientOf(request))
    setBrowserCookie(reply, settings.publicUrl, browser, maxAge)
    return { location }
  })

  bind(contract.listFederationAttempts, async (call) => ({ items: await tests.attempts(callerOf(call)) }))
}

function bindSignIn(bind: Bind, context: FederationContext, { flows, logout, tests, giveCookie }: FederationParts): void {
  const { settings, external, authenticate } = context
  bind(signIn.federatedSignIn, async ({ params, query, request, reply }) => {
    const isTest = query.isTestIdp === true
    const tester = isTest ? await authenticate(request) : undefined
    if (tester) await tests.mustBeTester(tester, contextOf(tester, request.id), params.tenantName)
    const wanted = { isTest, startedBy: tester?.name, loginHint: query.loginHint, browser: readBrowserCookie(request) }
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
    await giveCookie(call, session.token, session.tokenExpiresAt)
    return external.answer(session)
  })

  bind(signIn.federatedSignOut, async (call) => ({ location: (await logout.begin(call.principal, callerOf(call))) ?? null }))
}
