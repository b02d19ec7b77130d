import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { JWK } from 'jose'

/** A private key as stored in the database: AES-256-GCM under a key stored elsewhere. */
export interface SealedKey {
  iv: string
  tag: string
  data: string
}

export interface KeyCipher {
  seal(key: JWK): SealedKey
  /** The key, or undefined if it was sealed with another key. */
  open(sealed: unknown): JWK | undefined
}

/** Encrypts values stored in the database, so that a copy of the database does not reveal them. */
export interface Cipher {
  /** @param context the kind and owner of the value; it cannot be opened in another context */
  seal(value: unknown, context?: string): SealedKey
  /** The value, or undefined if it was sealed with another key or in another context. */
  open(sealed: unknown, context?: string): unknown
}

/** The cipher of a key of 32 bytes. */
export function createCipher(secret: Buffer): Cipher {
  return {
    seal(value, context = '') {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', secret, iv).setAAD(Buffer.from(context))
      const data = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return { iv: iv.toString('base64'), tag: cipher.getAuthTag().toString('base64'), data: data.toString('base64') }
    },
    open(sealed, context = '') {
      if (!isSealed(sealed)) return undefined
      try {
        const decipher = createDecipheriv('aes-256-gcm', secret, Buffer.from(sealed.iv, 'base64'), { authTagLength: 16 })
        decipher.setAAD(Buffer.from(context)).setAuthTag(Buffer.from(sealed.tag, 'base64'))
        const opened: unknown = JSON.parse(decipher.update(Buffer.from(sealed.data, 'base64'), undefined, 'utf8') + decipher.final('utf8'))
        return opened
      } catch {
        return undefined
      }
    },
  }
}

/** The cipher for signing keys at rest, so that a copy of the database cannot sign anything. */
export function createKeyCipher(secret: Buffer): KeyCipher {
  const cipher = createCipher(secret)
  return {
    seal: (key) => cipher.seal(key),
    open: (sealed) => cipher.open(sealed) as JWK | undefined, // the tag proves that this program sealed it
  }
}

/** A key for one purpose, derived from another (HKDF, RFC 5869). */
export function derivedKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}

function isSealed(value: unknown): value is SealedKey {
  return typeof value === 'object' && value !== null && 'iv' in value && 'tag' in value && 'data' in value
}
