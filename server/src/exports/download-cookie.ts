import type { FastifyReply, FastifyRequest } from 'fastify'
import { SignJWT, decodeProtectedHeader, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Principal } from '../http/principal.ts'
import { isSecure } from '../session/cookie.ts'
import type { SigningKeys } from '../session/signing-keys.ts'

/** Long enough to start a download; a started one continues. */
const cookieSeconds = 60
const cookieName = 'steward_download'
const audience = 'steward-download'
const tokenType = 'download+jwt'
const algorithm = 'EdDSA'

const payloadSchema = z.object({ sub: z.uuid(), tid: z.uuid(), sid: z.uuid(), name: z.string(), file: z.uuid() })

/** A user and the session of their download. */
export type Downloader = Principal & { sessionId: string }

/** The path of the download; the cookie isn't sent anywhere else. */
export const savedPath = (fileId: string): string => `/temporary-data/files/${fileId}/saved`

/**
 * A browser saves a file of any size as it arrives only in a request of its own, without an access token, which must not be in
 * the URL either (docs/adr/004). So it uses a cookie for this file only, signed with the keys of access tokens.
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

    /**
     * The user who can download this file by the request's cookie; undefined without a valid one. Doesn't check whether the
     * session has ended.
     */
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
        // All invalid cookies are treated the same.
        return undefined
      }
    },
  }
}

export type DownloadCookies = ReturnType<typeof createDownloadCookies>
