import { createHash, randomBytes } from 'node:crypto'
import type { Cipher } from '../secrets/cipher.ts'

/** Encryption for text columns, and digests of random tokens. */

export const sealText = (cipher: Cipher, text: string, context: string): string => JSON.stringify(cipher.seal(text, context))

/** The text; undefined if it was encrypted with another key file, or for another context. */
export function openText(cipher: Cipher, sealed: string | null, context: string): string | undefined {
  if (sealed === null) return undefined
  const opened = cipher.open(JSON.parse(sealed), context)
  return typeof opened === 'string' ? opened : undefined
}

export const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** 256 random bits, as text for a URL or a cookie. */
export const randomText = (): string => randomBytes(32).toString('base64url')
export const isRandomText = (text: string | undefined): text is string => text !== undefined && /^[\w-]{43}$/.test(text)
