import { createHash, createHmac, randomBytes } from 'node:crypto'

/**
 * Refresh tokens and tokens of mailed links: the tenant's id, so that a lookup stays within the tenant, and 256 random bits.
 * Only the SHA-256 digest is stored.
 */
export interface OpaqueToken {
  /** The token sent to the client: 64 characters of base64url. */
  text: string
  tenantId: string
  digest: Buffer
}

const tenantBytes = 16
const secretBytes = 32
const form = /^[\w-]{64}$/

/** A new token of a tenant. */
export function mintToken(tenantId: string): OpaqueToken {
  return tokenOf(tenantId, randomBytes(secretBytes))
}

/**
 * The successor of `token`, derived from the token and the salt. Neither the salt alone nor a copy of the database is enough to
 * compute it.
 */
export function successorOf(token: OpaqueToken, salt: Buffer): OpaqueToken {
  return tokenOf(token.tenantId, createHmac('sha256', token.text).update(salt).digest())
}

/** Parses a token from a client; undefined if it is malformed. */
export function readToken(text: string | undefined): OpaqueToken | undefined {
  if (text === undefined || !form.test(text)) return undefined
  const hex = Buffer.from(text, 'base64url').subarray(0, tenantBytes).toString('hex')
  const tenantId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { text, tenantId, digest: digestOf(text) }
}

function tokenOf(tenantId: string, secret: Buffer): OpaqueToken {
  const text = Buffer.concat([Buffer.from(tenantId.replaceAll('-', ''), 'hex'), secret]).toString('base64url')
  return { text, tenantId, digest: digestOf(text) }
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
