import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Departure, Incoming, RelyingParty, RelyingPartyKeyPair, SigningCertificate } from '../protocol.ts'
import { isSignatureAlgorithm, isSignedBy, signRsaSha256 } from './algorithms.ts'
import { rsaSha256 } from './names.ts'
import { type SignatureVerdict, signMessage } from './signature.ts'

/** Transports messages through the browser: in a URL, or in a form (SAML bindings, sections 3.4 and 3.5). */

export type MessageKind = 'SAMLRequest' | 'SAMLResponse'

/** The size limits of our messages and theirs, in bytes. */
const mostMessageBytes = 256 * 1024

export type Raw =
  | { kind: 'message'; field: MessageKind; text: string; binding: 'redirect' | 'post' }
  /** `absent`: no message at all. */
  | { kind: 'unreadable'; reason: 'absent' | 'twice' | 'encoding' | 'too_large' }

/** Decodes the message sent by a browser. */
export function readMessage({ method, url, form }: Incoming): Raw {
  const value = (field: MessageKind) => (method === 'POST' ? form[field] : (url.searchParams.get(field) ?? undefined))
  const [request, response] = [value('SAMLRequest'), value('SAMLResponse')]
  const encoded = response ?? request
  if (encoded === undefined) return { kind: 'unreadable', reason: 'absent' }
  if (request !== undefined && response !== undefined) return { kind: 'unreadable', reason: 'twice' }
  const field = response === undefined ? 'SAMLRequest' : 'SAMLResponse'
  const compact = encoded.replace(/\s+/g, '')
  if (compact.length > (mostMessageBytes / 3) * 4 + 4) return { kind: 'unreadable', reason: 'too_large' }
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) return { kind: 'unreadable', reason: 'encoding' }
  const bytes = Buffer.from(compact, 'base64')
  try {
    const plain = method === 'POST' ? bytes : inflateRawSync(bytes, { maxOutputLength: mostMessageBytes })
    const text = new TextDecoder('utf-8', { fatal: true }).decode(plain)
    return { kind: 'message', field, text, binding: method === 'POST' ? 'post' : 'redirect' }
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return { kind: 'unreadable', reason: isTooLarge ? 'too_large' : 'encoding' }
  }
}

export interface Outgoing {
  field: MessageKind
  /** XML whose root has an `ID` and begins with the issuer. */
  text: string
  relayState: string | undefined
  /** Signs the message, if given. */
  key: RelyingPartyKeyPair | undefined
  /** Query parameters besides the message's own. */
  more?: Record<string, string>
}

/** The redirect URL for a message; the signature covers the parameters as encoded. */
export function redirectTo(address: string, { field, text, relayState, key, more = {} }: Outgoing): Departure {
  const parts = [`${field}=${encodeURIComponent(deflateRawSync(text).toString('base64'))}`]
  if (relayState !== undefined) parts.push(`RelayState=${encodeURIComponent(relayState)}`)
  if (key) {
    parts.push(`SigAlg=${encodeURIComponent(rsaSha256)}`)
    parts.push(`Signature=${encodeURIComponent(signRsaSha256(key.privateKey, parts.join('&')))}`)
  }
  for (const [name, value] of Object.entries(more)) parts.push(`${name}=${encodeURIComponent(value)}`)
  const url = new URL(address)
  // The URL can have query parameters already.
  const separator = url.search === '' ? '?' : '&'
  return { kind: 'redirect', url: `${url.origin}${url.pathname}${url.search}${separator}${parts.join('&')}` }
}

/** The form post for a message; the signature is inside the message. */
export function postTo(address: string, { field, text, relayState, key }: Outgoing): Departure {
  const message = key ? signMessage(text, key) : text
  return {
    kind: 'form',
    action: address,
    fields: { [field]: Buffer.from(message).toString('base64'), ...(relayState === undefined ? {} : { RelayState: relayState }) },
  }
}

export const activeKey = ({ keys }: RelyingParty): RelyingPartyKeyPair | undefined =>
  keys.find(({ status }) => status === 'active') ?? keys[0]

/** Verifies the signature in a URL, over the parameters as sent. */
export function checkRedirectSignature(
  { url }: Incoming,
  field: MessageKind,
  certificates: readonly SigningCertificate[],
): Exclude<SignatureVerdict, { kind: 'valid' }> | { kind: 'valid'; certificate: SigningCertificate; algorithm: string } {
  const parameters = new Map<string, string>()
  for (const part of url.search.slice(1).split('&')) {
    // Compares decoded names: `SAML%52equest` is SAMLRequest too, and must not appear next to the signed one.
    const [name = ''] = new URLSearchParams(part).keys()
    if (parameters.has(name)) return { kind: 'invalid', reason: 'form' }
    parameters.set(name, part)
  }
  const [algorithm, signature] = [url.searchParams.get('SigAlg'), url.searchParams.get('Signature')]
  if (signature === null) return { kind: 'missing' }
  if (algorithm === null || !isSignatureAlgorithm(algorithm)) return { kind: 'algorithm', algorithm: algorithm ?? '' }
  const material = [field, 'RelayState', 'SigAlg'].flatMap((name) => parameters.get(name) ?? []).join('&')
  const certificate = certificates.find(({ der }) => isSignedBy(der, algorithm, material, signature.replace(/\s+/g, '')))
  return certificate ? { kind: 'valid', certificate, algorithm } : { kind: 'invalid', reason: 'value' }
}
