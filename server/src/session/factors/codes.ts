import { createHmac, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { recoveryCodeCount } from '@steward/contract/rules/factors'

/** Codes of authenticator apps (RFC 6238) and recovery codes. */

/** What every authenticator app supports; other values are ignored by some. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const issuer = 'Steward'
/** Clocks can be one step off, in both directions (RFC 6238, section 5.2). */
const drift = 1

/** A new secret of 160 bits in base32 (RFC 4226, section 4). */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** The `otpauth:` URI that apps read from a QR code. */
export const setupAddress = (secret: string, label: string): string =>
  new TOTP({ ...parameters, issuer, label, secret: Secret.fromBase32(secret) }).toString()

/** The code that an app shows for a secret. */
export const codeOf = (secret: string, time: Date): string =>
  new TOTP({ ...parameters, secret: Secret.fromBase32(secret) }).generate({ timestamp: time.getTime() })

/** The time step of a code, counted from 1970; undefined if the code is wrong now. */
export function stepOfCode(secret: string, code: string, time: Date): number | undefined {
  const digits = code.normalize('NFKC').replace(/[\s-]/g, '')
  if (!/^\d{6}$/.test(digits)) return undefined
  const timestamp = time.getTime()
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: digits, timestamp, window: drift })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / parameters.period) + delta
}

/** Crockford's base32, without letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 4
const groupLength = 4

/** New recovery codes of 80 bits each, such as `4H7K-Q2ZM-9XWD-T6RB`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const letters = [...randomBytes(groups * groupLength)].map((byte) => alphabet[byte % alphabet.length]).join('')
    return Array.from({ length: groups }, (_, at) => letters.slice(at * groupLength, (at + 1) * groupLength)).join('-')
  })
}

/**
 * What is stored of a recovery code: keyed with a secret that the database doesn't have, so that a copy of it cannot be guessed
 * at. Case, spaces and letters that look like digits don't matter.
 */
export function recoveryDigest(key: Buffer, owner: { tenantId: string; userId: string }, code: string): Buffer {
  const plain = code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\dA-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return createHmac('sha256', key).update(`${owner.tenantId}:${owner.userId}:${plain}`).digest()
}
