import { createHash } from 'node:crypto'
import { type Selectable, type Transaction, sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { asOwner } from '../db/tenant.ts'
import type { Database, SignInThrottleTable } from '../db/types.ts'
import { networkOf, rangeOf } from '../http/networks.ts'
import { dayMs, laterBy, minuteMs } from './settings.ts'

/**
 * Failed sign-ins, shared by all processes. An account is counted by the names typed, whether or not it exists, together with where
 * the attempt comes from: a stranger's failures lock the account only for their own address and its range. From a limit on, each
 * failure locks for 1, 2, 4 … minutes, at most an hour. A browser that signed in to the account before is counted alone, so no
 * stranger can lock it out. Failures of all strangers together are bounded for each account, and those of an address over all
 * accounts (docs/security.md).
 */
interface Limit {
  /** The number of failures from which each one locks. */
  failures: number
  /** Failures are cleared this long after the last one, or after the first. */
  windowMs: number
  since: 'first' | 'last'
}

/** One account from one address, or in one known browser. */
const attemptLimit: Limit = { failures: 5, windowMs: dayMs, since: 'last' }
/** One account from one range of addresses. */
const rangeLimit: Limit = { failures: 20, windowMs: dayMs, since: 'last' }
/** One account from everywhere; at most 100 guesses, as NIST SP 800-63B, section 3.2.2, demands. */
const accountLimit: Limit = { failures: 100, windowMs: dayMs, since: 'first' }
/** All accounts from one address; the number is the operator's. */
const addressLimit = (failures: number): Limit => ({ failures, windowMs: 15 * minuteMs, since: 'first' })
const longestLockMinutes = 60

/** Where an attempt comes from. */
export interface AttemptOrigin {
  address: string | undefined
  /** The id of a browser that signed in to the account before. */
  knownBrowser: string | undefined
  /** Failures of an address over all accounts that lock it. */
  addressFailures: number
}

export interface ThrottleKeys {
  /** What a failure counts for, and which lock refuses an attempt. The first one tells how often the attempt has failed. */
  counted: ReadonlyMap<string, Limit>
  /** What a success clears. */
  cleared: readonly string[]
  /** Those that lock the account. */
  ofAccount: readonly string[]
}

/** The keys of an attempt. The account is a digest, because people type passwords into the wrong field. */
export function throttleKeys(account: string, { address, knownBrowser, addressFailures }: AttemptOrigin): ThrottleKeys {
  if (knownBrowser !== undefined) {
    const key = `${account}:browser:${knownBrowser}`
    return { counted: new Map([[key, attemptLimit]]), cleared: [key], ofAccount: [key] }
  }
  const own = `${account}:address:${address ?? ''}`
  const range = `${account}:range:${address === undefined ? '' : rangeOf(address)}`
  const counted = new Map([
    [own, attemptLimit],
    [range, rangeLimit],
    [account, accountLimit],
  ])
  if (address !== undefined) counted.set(`address:${networkOf(address)}`, addressLimit(addressFailures))
  return { counted, cleared: [own, range], ofAccount: [own, range, account] }
}

export function accountKey(tenantName: string, username: string): string {
  const names = `${tenantName.trim().toLowerCase()}\0${username.trim().toLowerCase()}`
  return `account:${createHash('sha256').update(names).digest('base64url')}`
}

const keysOf = (keys: ThrottleKeys): string[] => [...keys.counted.keys()].toSorted()

/** The latest time that one of an attempt's keys is locked until. */
export function lockedUntil(keys: ThrottleKeys, time: Date) {
  return sql<Date | null>`(select max(blocked_until) from sign_in_throttle
    where throttle_key = any(${keysOf(keys)}::text[]) and blocked_until > ${time})`
}

export interface RecordedFailure {
  /** Failures so far at this address, or in this browser. */
  failures: number
  /** Set if the account is now locked there. */
  lockedUntil: Date | null
}

/** Counts a failure. Nothing is counted for a key that is locked, so that parallel attempts do not add up. */
export async function recordFailure(db: Db, keys: ThrottleKeys, time: Date): Promise<RecordedFailure> {
  return asOwner(db, 'sign-in', async (tx) => {
    const rows = await lockRows(tx, keysOf(keys), time)
    for (const row of rows) {
      const limit = keys.counted.get(row.throttle_key)
      if (limit) countFailure(row, limit, time)
    }
    await saveRows(tx, rows)
    const ofAccount = rows.filter((row) => keys.ofAccount.includes(row.throttle_key))
    const locks = ofAccount.flatMap(({ blocked_until: until }) => (until ? [until.getTime()] : []))
    const [first] = keys.ofAccount
    return {
      failures: ofAccount.find((row) => row.throttle_key === first)?.failures ?? 0,
      lockedUntil: locks.length === 0 ? null : new Date(Math.max(...locks)),
    }
  })
}

type Counted = Selectable<SignInThrottleTable>

/** The rows of the sorted keys, created if missing, locked in this order so that two attempts never deadlock. */
async function lockRows(tx: Transaction<Database>, keys: string[], time: Date): Promise<Counted[]> {
  return tx
    .insertInto('sign_in_throttle')
    .values(keys.map((key) => ({ throttle_key: key, failures: 0, window_started_at: time, updated_at: time })))
    .onConflict((conflict) => conflict.column('throttle_key').doUpdateSet((eb) => ({ failures: eb.ref('sign_in_throttle.failures') })))
    .returningAll()
    .execute()
}

function countFailure(row: Counted, limit: Limit, time: Date): void {
  if (row.blocked_until && row.blocked_until > time) return
  const since = limit.since === 'first' ? row.window_started_at : row.updated_at
  if (since < laterBy(time, -limit.windowMs)) {
    row.failures = 0
    row.window_started_at = time
  }
  row.failures += 1
  row.updated_at = time
  const beyond = row.failures - limit.failures
  row.blocked_until = beyond < 0 ? null : laterBy(time, Math.min(2 ** beyond, longestLockMinutes) * minuteMs)
}

async function saveRows(tx: Transaction<Database>, rows: Counted[]): Promise<void> {
  await sql`
    update sign_in_throttle t
       set failures = saved.failures, window_started_at = saved.window_started_at, blocked_until = saved.blocked_until,
           updated_at = saved.updated_at
      from jsonb_populate_recordset(null::sign_in_throttle, ${JSON.stringify(rows)}::jsonb) saved
     where t.throttle_key = saved.throttle_key`.execute(tx)
}

/**
 * Clears an attempt's failures after a correct password. False if failures of concurrent attempts have locked one of its keys:
 * then the correct attempt does not count either.
 */
export const settledSignIn = (keys: ThrottleKeys, time: Date) =>
  sql<boolean>`settle_sign_in(${keysOf(keys)}::text[], ${keys.cleared}::text[], ${time})`

/** Clears the failures of accounts everywhere, locked or not. */
export async function forgetFailures(tx: Transaction<Database>, accounts: readonly string[]): Promise<void> {
  await sql`select forget_sign_in_failures(account) from unnest(${accounts}::text[]) account`.execute(tx)
}

/** Removes expired rows. */
export async function cleanThrottle(db: Db, time: Date): Promise<void> {
  await asOwner(db, 'maintenance', (tx) =>
    tx
      .deleteFrom('sign_in_throttle')
      .where('updated_at', '<', laterBy(time, -dayMs))
      .where((eb) => eb.or([eb('blocked_until', 'is', null), eb('blocked_until', '<', time)]))
      .execute(),
  )
}
