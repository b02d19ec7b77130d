import { type CryptoKey, SignJWT, decodeProtectedHeader, jwtVerify } from 'jose'
import { z } from 'zod'
import type { SessionSettings } from './settings.ts'
import type { SigningKeys } from './signing-keys.ts'

/** The user and session an access token belongs to. */
export interface AccessClaims {
  userId: string
  tenantId: string
  sessionId: string
  username: string
}

export interface VerifiedToken extends AccessClaims {
  /** Expiry in milliseconds since the epoch. */
  expiresAt: number
}

export interface AccessTokens {
  /** A signed token that expires after ten minutes, or with its session if that is sooner. */
  issue(claims: AccessClaims, sessionExpiresAt: Date): Promise<{ accessToken: string; expiresIn: number }>
  /** The claims of a token, or undefined if it is invalid. Does not check whether the session has ended. */
  verify(token: string): Promise<VerifiedToken | undefined>
}

const audience = 'steward'
const algorithm = 'EdDSA'
/** RFC 9068, section 2.1. */
const tokenType = 'at+jwt'
/** Cache of tokens whose signature has been verified; about 1 kB each. */
const cacheSize = 10_000

const payloadSchema = z.object({
  sub: z.uuid(),
  tid: z.uuid(),
  sid: z.uuid(),
  name: z.string(),
  exp: z.number(),
})

export function createAccessTokens(
  keys: SigningKeys,
  { publicUrl, accessTokenSeconds, now }: Pick<SessionSettings, 'publicUrl' | 'accessTokenSeconds' | 'now'>,
): AccessTokens {
  const verified = new Map<string, VerifiedToken>()

  function remember(token: string, claims: VerifiedToken): void {
    if (verified.size >= cacheSize) {
      const [oldest] = verified.keys()
      if (oldest !== undefined) verified.delete(oldest)
    }
    verified.set(token, claims)
  }

  async function check(token: string, key: CryptoKey): Promise<VerifiedToken | undefined> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [algorithm],
        issuer: publicUrl,
        audience,
        typ: tokenType,
        currentDate: now(),
      })
      const { sub, tid, sid, name, exp } = payloadSchema.parse(payload)
      return { userId: sub, tenantId: tid, sessionId: sid, username: name, expiresAt: exp * 1000 }
    } catch {
      // Every invalid token gets the same answer.
      return undefined
    }
  }

  return {
    async issue(claims, sessionExpiresAt) {
      const { keyId, key } = await keys.current()
      const issuedAt = Math.floor(now().getTime() / 1000)
      const left = Math.floor(sessionExpiresAt.getTime() / 1000) - issuedAt
      const expiresIn = Math.max(1, Math.min(accessTokenSeconds, left))
      const accessToken = await new SignJWT({ tid: claims.tenantId, sid: claims.sessionId, name: claims.username })
        .setProtectedHeader({ alg: algorithm, kid: keyId, typ: tokenType })
        .setIssuer(publicUrl)
        .setAudience(audience)
        .setSubject(claims.userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + expiresIn)
        .sign(key)
      return { accessToken, expiresIn }
    },
    async verify(token) {
      const known = verified.get(token)
      if (known) {
        if (known.expiresAt > now().getTime()) return known
        verified.delete(token)
        return undefined
      }
      const keyId = keyIdOf(token)
      const key = keyId === undefined ? undefined : await keys.find(keyId)
      if (!key) return undefined
      const claims = await check(token, key)
      if (claims) remember(token, claims)
      return claims
    },
  }
}

function keyIdOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid
  } catch {
    return undefined
  }
}
