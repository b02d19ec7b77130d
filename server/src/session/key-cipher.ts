import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { JWK } from 'jose'

/** A private key as stored in the database: AES-256-GCM under a key stored elsewhere. */
export interface SealedKey {
  iv: string
  tag: string
  data: string
}

export interface KeyCipher {
  seal(key: JWK): SealedKey
  /** The key, or undefined if it was sealed with another key file. */
  open(sealed: unknown): JWK | undefined
}

/** Encrypts values stored in the database, so that a copy of the database does not reveal them. */
export interface Cipher {
  /** @param context the kind and owner of the value; it cannot be opened in another context */
  seal(value: unknown, context?: string): SealedKey
  /** The value, or undefined if it was sealed with another key file or in another context. */
  open(sealed: unknown, context?: string): unknown
}

/** The cipher of a key file, which is created if missing (mode 600). */
export async function createCipher(keyFile: string | undefined): Promise<Cipher> {
  const secret = keyFile === undefined ? randomBytes(32) : await readOrMake(keyFile)
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

/**
 * The cipher for signing keys at rest, so that a copy of the database cannot sign anything. Machines with different key files sign
 * with different keys and accept each other's tokens.
 */
export async function createKeyCipher(keyFile: string | undefined): Promise<KeyCipher> {
  const cipher = await createCipher(keyFile)
  return {
    seal: (key) => cipher.seal(key),
    open: (sealed) => cipher.open(sealed) as JWK | undefined, // the tag proves that this program sealed it
  }
}

/** A key for one purpose, derived from a key file (HKDF, RFC 5869); all servers with the same file have the same. */
export async function derivedKey(keyFile: string | undefined, purpose: string): Promise<Buffer> {
  const secret = keyFile === undefined ? randomBytes(32) : await readOrMake(keyFile)
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}

async function readOrMake(path: string): Promise<Buffer> {
  await mkdir(dirname(path), { recursive: true })
  try {
    // With 'wx', the file of a faster process is kept.
    await writeFile(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const secret = Buffer.from(await readFile(path, 'utf8'), 'base64')
  if (secret.length !== 32)
    throw new Error(`${path} does not hold a key of 32 bytes in base64. Restore it, or remove it to make a new one.`)
  return secret
}

function isSealed(value: unknown): value is SealedKey {
  return typeof value === 'object' && value !== null && 'iv' in value && 'tag' in value && 'data' in value
}
