import { beforeAll, describe, expect, it } from 'vitest'
import type { RelyingPartyKeyPair } from '../protocol.ts'
import { decrypt } from './decryption.ts'
import { type EncryptionChoices, encrypted } from '../../testing/federation/saml-encrypting.ts'
import { makeRelyingPartyKey } from '../../testing/federation/saml.ts'
import { messageLimits, parseXml } from './xml.ts'

let key: RelyingPartyKeyPair
beforeAll(async () => {
  key = await makeRelyingPartyKey()
})

const open = (text: string, keys = [key], isSealed = true) => decrypt(parseXml(text, messageLimits).root, keys, { isSealed })
const secret = (choices: EncryptionChoices) => encrypted('<secret/>', key.certificate, choices)

describe('decryption', () => {
  it.each<EncryptionChoices>([
    { content: 'aes128-gcm', wrapping: 'oaep-sha1' },
    { content: 'aes256-gcm', wrapping: 'oaep-sha256' },
    { content: 'aes128-cbc', wrapping: 'oaep-sha1' },
  ])('opens $content, wrapped by $wrapping, with any of the keys', async (choices) => {
    const opened = { kind: 'decrypted', text: '<secret/>' }
    expect(open(secret(choices))).toEqual(opened)
    expect(open(secret(choices), [await makeRelyingPartyKey(), key])).toEqual(opened)
  })

  it('refuses key wrappings with a padding oracle', () => {
    expect(open(secret({ content: 'aes128-gcm', wrapping: 'rsa-1_5' }))).toEqual({
      kind: 'algorithm',
      algorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-1_5',
    })
  })

  it('refuses obsolete ciphers', () => {
    expect(open(secret({ content: 'tripledes-cbc', wrapping: 'oaep-sha1' }))).toEqual({
      kind: 'algorithm',
      algorithm: 'http://www.w3.org/2001/04/xmlenc#tripledes-cbc',
    })
  })

  it('refuses unauthenticated ciphers unless the ciphertext is signed', () => {
    expect(open(secret({ content: 'aes128-cbc', wrapping: 'oaep-sha1' }), [key], false)).toEqual({ kind: 'unsealed' })
    expect(open(secret({ content: 'aes128-gcm', wrapping: 'oaep-sha1' }), [key], false)).toMatchObject({ kind: 'decrypted' })
  })

  it('fails the same way for every cause', async () => {
    const failed = { kind: 'failed' }
    const text = secret({ content: 'aes128-gcm', wrapping: 'oaep-sha1' })
    expect(open(text, [await makeRelyingPartyKey()])).toEqual(failed)
    expect(open(text, [])).toEqual(failed)
    const flip = (pattern: RegExp) => text.replace(pattern, (_all, before: string, letter: string) => before + (letter === 'A' ? 'B' : 'A'))
    expect(open(flip(/([\s\S]*<xenc:CipherValue>.{20})(.)/))).toEqual(failed)
    expect(open(flip(/(<xenc:CipherValue>.{20})(.)/))).toEqual(failed)
    expect(open(text.replaceAll(/<xenc:CipherValue>[^<]*/g, '<xenc:CipherValue>'))).toEqual(failed)
    expect(open(text.replace(/<ds:KeyInfo[\s\S]*<\/ds:KeyInfo>/, ''))).toEqual(failed)
  })
})
