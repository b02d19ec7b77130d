import { X509Certificate, createHash, createPublicKey, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { generate } from 'selfsigned'
import type { RelyingPartyKey } from '@steward/contract/federation/schemas'
import { problem } from '@steward/contract/errors'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { Cipher } from '../secrets/cipher.ts'
import type { RelyingPartyKeyPair } from './protocol.ts'
import { type KeyRow, findKeys } from './queries.ts'
import { openText, sealText } from './secrets.ts'

/** Key pairs of a tenant as relying party: created here, published in JWKS and SAML metadata, rotated without interruption. */

const validYears = 3
const contextOf = (keyId: string) => `federation_key ${keyId}`

async function makeKey(tx: TenantTransaction, cipher: Cipher, name: string, status: 'next' | 'active', now: Date): Promise<void> {
  const notAfterDate = new Date(now)
  notAfterDate.setUTCFullYear(notAfterDate.getUTCFullYear() + validYears)
  const pair = await generate([{ name: 'commonName', value: `Steward ${name}`.slice(0, 64) }], {
    keySize: 2048,
    algorithm: 'sha256',
    notBeforeDate: new Date(now.getTime() - 3_600_000),
    notAfterDate,
  })
  const keyId = randomUUID()
  const { fingerprint256, validTo } = new X509Certificate(pair.cert)
  await tx
    .insertInto('federation_key')
    .values({
      tenant_id: tenantIdOf(tx),
      key_id: keyId,
      status,
      private_key: sealText(cipher, pair.private, contextOf(keyId)),
      certificate: pair.cert,
      fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
      created_at: now,
      not_after: new Date(validTo),
    })
    .execute()
}

/** The keys of a tenant. The first is created if missing, so that published metadata always has one. */
export async function ensureKeys(tx: TenantTransaction, cipher: Cipher, name: string, now: Date): Promise<KeyRow[]> {
  const keys = await findKeys(tx)
  if (keys.some(({ status }) => status === 'active')) return keys
  // Only one of two concurrent callers creates it.
  await sql`select pg_advisory_xact_lock(hashtextextended('federation_key' || ${tenantIdOf(tx)}::text, 0))`.execute(tx)
  const present = await findKeys(tx)
  if (!present.some(({ status }) => status === 'active')) await makeKey(tx, cipher, name, 'active', now)
  return findKeys(tx)
}

/** Creates the next signing key and publishes it. @throws federation_key_pending */
export async function addNextKey(tx: TenantTransaction, cipher: Cipher, name: string, now: Date): Promise<void> {
  const keys = await findKeys(tx)
  if (keys.some(({ status }) => status === 'next')) throw problem('federation_key_pending')
  await makeKey(tx, cipher, name, keys.some(({ status }) => status === 'active') ? 'next' : 'active', now)
}

/** Signs with the next key; the previous one stays published and still decrypts. @throws not_found */
export async function activateKey(tx: TenantTransaction, keyId: string): Promise<void> {
  const keys = await findKeys(tx)
  if (!keys.some((key) => key.key_id === keyId && key.status === 'next')) throw problem('not_found')
  await tx.updateTable('federation_key').set({ status: 'previous' }).where('status', '=', 'active').execute()
  await tx.updateTable('federation_key').set({ status: 'active' }).where('key_id', '=', keyId).execute()
}

/** @throws not_found, federation_key_active */
export async function dropKey(tx: TenantTransaction, keyId: string): Promise<void> {
  const key = (await findKeys(tx)).find(({ key_id }) => key_id === keyId)
  if (!key) throw problem('not_found')
  if (key.status === 'active') throw problem('federation_key_active')
  await tx.deleteFrom('federation_key').where('key_id', '=', keyId).execute()
}

/** Keys encrypted with another key file are left out: this process can neither sign nor decrypt with them. */
export function keyPairsOf(rows: readonly KeyRow[], cipher: Cipher): RelyingPartyKeyPair[] {
  return rows.flatMap((row) => {
    const privateKey = openText(cipher, row.private_key, contextOf(row.key_id))
    return privateKey === undefined ? [] : [{ keyId: row.key_id, privateKey, certificate: row.certificate, status: row.status }]
  })
}

export const keyView = (row: KeyRow): RelyingPartyKey => ({
  keyId: row.key_id,
  status: row.status,
  fingerprint: row.fingerprint,
  certificate: row.certificate,
  createdAt: row.created_at.toISOString(),
  notAfter: row.not_after.toISOString(),
})

/** The public keys as a JWK set (RFC 7517). */
export function jwksOf(rows: readonly KeyRow[]) {
  const keys = rows.map(({ key_id, certificate }) => {
    const { raw } = new X509Certificate(certificate)
    return {
      ...createPublicKey(certificate).export({ format: 'jwk' }),
      kid: key_id,
      use: 'sig',
      alg: 'RS256',
      x5c: [raw.toString('base64')],
      'x5t#S256': createHash('sha256').update(raw).digest('base64url'),
    }
  })
  return { keys }
}
