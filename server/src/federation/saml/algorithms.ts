import { type SignKeyObjectInput, X509Certificate, constants, createHash, sign, verify } from 'node:crypto'
import type { HashAlgorithm, SignatureAlgorithm } from 'xml-crypto'
import { rsaSha256 } from './names.ts'

/**
 * Accepted signature algorithms: RSA (PKCS #1 1.5 and PSS) and ECDSA with SHA-2. No SHA-1, because of collisions, and no HMAC, which would
 * make a provider's public key a secret (algorithm confusion). Each requires one type of key.
 */

interface Algorithm {
  hash: 'sha256' | 'sha384' | 'sha512'
  keyType: 'rsa' | 'ec'
  options: Pick<SignKeyObjectInput, 'padding' | 'saltLength' | 'dsaEncoding'>
}

const rsa = (hash: Algorithm['hash']): Algorithm => ({ hash, keyType: 'rsa', options: { padding: constants.RSA_PKCS1_PADDING } })
const pss = (hash: Algorithm['hash']): Algorithm => ({
  hash,
  keyType: 'rsa',
  options: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
})
/** RFC 4050 and 6931: r and s concatenated. */
const ecdsa = (hash: Algorithm['hash']): Algorithm => ({ hash, keyType: 'ec', options: { dsaEncoding: 'ieee-p1363' } })

const algorithms: ReadonlyMap<string, Algorithm> = new Map([
  [rsaSha256, rsa('sha256')],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha384', rsa('sha384')],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', rsa('sha512')],
  ['http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1', pss('sha256')],
  ['http://www.w3.org/2007/05/xmldsig-more#sha384-rsa-MGF1', pss('sha384')],
  ['http://www.w3.org/2007/05/xmldsig-more#sha512-rsa-MGF1', pss('sha512')],
  ['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256', ecdsa('sha256')],
  ['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384', ecdsa('sha384')],
  ['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512', ecdsa('sha512')],
])

export const isSignatureAlgorithm = (uri: string): boolean => algorithms.has(uri)

const digests: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#sha384', 'sha384'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
])

export const isDigestAlgorithm = (uri: string): boolean => digests.has(uri)

export const pemOf = (der: string): string =>
  `-----BEGIN CERTIFICATE-----\n${der.match(/.{1,64}/g)?.join('\n') ?? ''}\n-----END CERTIFICATE-----\n`

/**
 * Whether the certificate's key made this signature.
 * @param der base64
 * @param signature base64
 */
export function isSignedBy(der: string, algorithm: string, material: string, signature: string): boolean {
  const known = algorithms.get(algorithm)
  if (!known) return false
  try {
    const key = new X509Certificate(Buffer.from(der, 'base64')).publicKey
    if (key.asymmetricKeyType !== known.keyType) return false
    return verify(known.hash, Buffer.from(material), { key, ...known.options }, Buffer.from(signature, 'base64'))
  } catch {
    // The signature has a format that its algorithm cannot produce.
    return false
  }
}

/** Signs with RSA and SHA-256; returns base64. */
export const signRsaSha256 = (privateKey: string, material: string): string =>
  sign('sha256', Buffer.from(material), privateKey).toString('base64')

/**
 * Replaces xml-crypto's algorithms.
 * @param isSigned verifies a signature by the algorithm, the material and the value in base64
 */
export function signatureAlgorithms(
  isSigned: (algorithm: string, material: string, signature: string) => boolean,
): Record<string, new () => SignatureAlgorithm> {
  return Object.fromEntries(
    [...algorithms.keys()].map((uri) => [
      uri,
      class implements SignatureAlgorithm {
        getAlgorithmName = () => uri
        verifySignature = (material: string, _key: unknown, signature: string) => isSigned(uri, material, signature)
        getSignature(): never {
          throw new Error('only for checking')
        }
      },
    ]),
  )
}

const hashesBy = (digest: (hash: string, xml: string) => string): Record<string, new () => HashAlgorithm> =>
  Object.fromEntries(
    [...digests].map(([uri, hash]) => [
      uri,
      class implements HashAlgorithm {
        getAlgorithmName = () => uri
        getHash = (xml: string) => digest(hash, xml)
      },
    ]),
  )

export const hashAlgorithms = hashesBy((hash, xml) => createHash(hash).update(xml, 'utf8').digest('base64'))

/** Assumes a correct digest, to verify the signature alone. */
export const assumedDigest = (digest: string) => hashesBy(() => digest)
