import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignInAnswer } from '@steward/contract/session/factors-schemas'
import type { SignedIn } from '@steward/contract/session/schemas'
import { clientOf } from '../http/client.ts'
import { readRefreshCookie, setRefreshCookie } from './cookie.ts'
import type { Attempt } from './core.ts'
import { clearStepCookie, readRemembered, readStepCookie, setRemembered, setStepCookie } from './factors/cookies.ts'
import type { Remembered, StepResult } from './factors/second-step.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import type { FinishedSignIn } from './opening.ts'
import type { OpaqueToken } from './opaque-token.ts'
import type { SessionService } from './service.ts'
import { accountKey } from './throttle.ts'

/** Gives a browser its new session, and ends the previous one, because its cookie is replaced and nothing could sign it out later. */
export async function giveRefreshCookie(
  { settings, renewal }: Pick<SessionService, 'settings' | 'renewal'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  token: OpaqueToken,
  expiresAt: Date,
): Promise<void> {
  const earlier = readRefreshCookie(request)
  if (earlier !== undefined) await renewal.signOut(earlier, clientOf(request), 'signed_in_again')
  setRefreshCookie(reply, settings, token, expiresAt)
}

/** Gives a browser its session, and remembers it. */
export async function giveSession(
  { settings, renewal, browsers }: Pick<SessionService, 'settings' | 'renewal' | 'browsers'>,
  call: { request: FastifyRequest; reply: FastifyReply },
  { account, signedIn, refreshToken, expiresAt, remembered }: FinishedSignIn & { remembered?: Remembered },
): Promise<SignedIn> {
  browsers.remember(call, accountKey(account.tenant_name, account.username))
  if (readStepCookie(call.request) !== undefined) clearStepCookie(call.reply, settings.publicUrl)
  if (remembered) setRemembered(call, settings.publicUrl, remembered.token, remembered.days)
  await giveRefreshCookie({ settings, renewal }, call, refreshToken, expiresAt)
  return signedIn
}

/** Gives a browser its session, or binds the step that is left to it. */
export async function answerSignIn(
  session: Pick<SessionService, 'settings' | 'renewal' | 'browsers'>,
  call: { request: FastifyRequest; reply: FastifyReply },
  result: StepResult,
): Promise<SignInAnswer> {
  if (!('pending' in result)) return giveSession(session, call, result)
  setStepCookie(call.reply, session.settings.publicUrl, result.browser, result.maxAgeSeconds)
  return result.pending
}

export const attemptOf = (request: FastifyRequest, browsers: KnownBrowsers): Attempt => ({
  client: clientOf(request),
  browserOf: (account) => browsers.idFor(request, account),
  remembered: readRemembered(request).map(({ digest }) => digest),
})
