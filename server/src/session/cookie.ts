import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OpaqueToken } from './opaque-token.ts'
import type { SessionSettings } from './settings.ts'

/** The refresh token cookie. Scripts cannot read it, and browsers do not send it with cross-site requests. */
export const refreshCookie = 'steward_refresh'

const local = new Set(['localhost', '127.0.0.1', '[::1]'])

/** `Secure` is left out only when the public URL is plain http on localhost. */
export function isSecure(publicUrl: string): boolean {
  const url = new URL(publicUrl)
  return url.protocol !== 'http:' || !local.has(url.hostname)
}

function attributes({ publicUrl }: Pick<SessionSettings, 'publicUrl'>) {
  return { path: '/auth/v1', httpOnly: true, sameSite: 'strict', secure: isSecure(publicUrl) } as const
}

/** Tells the console, before its code is there, that a session can be asked for (`console/src/boot/boot.ts`). Grants nothing. */
const hintCookie = 'steward_signed_in'

const hintAttributes = ({ publicUrl }: Pick<SessionSettings, 'publicUrl'>) =>
  ({ path: '/home', sameSite: 'strict', secure: isSecure(publicUrl) }) as const

export function setRefreshCookie(reply: FastifyReply, settings: SessionSettings, token: OpaqueToken, expiresAt: Date): void {
  const maxAge = Math.max(0, Math.floor((expiresAt.getTime() - settings.now().getTime()) / 1000))
  reply.setCookie(refreshCookie, token.text, { ...attributes(settings), maxAge })
  reply.setCookie(hintCookie, '1', { ...hintAttributes(settings), maxAge })
}

export function clearRefreshCookie(reply: FastifyReply, settings: SessionSettings): void {
  reply.clearCookie(refreshCookie, attributes(settings))
  reply.clearCookie(hintCookie, hintAttributes(settings))
}

export const readRefreshCookie = (request: FastifyRequest): string | undefined => request.cookies[refreshCookie]
