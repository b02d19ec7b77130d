import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from '../cookie.ts'
import { type OpaqueToken, readToken } from '../opaque-token.ts'
import { dayMs } from '../settings.ts'

/** Binds a pending sign-in to its browser. */
export const stepCookie = 'steward_sign_in'
/** Tokens of a browser that is not asked for a second factor, one for each account. */
export const rememberedCookie = 'steward_remembered'

/** As many accounts as a browser is known for (`known-browsers.ts`). */
const accountsPerBrowser = 5

const attributes = (publicUrl: string) =>
  ({ path: '/auth/v1/Login', httpOnly: true, sameSite: 'strict', secure: isSecure(publicUrl) }) as const

export const readStepCookie = (request: FastifyRequest): string | undefined => request.cookies[stepCookie]

export function setStepCookie(reply: FastifyReply, publicUrl: string, text: string, maxAgeSeconds: number): void {
  reply.setCookie(stepCookie, text, { ...attributes(publicUrl), maxAge: maxAgeSeconds })
}

export const clearStepCookie = (reply: FastifyReply, publicUrl: string): void => void reply.clearCookie(stepCookie, attributes(publicUrl))

export const readRemembered = (request: FastifyRequest): OpaqueToken[] =>
  (request.cookies[rememberedCookie] ?? '')
    .split('~')
    .slice(0, accountsPerBrowser)
    .flatMap((text) => readToken(text) ?? [])

export function setRemembered(
  call: { request: FastifyRequest; reply: FastifyReply },
  publicUrl: string,
  token: OpaqueToken,
  days: number,
): void {
  const texts = [token.text, ...readRemembered(call.request).map(({ text }) => text)].slice(0, accountsPerBrowser)
  call.reply.setCookie(rememberedCookie, texts.join('~'), { ...attributes(publicUrl), maxAge: (days * dayMs) / 1000 })
}
