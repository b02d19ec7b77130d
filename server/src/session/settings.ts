/** What the operator decides about sessions. */
export interface SessionSettings {
  /** Where people reach the server, without a slash at the end; also the issuer of access tokens. */
  publicUrl: string
  /** How long an access token is valid. */
  accessTokenSeconds: number
  /** Inactive for longer than this, a session has ended, unless its tenant decided otherwise. */
  sessionIdleSeconds: number
  /** Older than this, a session has ended, unless its tenant decided otherwise. */
  sessionMaxSeconds: number
  /** Where the key lies that encrypts signing keys at rest; undefined keeps it in the process alone (tests). */
  keyFile: string | undefined
  /** The time; tests bring their own. */
  now: () => Date
}

/** The longest an access token may be configured to live. */
export const longestAccessTokenSeconds = 3600
/** A refresh token presented again within this time is a concurrent tab or a lost answer, not a theft. */
export const replayGraceMs = 10_000
export const activationLinkDays = 7
export const resetLinkMinutes = 60

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

export const earlier = (a: Date, b: Date): Date => (a < b ? a : b)
export const laterBy = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms)
