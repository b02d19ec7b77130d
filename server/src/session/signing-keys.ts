import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Transaction, sql } from 'kysely'
import { type CryptoKey, type JWK, exportJWK, generateKeyPair, importJWK } from 'jose'
import type { Db } from '../db/pool.ts'
import { asOwner } from '../db/tenant.ts'
import type { Database } from '../db/types.ts'
import type { KeyCipher } from '../secrets/cipher.ts'
import { dayMs, laterBy, longestAccessTokenSeconds, minuteMs } from './settings.ts'

/** How long a key signs. */
const signingDays = 30
/** A new key is published this long before it signs, so that clients that cache the key set have it in time. */
const leadMs = 10 * minuteMs
/** A retired key verifies until its last token has expired, plus some time for clock skew. */
const verifyMs = longestAccessTokenSeconds * 1000 + 5 * minuteMs
/** Unknown key ids make the process read the keys at most this often. */
const lookAgainMs = 200
/** The maximum age of the cached keys; well below the lead time. */
const cacheMs = minuteMs

/** A public key as published in `/.well-known/jwks.json` (RFC 8037, section 2). */
export interface PublishedKey {
  kty: string
  crv: string
  x: string
  kid: string
  alg: string
  use: string
}

interface SigningKey {
  keyId: string
  key: CryptoKey
}

/** The keys of access tokens. Processes share them through the table `signing_key`. */
export interface SigningKeys {
  /** The current signing key. */
  current(): Promise<SigningKey>
  /** The public key with this id, read from the database if unknown; undefined if it does not exist or was removed. */
  find(keyId: string): Promise<CryptoKey | undefined>
  published(): Promise<PublishedKey[]>
  /** Creates the next key when the current one is due, and removes keys whose tokens have all expired. */
  rotate(): Promise<void>
}

interface Snapshot {
  loadedAt: number
  verifying: Map<string, CryptoKey>
  published: PublishedKey[]
  /** This machine's keys; the ones that sign last come last. */
  signing: { keyId: string; key: CryptoKey; activeFrom: number }[]
}

const lockKey = sql`hashtext('steward.signing_key')`

export function createSigningKeys(db: Db, cipher: KeyCipher, now: () => Date): SigningKeys {
  let snapshot: Promise<Snapshot> | undefined
  let lastLoad = Number.NEGATIVE_INFINITY
  let nextLoad: Promise<Snapshot> | undefined

  function load(): Promise<Snapshot> {
    lastLoad = performance.now()
    const loading = readKeys(db, cipher, now())
    snapshot = loading
    loading.catch(() => {
      if (snapshot === loading) snapshot = undefined
    })
    return loading
  }

  /** Loads as soon as allowed; concurrent callers share the result. */
  function loadSoon(): Promise<Snapshot> {
    nextLoad ??= setTimeout(Math.max(0, lastLoad + lookAgainMs - performance.now())).then(() => {
      nextLoad = undefined
      return load()
    })
    return nextLoad
  }

  async function cached(): Promise<Snapshot> {
    if (!snapshot) return load()
    const known = await snapshot
    return Math.abs(now().getTime() - known.loadedAt) > cacheMs ? load() : known
  }

  return {
    async current() {
      // The time is read again after creating a key, which is valid from that moment.
      const usable = (keys: Snapshot) => keys.signing.findLast((key) => key.activeFrom <= now().getTime())
      const known = usable(await cached())
      if (known) return known
      await makeKey(db, cipher, now())
      const made = usable(await load())
      if (!made) throw new Error('No key signs access tokens.')
      return made
    },
    async find(keyId) {
      return (await cached()).verifying.get(keyId) ?? (await loadSoon()).verifying.get(keyId)
    },
    async published() {
      return (await cached()).published
    },
    async rotate() {
      await makeKey(db, cipher, now())
      await load()
    },
  }
}

async function readKeys(db: Db, cipher: KeyCipher, time: Date): Promise<Snapshot> {
  const rows = await asOwner(
    db,
    'sign-in',
    (tx) =>
      tx
        .selectFrom('signing_key')
        .selectAll()
        .where((eb) => eb.or([eb('retired_at', 'is', null), eb('retired_at', '>', laterBy(time, -verifyMs))]))
        .orderBy('active_from')
        .orderBy('key_id')
        .execute(),
    { readOnly: true },
  )
  const keys: Snapshot = { loadedAt: time.getTime(), verifying: new Map(), published: [], signing: [] }
  for (const row of rows) {
    const publicJwk = row.public_jwk as JWK // written below
    keys.verifying.set(row.key_id, await importKey(publicJwk))
    keys.published.push({
      kty: publicJwk.kty ?? 'OKP',
      crv: publicJwk.crv ?? 'Ed25519',
      x: publicJwk.x ?? '',
      kid: row.key_id,
      alg: row.algorithm,
      use: 'sig',
    })
    const privateJwk = cipher.open(row.private_jwk)
    if (privateJwk && (row.retired_at === null || row.retired_at > time)) {
      keys.signing.push({ keyId: row.key_id, key: await importKey(privateJwk), activeFrom: row.active_from.getTime() })
    }
  }
  return keys
}

/** One process at a time; the next finds the key already created. */
async function makeKey(db: Db, cipher: KeyCipher, time: Date): Promise<void> {
  await asOwner(db, 'sign-in', async (tx) => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
    await tx.deleteFrom('signing_key').where('retired_at', '<', laterBy(time, -verifyMs)).execute()
    const rows = await tx.selectFrom('signing_key').selectAll().where('retired_at', 'is', null).orderBy('active_from').execute()
    const own = rows.filter((row) => cipher.open(row.private_jwk) !== undefined)
    const newest = own.at(-1)
    if (newest && newest.active_from > laterBy(time, leadMs - signingDays * dayMs)) {
      await retireForeign(
        tx,
        rows.filter((row) => !own.includes(row)).map((row) => row.key_id),
        time,
      )
      return
    }
    const activeFrom = newest ? laterBy(time, leadMs) : time
    const keyId = randomUUID()
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true })
    await tx
      .insertInto('signing_key')
      .values({
        key_id: keyId,
        public_jwk: JSON.stringify(await exportJWK(publicKey)),
        private_jwk: JSON.stringify(cipher.seal(await exportJWK(privateKey))),
        created_at: time,
        active_from: activeFrom,
      })
      .execute()
    if (own.length === 0) return
    await tx
      .updateTable('signing_key')
      .set({ retired_at: activeFrom })
      .where(
        'key_id',
        'in',
        own.map((row) => row.key_id),
      )
      .execute()
  })
}

/** Keys of a machine whose key file no longer exists retire when they are long overdue. */
async function retireForeign(tx: Transaction<Database>, keyIds: string[], time: Date): Promise<void> {
  if (keyIds.length === 0) return
  await tx
    .updateTable('signing_key')
    .set({ retired_at: time })
    .where('key_id', 'in', keyIds)
    .where('active_from', '<', laterBy(time, -2 * signingDays * dayMs))
    .execute()
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'EdDSA')
  if (key instanceof Uint8Array) throw new Error('A signing key is not asymmetric.')
  return key
}
