import type { FastifyReply, FastifyRequest } from 'fastify'
import { SignJWT, decodeProtectedHeader, jwtVerify } from 'jose'
import { z } from 'zod'
import { isSecure } from '../session/cookie.ts'
import type { SigningKeys } from '../session/signing-keys.ts'

/** How long the help stays open before the cookie must be renewed. */
export const helpCookieSeconds = 3600

const cookieName = 'steward_help'
const audience = 'steward-help'
const tokenType = 'help+jwt'
const algorithm = 'EdDSA'

const payloadSchema = z.object({ sub: z.uuid(), tid: z.uuid(), sid: z.uuid() })

/** The session of a help cookie. */
export interface HelpReader {
  userId: string
  tenantId: string
  sessionId: string
}

export interface HelpCookies {
  /** Sets the cookie that lets the browser read a tenant's help. */
  set(reply: FastifyReply, reader: HelpReader, opened: { app: string; env: string }): Promise<void>
  /** The owner of a request's cookie; undefined without a valid one. Doesn't check whether the session has ended. */
  read(request: FastifyRequest): Promise<HelpReader | undefined>
}

/**
 * The cookie is a separate kind of token, signed with the keys of access tokens, so that every process recognizes it and none
 * accepts it as an access token.
 */
export function createHelpCookies(keys: SigningKeys, { publicUrl, now }: { publicUrl: string; now: () => Date }): HelpCookies {
  async function verify(token: string): Promise<HelpReader | undefined> {
    try {
      const { kid } = decodeProtectedHeader(token)
      const key = kid === undefined ? undefined : await keys.find(kid)
      if (!key) return undefined
      const { payload } = await jwtVerify(token, key, {
        algorithms: [algorithm],
        issuer: publicUrl,
        audience,
        typ: tokenType,
        currentDate: now(),
      })
      const { sub, tid, sid } = payloadSchema.parse(payload)
      return { userId: sub, tenantId: tid, sessionId: sid }
    } catch {
      // All invalid cookies are treated the same.
      return undefined
    }
  }

  return {
    async set(reply, { userId, tenantId, sessionId }, { app, env }) {
      const { keyId, key } = await keys.current()
      const issuedAt = Math.floor(now().getTime() / 1000)
      const token = await new SignJWT({ tid: tenantId, sid: sessionId, app, env })
        .setProtectedHeader({ alg: algorithm, kid: keyId, typ: tokenType })
        .setIssuer(publicUrl)
        .setAudience(audience)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + helpCookieSeconds)
        .sign(key)
      // Lax, so that a link to a help page in an email opens it.
      reply.setCookie(cookieName, token, {
        path: '/help',
        httpOnly: true,
        sameSite: 'lax',
        secure: isSecure(publicUrl),
        maxAge: helpCookieSeconds,
      })
    },
    async read(request) {
      const token = request.cookies[cookieName]
      return token === undefined ? undefined : verify(token)
    },
  }
}
