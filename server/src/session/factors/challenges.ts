import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { laterBy, minuteMs } from '../settings.ts'

/** What a challenge can be answered for. */
export type ChallengePurpose = 'sign_in' | 'step' | 'enrollment' | 'confirmation' | 'registration'

/** A challenge that was issued here and is still valid. */
export interface Challenge {
  digest: Buffer
  expiresAt: Date
}

/**
 * Challenges of passkeys. They carry their own time and signature, so that asking for one stores nothing; an answered one is
 * stored until it expires, and counts once. `subject` is the session or pending sign-in that a challenge belongs to.
 */
export interface Challenges {
  issue(purpose: ChallengePurpose, subject: string): string
  /** Undefined if it is expired, forged, or for something else. */
  check(challenge: string, purpose: ChallengePurpose, subject: string): Challenge | undefined
}

export const challengeMs = 5 * minuteMs
const nonceBytes = 16
const timeBytes = 6
const signatureBytes = 32

export function createChallenges(key: Buffer, now: () => Date): Challenges {
  const sign = (head: Buffer, purpose: ChallengePurpose, subject: string) =>
    createHmac('sha256', key).update(head).update(`${purpose}:${subject}`).digest()

  return {
    issue(purpose, subject) {
      const head = Buffer.concat([randomBytes(nonceBytes), Buffer.alloc(timeBytes)])
      head.writeUIntBE(laterBy(now(), challengeMs).getTime(), nonceBytes, timeBytes)
      return Buffer.concat([head, sign(head, purpose, subject)]).toString('base64url')
    },
    check(text, purpose, subject) {
      const challenge = Buffer.from(text, 'base64url')
      if (challenge.length !== nonceBytes + timeBytes + signatureBytes) return undefined
      const head = challenge.subarray(0, nonceBytes + timeBytes)
      if (!timingSafeEqual(challenge.subarray(head.length), sign(head, purpose, subject))) return undefined
      const expiresAt = new Date(head.readUIntBE(nonceBytes, timeBytes))
      return expiresAt > now() ? { digest: createHash('sha256').update(challenge).digest(), expiresAt } : undefined
    },
  }
}
