import { problem } from '@steward/contract/errors'
import * as contract from '@steward/contract/session/endpoints'
import type { Bind } from '../http/binding.ts'
import { answerSignIn, attemptOf } from './answer.ts'
import { bearerToken } from './authenticate.ts'
import { clientOf } from '../http/client.ts'
import { requireSameOrigin } from '../http/same-origin.ts'
import { clearRefreshCookie, readRefreshCookie, setRefreshCookie } from './cookie.ts'
import { bindFactorRoutes } from './factors/routes.ts'
import type { SessionService } from './service.ts'
import { accountKey } from './throttle.ts'

/** Binds sign-in, session and password endpoints. */
export function bindSessionRoutes(bind: Bind, session: SessionService): void {
  bindSignIn(bind, session)
  bindPasswords(bind, session)
  bindSessions(bind, session)
  bindFactorRoutes(bind, session)
}

function bindSignIn(bind: Bind, { settings, methods, signIn, renewal, keys, browsers, authenticator, own }: SessionService): void {
  bind(contract.signInMethods, async ({ query }) => methods.of(query))

  bind(contract.login, async ({ body, request, reply }) => {
    const result = await signIn.withPassword(body, attemptOf(request, browsers))
    return answerSignIn({ settings, renewal, browsers }, { request, reply }, result)
  })

  bind(contract.implicitLogin, async ({ request, reply }) => {
    requireSameOrigin(request, settings.publicUrl)
    const renewed = await renewal.renew(readRefreshCookie(request), clientOf(request))
    if (typeof renewed === 'string') {
      if (readRefreshCookie(request) !== undefined) clearRefreshCookie(reply, settings)
      throw problem('no_session', { reason: renewed })
    }
    if (renewed.refreshToken) setRefreshCookie(reply, settings, renewed.refreshToken, renewed.expiresAt)
    return renewed.signedIn
  })

  bind(contract.refreshLogin, async ({ request, reply }) => {
    requireSameOrigin(request, settings.publicUrl)
    const renewed = await renewal.renew(readRefreshCookie(request), clientOf(request))
    if (typeof renewed === 'string') {
      clearRefreshCookie(reply, settings)
      throw problem('session_ended', { reason: renewed })
    }
    if (renewed.refreshToken) setRefreshCookie(reply, settings, renewed.refreshToken, renewed.expiresAt)
    return renewed.signedIn
  })

  bind(contract.signOut, async ({ request, reply }) => {
    requireSameOrigin(request, settings.publicUrl)
    const client = clientOf(request)
    const ended = await renewal.signOut(readRefreshCookie(request), client, 'sign_out')
    const token = bearerToken(request)
    // A client without cookies signs out with its access token.
    const claims = ended || token === undefined ? undefined : await authenticator.verifyAccessToken(token)
    if (claims) await own.signOut(claims, client)
    clearRefreshCookie(reply, settings)
    return undefined
  })

  bind(contract.jwks, async ({ reply }) => {
    reply.header('cache-control', 'public, max-age=300')
    return { keys: await keys.published() }
  })
}

function bindPasswords(bind: Bind, { settings, links, passwords, reports, browsers }: SessionService): void {
  bind(contract.forgotPassword, async ({ body, request }) => {
    await links.requestReset(body.tenantName, body.username, clientOf(request))
    return undefined
  })

  bind(contract.readPasswordLink, async ({ body }) => passwords.readLink(body.token))

  bind(contract.setPasswordByLink, async ({ body, request, reply }) => {
    const owner = await passwords.setByLink(body.token, body.newPassword, clientOf(request))
    // The owner can sign in next, even while strangers keep the account locked.
    browsers.remember({ request, reply }, accountKey(owner.tenantName, owner.username))
    return owner
  })

  bind(contract.readReportLink, async ({ body }) => reports.read(body.token))
  bind(contract.reportSignIn, async ({ body, request }) => reports.report(body.token, clientOf(request)))

  bind(contract.changePassword, async ({ principal, body, request, reply }) => {
    await passwords.change(principal, body, attemptOf(request, browsers))
    clearRefreshCookie(reply, settings)
    return undefined
  })
}

function bindSessions(bind: Bind, { own }: SessionService): void {
  bind(contract.getProfile, async ({ principal }) => own.profile(principal))
  bind(contract.getProfileGroups, async ({ principal }) => own.groups(principal))
  bind(contract.listOwnSessions, async ({ principal }) => own.list(principal, principal.id))

  bind(contract.revokeOwnSession, async ({ principal, params, request }) => {
    await own.revoke(principal, { userId: principal.id, sessionId: params.sessionId }, clientOf(request))
    return undefined
  })

  bind(contract.listUserSessions, async ({ principal, params }) => own.list(principal, params.userId))

  bind(contract.revokeUserSessions, async ({ principal, params, request }) => ({
    ended: await own.revoke(principal, { userId: params.userId }, clientOf(request)),
  }))

  bind(contract.revokeUserSession, async ({ principal, params, request }) => {
    await own.revoke(principal, params, clientOf(request))
    return undefined
  })
}
