import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from '../session/cookie.ts'

/**
 * Binds a sign-in through the provider to the browser that began it. Only our own page's call brings it (SameSite=Strict): whoever
 * is lured to an address with somebody else's code has no cookie for it.
 */
export const browserCookie = 'steward_federation'

const attributes = (publicUrl: string) =>
  ({ path: '/auth/Login', httpOnly: true, sameSite: 'strict', secure: isSecure(publicUrl) }) as const

export function setBrowserCookie(reply: FastifyReply, publicUrl: string, browser: string, maxAge: number): void {
  reply.setCookie(browserCookie, browser, { ...attributes(publicUrl), maxAge })
}

export const readBrowserCookie = (request: FastifyRequest): string | undefined => request.cookies[browserCookie]
