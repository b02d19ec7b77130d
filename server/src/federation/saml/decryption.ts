import { constants, createDecipheriv, privateDecrypt } from 'node:crypto'
import type { RelyingPartyKeyPair } from '../protocol.ts'
import { encryptionNs, signatureNs } from './names.ts'
import { type XmlElement, childrenOf, everyElement, isElement, onlyChild, plainText } from './xml.ts'

/**
 * Decrypts data encrypted for us by a provider (XML Encryption 1.1): AES in GCM or CBC mode, with the key wrapped by RSA-OAEP.
 * RSA 1.5 is refused because of padding oracles (Bleichenbacher), Triple DES because it is obsolete.
 */

export type Decryption =
  | { kind: 'decrypted'; text: string }
  /** CBC in an unsigned message: our responses to modified ciphertexts would reveal the content (Vaudenay). */
  | { kind: 'unsealed' }
  | { kind: 'algorithm'; algorithm: string }
  /** Any other failure: details would help an attacker. */
  | { kind: 'failed' }

interface ContentCipher {
  name: 'aes-128-gcm' | 'aes-192-gcm' | 'aes-256-gcm' | 'aes-128-cbc' | 'aes-192-cbc' | 'aes-256-cbc'
  keyLength: number
}

const contentCiphers: ReadonlyMap<string, ContentCipher> = new Map([
  ['http://www.w3.org/2009/xmlenc11#aes128-gcm', { name: 'aes-128-gcm', keyLength: 16 }],
  ['http://www.w3.org/2009/xmlenc11#aes192-gcm', { name: 'aes-192-gcm', keyLength: 24 }],
  ['http://www.w3.org/2009/xmlenc11#aes256-gcm', { name: 'aes-256-gcm', keyLength: 32 }],
  [`${encryptionNs}aes128-cbc`, { name: 'aes-128-cbc', keyLength: 16 }],
  [`${encryptionNs}aes192-cbc`, { name: 'aes-192-cbc', keyLength: 24 }],
  [`${encryptionNs}aes256-cbc`, { name: 'aes-256-cbc', keyLength: 32 }],
])

const keyWrappings = new Set([`${encryptionNs}rsa-oaep-mgf1p`, 'http://www.w3.org/2009/xmlenc11#rsa-oaep'])

const oaepHashes: ReadonlyMap<string, string> = new Map([
  ['', 'sha1'],
  [`${signatureNs}sha1`, 'sha1'],
  [`${encryptionNs}sha256`, 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#sha384', 'sha384'],
  [`${encryptionNs}sha512`, 'sha512'],
])

const mostKeys = 5

const algorithmOf = (element: XmlElement | undefined): string =>
  (element && onlyChild(element, encryptionNs, 'EncryptionMethod')?.attributes.get('Algorithm')) ?? ''

/**
 * @param wrapper the element that contains `xenc:EncryptedData`, such as `saml:EncryptedAssertion`
 * @param isSealed whether a valid signature covers the ciphertext
 */
export function decrypt(wrapper: XmlElement, keys: readonly RelyingPartyKeyPair[], { isSealed }: { isSealed: boolean }): Decryption {
  const data = onlyChild(wrapper, encryptionNs, 'EncryptedData')
  const encryptedKeys = [...everyElement(wrapper)].filter((element) => isElement(element, encryptionNs, 'EncryptedKey'))
  if (!data || encryptedKeys.length === 0 || encryptedKeys.length > mostKeys) return { kind: 'failed' }
  const cipher = contentCiphers.get(algorithmOf(data))
  if (!cipher) return { kind: 'algorithm', algorithm: algorithmOf(data) }
  if (!isSealed && cipher.name.endsWith('cbc')) return { kind: 'unsealed' }
  const wrapped = encryptedKeys.flatMap((element) => {
    const hash = wrappingHash(element)
    return hash === undefined ? [] : [{ hash, value: cipherValue(element) }]
  })
  if (wrapped.length === 0) return { kind: 'algorithm', algorithm: algorithmOf(encryptedKeys[0]) }
  const content = cipherValue(data)
  for (const { hash, value } of wrapped) {
    for (const { privateKey } of keys) {
      try {
        const key = privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash }, value)
        if (key.length !== cipher.keyLength) continue
        return { kind: 'decrypted', text: decryptContent(cipher, key, content) }
      } catch {
        // Another key can still match.
      }
    }
  }
  return { kind: 'failed' }
}

function cipherValue(element: XmlElement): Buffer {
  const value = onlyChild(onlyChild(element, encryptionNs, 'CipherData') ?? element, encryptionNs, 'CipherValue')
  return Buffer.from(plainText(value) ?? '', 'base64')
}

/** The hash used to wrap a key; undefined for unsupported wrappings. */
function wrappingHash(encryptedKey: XmlElement): string | undefined {
  if (!keyWrappings.has(algorithmOf(encryptedKey))) return undefined
  const method = onlyChild(encryptedKey, encryptionNs, 'EncryptionMethod')
  const [digest] = method ? childrenOf(method, signatureNs, 'DigestMethod') : []
  const mask = method?.children.find(({ name }) => name === 'MGF')?.attributes.get('Algorithm') ?? ''
  const hash = oaepHashes.get(digest?.attributes.get('Algorithm') ?? '')
  // OpenSSL uses the same hash for the mask; if the mask is not specified, it is SHA-1.
  return hash === (/mgf1(sha\d+)$/.exec(mask)?.[1] ?? 'sha1') ? hash : undefined
}

function decryptContent({ name }: ContentCipher, key: Buffer, content: Buffer): string {
  if (name === 'aes-128-gcm' || name === 'aes-192-gcm' || name === 'aes-256-gcm') {
    if (content.length < 28) throw new Error('too short')
    const decipher = createDecipheriv(name, key, content.subarray(0, 12), { authTagLength: 16 })
    decipher.setAuthTag(content.subarray(-16))
    return Buffer.concat([decipher.update(content.subarray(12, -16)), decipher.final()]).toString('utf8')
  }
  const decipher = createDecipheriv(name, key, content.subarray(0, 16))
  decipher.setAutoPadding(false)
  const padded = Buffer.concat([decipher.update(content.subarray(16)), decipher.final()])
  // Only the last byte of the padding is specified (XML Encryption 1.1, section 5.2).
  const padding = padded.at(-1) ?? 0
  if (padding < 1 || padding > 16) throw new Error('wrong padding')
  return padded.subarray(0, -padding).toString('utf8')
}
