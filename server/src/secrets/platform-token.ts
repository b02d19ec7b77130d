import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * Tokens of programs (product decisions, "People and principals"): a recognizable prefix and a checksum, so that secret
 * scanners find leaked ones and a mistyped one costs no query; the tenant's id, so that the lookup stays within the tenant.
 */
export type PlatformTokenKind = 'key' | 'scim' | 'svc'

export interface PlatformToken {
  /** The secret that the program gets. */
  text: string
  /** A prefix long enough to recognize the token, too short to use it. */
  prefix: string
  tenantId: string
  /** SHA-256 of the text, which is all that is stored of it. */
  digest: Buffer
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const base = BigInt(alphabet.length)
const secretBytes = 20
const secretLength = 27
const tenantLength = 22
const checksumLength = 6
const shownLength = 6

/** Creates a token of a tenant. */
export function mintPlatformToken(kind: PlatformTokenKind, tenantId: string): PlatformToken {
  const secret = encode(BigInt(`0x${randomBytes(secretBytes).toString('hex')}`), secretLength)
  const unchecked = `stw_${kind}_${secret}${encode(BigInt(`0x${tenantId.replaceAll('-', '')}`), tenantLength)}`
  return tokenOf(unchecked + checksumOf(unchecked), kind, tenantId)
}

/** Parses a client's token; undefined if it can't be a token of this kind. */
export function readPlatformToken(kind: PlatformTokenKind, text: string): PlatformToken | undefined {
  const start = `stw_${kind}_`
  if (!text.startsWith(start) || text.length !== start.length + secretLength + tenantLength + checksumLength) return undefined
  const unchecked = text.slice(0, -checksumLength)
  if (text.slice(-checksumLength) !== checksumOf(unchecked)) return undefined
  const tenant = decode(unchecked.slice(-tenantLength))
  if (tenant === undefined || tenant >= 1n << 128n) return undefined
  const hex = tenant.toString(16).padStart(32, '0')
  return tokenOf(text, kind, hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'))
}

function tokenOf(text: string, kind: PlatformTokenKind, tenantId: string): PlatformToken {
  const prefix = text.slice(0, `stw_${kind}_`.length + shownLength)
  return { text, prefix, tenantId, digest: createHash('sha256').update(text).digest() }
}

const checksumOf = (text: string): string => encode(BigInt(crc32(text)), checksumLength)

function encode(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= base) text = (alphabet[Number(rest % base)] ?? '') + text
  return text
}

function decode(text: string): bigint | undefined {
  let value = 0n
  for (const letter of text) {
    const digit = alphabet.indexOf(letter)
    if (digit < 0) return undefined
    value = value * base + BigInt(digit)
  }
  return value
}
