import { createHash, createHmac, randomBytes } from 'node:crypto'

/**
 * Refresh tokens and the tokens of mailed links: the tenant's id, so that looking one up stays within its tenant, and
 * 256 random bits. Only the SHA-256 digest is stored.
 */
export interface OpaqueToken {
  /** What the client holds: 64 characters of base64url. */
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
 * The token that follows `token`: whoever knows the token and the salt derives the same one again, and neither the salt
 * nor a database alone leads to it.
 */
export function successorOf(token: OpaqueToken, salt: Buffer): OpaqueToken {
  return tokenOf(token.tenantId, createHmac('sha256', token.text).update(salt).digest())
}

/** Reads a token a client sent; undefined for what can never have been one. */
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
