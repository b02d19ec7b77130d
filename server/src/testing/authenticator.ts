import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from '@steward/contract/session/factors-schemas'

/**
 * An authenticator in software (WebAuthn Level 3, section 6) for API tests: one resident ES256 credential, with the options of an
 * attacker: another origin or relying party, no user verification, and a counter that can be set back.
 */
export interface SoftAuthenticator {
  credentialId: string
  counter: number
  create(options: PasskeyCreation, as?: Ceremony): PasskeyAttestation
  get(options: PasskeyRequest, as?: Ceremony): PasskeyAssertion
}

export interface Ceremony {
  origin?: string
  rpId?: string
  isUserVerified?: boolean
}

const ownOrigin = 'http://localhost:8080'

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

/** CBOR (RFC 8949) of what attestations consist of: integers, byte strings, texts and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value])
  const parts = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as number | string | Buffer | Map<number | string, unknown>)]) // only such items are put in
  return Buffer.concat([cborHead(5, value.size), ...parts])
}

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}

/** UP, UV, BE and BS; AT with a new credential (section 6.1). */
const flagsOf = (isUserVerified: boolean, isNew: boolean): number => 0x01 | (isUserVerified ? 0x04 : 0) | 0x08 | 0x10 | (isNew ? 0x40 : 0)

export function createSoftAuthenticator(): SoftAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // COSE_Key (RFC 9053, section 7.1): EC2, ES256, P-256.
  const coseKey = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
  const id = randomBytes(32)
  let userHandle = ''

  const clientData = (type: string, challenge: string, origin = ownOrigin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function authenticatorData(rpId: string, isUserVerified: boolean, counter: number, isNew: boolean): Buffer {
    const head = Buffer.alloc(5)
    head.writeUInt8(flagsOf(isUserVerified, isNew), 0)
    head.writeUInt32BE(counter, 1)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const credential = isNew ? [Buffer.alloc(16), length, id, coseKey] : []
    return Buffer.concat([sha256(rpId), head, ...credential])
  }

  const own: SoftAuthenticator = {
    credentialId: id.toString('base64url'),
    counter: 0,
    create(options, { origin, rpId = options.rp.id, isUserVerified = true } = {}) {
      userHandle = options.user.id
      const authData = authenticatorData(rpId, isUserVerified, own.counter, true)
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        id: own.credentialId,
        rawId: own.credentialId,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, origin).toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get(options, { origin, rpId = options.rpId, isUserVerified = true } = {}) {
      own.counter += 1
      const data = clientData('webauthn.get', options.challenge, origin)
      const authData = authenticatorData(rpId, isUserVerified, own.counter, false)
      return {
        id: own.credentialId,
        rawId: own.credentialId,
        type: 'public-key',
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey).toString('base64url'),
          userHandle,
        },
      }
    },
  }
  return own
}
