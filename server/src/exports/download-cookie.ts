import type { FastifyReply, FastifyRequest } from 'fastify'
import { SignJWT, decodeProtectedHeader, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Principal } from '../http/principal.ts'
import { isSecure } from '../session/cookie.ts'
import type { SigningKeys } from '../session/signing-keys.ts'

/** Long enough for a browser to begin; what has begun goes on. */
const cookieSeconds = 60
const cookieName = 'steward_download'
const audience = 'steward-download'
const tokenType = 'download+jwt'
const algorithm = 'EdDSA'

const payloadSchema = z.object({ sub: z.uuid(), tid: z.uuid(), sid: z.uuid(), name: z.string(), file: z.uuid() })

/** A user with the session they download in. */
export type Downloader = Principal & { sessionId: string }

/** Where the browser saves a file from; the cookie is sent nowhere else. */
export const savedPath = (fileId: string): string => `/temporary-data/files/${fileId}/saved`

/**
 * A browser saves a file of any size as it arrives only when it asks for it by itself, and then it sends no access token, nor
 * may one stand in the address (docs/adr/004): a cookie for this file alone, signed with the keys of access tokens, takes its place.
 */
export function createDownloadCookies(keys: SigningKeys, { publicUrl, now }: { publicUrl: string; now: () => Date }) {
  return {
    async set(reply: FastifyReply, { id, tenantId, sessionId, name }: Downloader, fileId: string): Promise<void> {
      const { keyId, key } = await keys.current()
      const issuedAt = Math.floor(now().getTime() / 1000)
      const token = await new SignJWT({ tid: tenantId, sid: sessionId, name, file: fileId })
        .setProtectedHeader({ alg: algorithm, kid: keyId, typ: tokenType })
        .setIssuer(publicUrl)
        .setAudience(audience)
        .setSubject(id)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + cookieSeconds)
        .sign(key)
      reply.setCookie(cookieName, token, {
        path: savedPath(fileId),
        httpOnly: true,
        sameSite: 'strict',
        secure: isSecure(publicUrl),
        maxAge: cookieSeconds,
      })
    },

    /** Who may download this file by the request's cookie; undefined without one that holds. Does not know of ended sessions. */
    async read(request: FastifyRequest, fileId: string): Promise<Downloader | undefined> {
      const token = request.cookies[cookieName]
      if (token === undefined) return undefined
      try {
        const { kid } = decodeProtectedHeader(token)
        const key = kid === undefined ? undefined : await keys.find(kid)
        if (!key) return undefined
        const expected = { algorithms: [algorithm], issuer: publicUrl, audience, typ: tokenType, currentDate: now() }
        const { sub, tid, sid, name, file } = payloadSchema.parse((await jwtVerify(token, key, expected)).payload)
        return file === fileId ? { type: 'user', id: sub, tenantId: tid, sessionId: sid, name } : undefined
      } catch {
        // Whatever is wrong with a cookie, its bearer is nobody.
        return undefined
      }
    },
  }
}

export type DownloadCookies = ReturnType<typeof createDownloadCookies>
