import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { type Selectable, type Transaction, sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { asOwner } from '../db/tenant.ts'
import type { Database, SignInThrottleTable } from '../db/types.ts'
import type { Client } from '../http/client.ts'
import { dayMs, laterBy, minuteMs } from './settings.ts'

/**
 * Failed sign-ins by account and by address, shared by all processes. An account is counted by the names typed, whether or not it
 * exists. From the fifth failure on, each one locks the account for 1, 2, 4 … minutes, at most an hour; a success
 * clears them. An address is locked the same way from thirty failures on, so that one person cannot lock out an office behind
 * one address, and a list of accounts cannot be tried from one place.
 */
interface Limit {
  /** The number of failures from which each one locks. */
  failures: number
  /** Failures are cleared this long after the last one, or after the first. */
  windowMs: number
  since: 'first' | 'last'
}

const accountLimit: Limit = { failures: 5, windowMs: dayMs, since: 'last' }
const addressLimit: Limit = { failures: 30, windowMs: 15 * minuteMs, since: 'first' }
const longestLockMinutes = 60

export interface ThrottleKeys {
  account: string
  address: string | undefined
}

/** The keys of an attempt. The account's key is a digest, because people type passwords into the wrong field. */
export function throttleKeys(tenantName: string, username: string, client: Client): ThrottleKeys {
  return {
    account: accountKey(tenantName, username),
    address: client.address === undefined ? undefined : `address:${networkOf(client.address)}`,
  }
}

export function accountKey(tenantName: string, username: string): string {
  const names = `${tenantName.trim().toLowerCase()}\0${username.trim().toLowerCase()}`
  return `account:${createHash('sha256').update(names).digest('base64url')}`
}

/** A home or office has one IPv4 address, or one IPv6 /64 network. */
function networkOf(address: string): string {
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`
}

/** Which of an attempt's keys are locked, and until when. */
export function lockedUntil(keys: ThrottleKeys, time: Date) {
  return sql<Date | null>`(select max(blocked_until) from sign_in_throttle
    where throttle_key in (${keys.account}, ${keys.address ?? ''}) and blocked_until > ${time})`
}

export interface RecordedFailure {
  /** Failures of the account so far. */
  failures: number
  /** Set if the account is now locked. */
  lockedUntil: Date | null
}

/** Counts a failure. Nothing is counted during a lock, so that parallel attempts do not add up. */
export async function recordFailure(db: Db, keys: ThrottleKeys, time: Date): Promise<RecordedFailure> {
  return asOwner(db, 'sign-in', async (tx) => {
    const counted = await lockRows(tx, keys.address === undefined ? [keys.account] : [keys.account, keys.address], time)
    for (const row of counted) countFailure(row, row.throttle_key === keys.account ? accountLimit : addressLimit, time)
    await saveRows(tx, counted)
    const account = counted.find((row) => row.throttle_key === keys.account)
    return { failures: account?.failures ?? 0, lockedUntil: account?.blocked_until ?? null }
  })
}

type Counted = Selectable<SignInThrottleTable>

/** The rows of the keys, created if missing, locked in a fixed order so that two attempts never deadlock. */
async function lockRows(tx: Transaction<Database>, keys: string[], time: Date): Promise<Counted[]> {
  return tx
    .insertInto('sign_in_throttle')
    .values(keys.toSorted().map((key) => ({ throttle_key: key, failures: 0, window_started_at: time, updated_at: time })))
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
 * Clears an account's failures after a correct password. False if failures of concurrent attempts have locked the account: then
 * the correct attempt does not count either.
 */
export const settledSignIn = (key: string, time: Date) => sql<boolean>`settle_sign_in(${key}, ${time})`

/** Clears an account's failures, locked or not, because its owner has used a mailed link. */
export async function forgetFailures(tx: Transaction<Database>, key: string): Promise<void> {
  await sql`select forget_sign_in_failures(${key})`.execute(tx)
}

/** Removes expired rows. */
export async function cleanThrottle(db: Db, time: Date): Promise<void> {
  await asOwner(db, 'maintenance', (tx) =>
    tx
      .deleteFrom('sign_in_throttle')
      .where('updated_at', '<', laterBy(time, -accountLimit.windowMs))
      .where((eb) => eb.or([eb('blocked_until', 'is', null), eb('blocked_until', '<', time)]))
      .execute(),
  )
}
