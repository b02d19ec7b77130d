import { type Cipher, createCipher, derivedKey } from '../../secrets/cipher.ts'
import type { SessionSettings } from '../settings.ts'
import { type Challenges, createChallenges } from './challenges.ts'

/** Keys and names that second factors need. */
export interface FactorTools {
  /** Seals secrets of authenticator apps. */
  cipher: Cipher
  recoveryKey: Buffer
  challenges: Challenges
  /** The relying party of passkeys: the host of the public URL, and its origin. */
  relyingParty: { id: string; origin: string }
  now: () => Date
}

export function createFactorTools({ sealingKey, publicUrl, now }: Pick<SessionSettings, 'sealingKey' | 'publicUrl' | 'now'>): FactorTools {
  const { hostname, origin } = new URL(publicUrl)
  return {
    cipher: createCipher(derivedKey(sealingKey, 'second factors')),
    recoveryKey: derivedKey(sealingKey, 'recovery codes'),
    challenges: createChallenges(derivedKey(sealingKey, 'passkey challenges'), now),
    relyingParty: { id: hostname, origin },
    now,
  }
}
