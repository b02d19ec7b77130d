/** The operator's session settings. */
export interface SessionSettings {
  /** The server's public URL without a trailing slash; also the issuer of access tokens. */
  publicUrl: string
  /** Lifetime of an access token. */
  accessTokenSeconds: number
  /** Default idle timeout, for tenants that set none. */
  sessionIdleSeconds: number
  /** Default maximum session length, for tenants that set none. */
  sessionMaxSeconds: number
  /** Failed sign-ins within 15 minutes that lock an address. */
  signInFailuresPerAddress: number
  /** Encrypts signing keys at rest, and recognizes browsers. */
  sealingKey: Buffer
  /** The clock; tests bring their own. */
  now: () => Date
}

/** The longest lifetime that can be configured for an access token. */
export const longestAccessTokenSeconds = 3600
/** A refresh token reused within this time comes from a concurrent tab or a lost answer, not a theft. */
export const replayGraceMs = 10_000
export const activationLinkDays = 7
export const resetLinkMinutes = 60
export const reportLinkDays = 7

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

export const earlier = (a: Date, b: Date): Date => (a < b ? a : b)
export const laterBy = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms)
