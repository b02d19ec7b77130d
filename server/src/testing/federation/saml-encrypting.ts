import { X509Certificate, constants, createCipheriv, publicEncrypt, randomBytes } from 'node:crypto'
import { assertionNs, encryptionNs, signatureNs } from '../../federation/saml/names.ts'

/** Encrypts as a provider would, correctly or badly; for tests. */

export interface EncryptionChoices {
  content: keyof typeof contents
  wrapping: keyof typeof wrappings
}

const contents = {
  'aes128-gcm': { uri: 'http://www.w3.org/2009/xmlenc11#aes128-gcm', cipher: 'aes-128-gcm', keyLength: 16, ivLength: 12 },
  'aes256-gcm': { uri: 'http://www.w3.org/2009/xmlenc11#aes256-gcm', cipher: 'aes-256-gcm', keyLength: 32, ivLength: 12 },
  'aes128-cbc': { uri: `${encryptionNs}aes128-cbc`, cipher: 'aes-128-cbc', keyLength: 16, ivLength: 16 },
  'tripledes-cbc': { uri: `${encryptionNs}tripledes-cbc`, cipher: 'des-ede3-cbc', keyLength: 24, ivLength: 8 },
} as const

const { RSA_PKCS1_OAEP_PADDING: oaep, RSA_PKCS1_PADDING: pkcs1 } = constants
const sha256Method = `<ds:DigestMethod xmlns:ds="${signatureNs}" Algorithm="${encryptionNs}sha256"/>`

const wrappings = {
  'oaep-sha1': { uri: `${encryptionNs}rsa-oaep-mgf1p`, padding: oaep, oaepHash: 'sha1', inside: '' },
  'oaep-sha256': {
    uri: 'http://www.w3.org/2009/xmlenc11#rsa-oaep',
    padding: oaep,
    oaepHash: 'sha256',
    inside: `${sha256Method}<x:MGF xmlns:x="http://www.w3.org/2009/xmlenc11#" Algorithm="http://www.w3.org/2009/xmlenc11#mgf1sha256"/>`,
  },
  'rsa-1_5': { uri: `${encryptionNs}rsa-1_5`, padding: pkcs1, oaepHash: 'sha1', inside: '' },
} as const

function sealed(text: string, { cipher: name, ivLength }: (typeof contents)[keyof typeof contents], key: Buffer): Buffer {
  const iv = randomBytes(ivLength)
  if (name === 'aes-128-gcm' || name === 'aes-256-gcm') {
    const cipher = createCipheriv(name, key, iv)
    return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  }
  const cipher = createCipheriv(name, key, iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()])
}

/** The text as a `saml:EncryptedAssertion`. */
export function encrypted(text: string, certificate: string, choices: EncryptionChoices): string {
  const content = contents[choices.content]
  const wrapping = wrappings[choices.wrapping]
  const key = randomBytes(content.keyLength)
  const body = sealed(text, content, key)
  const { padding, oaepHash } = wrapping
  const wrapped = publicEncrypt({ key: new X509Certificate(certificate).publicKey, padding, oaepHash }, key)
  const value = (bytes: Buffer) => `<xenc:CipherData><xenc:CipherValue>${bytes.toString('base64')}</xenc:CipherValue></xenc:CipherData>`
  return (
    `<saml:EncryptedAssertion xmlns:saml="${assertionNs}"><xenc:EncryptedData xmlns:xenc="${encryptionNs}" Type="${encryptionNs}Element">` +
    `<xenc:EncryptionMethod Algorithm="${content.uri}"/><ds:KeyInfo xmlns:ds="${signatureNs}"><xenc:EncryptedKey>` +
    `<xenc:EncryptionMethod Algorithm="${wrapping.uri}">${wrapping.inside}</xenc:EncryptionMethod>${value(wrapped)}` +
    `</xenc:EncryptedKey></ds:KeyInfo>${value(body)}</xenc:EncryptedData></saml:EncryptedAssertion>`
  )
}
