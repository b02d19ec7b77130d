import type { FastifyReply, FastifyRequest } from 'fastify'
import { SignJWT, decodeProtectedHeader, jwtVerify } from 'jose'
import { z } from 'zod'
import { isSecure } from '../session/cookie.ts'
import type { SigningKeys } from '../session/signing-keys.ts'

/** How long the help stays open without being asked for again. */
export const helpCookieSeconds = 3600

const cookieName = 'steward_help'
const audience = 'steward-help'
const tokenType = 'help+jwt'
const algorithm = 'EdDSA'

const payloadSchema = z.object({ sub: z.uuid(), tid: z.uuid(), sid: z.uuid() })

/** Whose session a help cookie belongs to. */
export interface HelpReader {
  userId: string
  tenantId: string
  sessionId: string
}

export interface HelpCookies {
  /** Lets the browser of this answer read the help of a tenant. */
  set(reply: FastifyReply, reader: HelpReader, opened: { app: string; env: string }): Promise<void>
  /** Whose cookie a request carries; undefined without one that holds. Does not know of ended sessions. */
  read(request: FastifyRequest): Promise<HelpReader | undefined>
}

/**
 * The cookie is a token of its own kind, signed with the keys of access tokens, so that every process knows it and none
 * takes it for an access token.
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
      // Whatever is wrong with a cookie, its bearer is nobody.
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
      // Lax: a link to a help page, in a mail to a colleague say, opens it.
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
