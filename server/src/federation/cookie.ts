import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from '../session/cookie.ts'

/**
 * Binds a federated sign-in to the browser that started it. Only requests from our own page send it (SameSite=Strict), so a victim
 * who is lured to a URL with an attacker's code has no cookie for it.
 */
export const browserCookie = 'steward_federation'

const attributes = (publicUrl: string) =>
  ({ path: '/auth/Login', httpOnly: true, sameSite: 'strict', secure: isSecure(publicUrl) }) as const

export function setBrowserCookie(reply: FastifyReply, publicUrl: string, browser: string, maxAge: number): void {
  reply.setCookie(browserCookie, browser, { ...attributes(publicUrl), maxAge })
}

export const readBrowserCookie = (request: FastifyRequest): string | undefined => request.cookies[browserCookie]
