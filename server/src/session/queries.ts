import { type RawBuilder, sql } from 'kysely'
import type { FactorKind } from '@steward/contract/rules/factors'
import type { Db } from '../db/pool.ts'
import { executePrepared } from '../db/prepared.ts'
import { type TenantContext, type TenantTransaction, asOwner, noteChange, tenantIdOf } from '../db/tenant.ts'
import type { UserStatus } from '../db/types.ts'
import type { Client } from '../http/client.ts'
import type { OpaqueToken } from './opaque-token.ts'
import type { SessionMethod } from './sessions.ts'
import { type ThrottleKeys, lockedUntil, settledSignIn } from './throttle.ts'

/** Runs as the user in a tenant when a mailed link or a password takes the place of an access token. */
export const userContext = (user: AccountRow, requestId: string): TenantContext => ({
  tenantId: user.tenant_id,
  requestId,
  actor: { type: 'user', id: user.user_id, name: user.username },
})

/** A user with the sign-in settings of the tenant. */
export interface AccountRow {
  tenant_id: string
  tenant_name: string
  display_name: string
  tenant_status: 'Active' | 'Disabled'
  user_id: string
  username: string
  email: string
  given_name: string
  family_name: string
  status: UserStatus
  is_disabled: boolean
  user_created_at: Date
  password_hash: string | null
  password_changed_at: Date | null
  last_sign_in_at: Date | null
  /** The tenant signs in with its identity provider. */
  is_federated: boolean
  provider_name: string | null
  /** The one user of a federated tenant who keeps a password. */
  admin_username: string | null
}

const accountColumns = sql`t.tenant_id, t.tenant_name, t.display_name, t.status as tenant_status, u.user_id, u.username, u.email,
  u.given_name, u.family_name, u.status, u.is_disabled, u.created_at as user_created_at, u.password_hash, u.password_changed_at, u.last_sign_in_at,
  coalesce(f.state = 'ACTIVE', false) as is_federated, f.provider_name, f.admin_username`

/** A query that runs before the tenant is known. */
async function queryBeforeTenant<T>(db: Db, query: RawBuilder<T>): Promise<T[]> {
  const { rows } = await asOwner(db, 'sign-in', (tx) => executePrepared(tx, query), { readOnly: true })
  return rows
}

/** What a sign-in starts with. */
interface FoundAttempt {
  account: AccountRow | undefined
  tenantId: string | undefined
  lockedUntil: Date | null
  factorKinds: FactorKind[]
  /** The browser gave a second factor some days ago, and is asked for none. */
  isRemembered: boolean
}

/** The starting point of a sign-in: the account, if it exists, its factors, and until when it or the address is locked. */
export async function findAttempt(
  db: Db,
  tenantName: string,
  username: string,
  keys: ThrottleKeys,
  remembered: readonly Buffer[],
  time: Date,
): Promise<FoundAttempt> {
  const [row] = await queryBeforeTenant(
    db,
    sql<Nullable<AccountRow> & { locked_until: Date | null; factor_kinds: FactorKind[] | null; is_remembered: boolean }>`
      select ${accountColumns}, ${lockedUntil(keys, time)} as locked_until,
             (select array_agg(distinct k.kind) from sign_in_factor k where k.tenant_id = u.tenant_id and k.user_id = u.user_id) as factor_kinds,
             exists (select from remembered_browser b where b.tenant_id = u.tenant_id and b.user_id = u.user_id
                        and b.token_digest = any(${[...remembered]}::bytea[]) and b.expires_at > ${time}) as is_remembered
        from (select 1) one
             left join tenant t on t.tenant_name = lower(${tenantName.trim()})
             left join app_user u on u.tenant_id = t.tenant_id and u.username_key = lower(${username.trim()})
             left join federation_config f on f.tenant_id = t.tenant_id`,
  )
  return {
    account: row && isAccount(row) ? row : undefined,
    tenantId: row?.tenant_id ?? undefined,
    lockedUntil: row?.locked_until ?? null,
    factorKinds: row?.factor_kinds ?? [],
    isRemembered: row?.is_remembered ?? false,
  }
}

type Nullable<T> = { [K in keyof T]: T[K] | null }
// A user's columns are all null or none is.
const isAccount = (row: Nullable<AccountRow>): row is AccountRow => row.user_id !== null

/** A user of the transaction's tenant. */
export async function findAccount(tx: TenantTransaction, userId: string): Promise<AccountRow | undefined> {
  const { rows } = await executePrepared(
    tx,
    sql<AccountRow>`
    select ${accountColumns}
      from app_user u join tenant t using (tenant_id) left join federation_config f using (tenant_id)
     where u.tenant_id = ${tenantIdOf(tx)}::uuid and u.user_id = ${userId}`,
  )
  return rows[0]
}

/** The user with this name in the transaction's tenant. */
export async function findAccountByName(tx: TenantTransaction, username: string): Promise<AccountRow | undefined> {
  const { rows } = await executePrepared(
    tx,
    sql<AccountRow>`
    select ${accountColumns}
      from app_user u join tenant t using (tenant_id) left join federation_config f using (tenant_id)
     where u.tenant_id = ${tenantIdOf(tx)}::uuid and u.username_key = lower(${username.trim()})`,
  )
  return rows[0]
}

export interface NewSession {
  account: AccountRow
  client: Client
  token: OpaqueToken
  time: Date
  expiresAt: Date
  tokenExpiresAt: Date
  /** The attempt's throttle keys, cleared by the sign-in. */
  throttleKeys: ThrottleKeys
  /** The first factor. */
  method: 'password' | 'passkey'
  /** False if a remembered browser took the place of a second factor, so that sensitive changes ask for it. */
  isConfirmed: boolean
  /** A new password hash at today's cost, if the stored one is outdated. */
  newHash: string | null
}

/**
 * Opens a session with its refresh token, and records the sign-in on the user and in the system log. Bypasses the query builder,
 * because a sign-in is not a change that other screens need to hear about.
 * Undefined if the account was locked, disabled or got another password while the password was being checked.
 */
export async function openSession(tx: TenantTransaction, { account, client, token, ...session }: NewSession): Promise<string | undefined> {
  // Included only when needed: the audit trigger runs for every statement that names this column.
  const rehash = session.newHash === null ? sql`` : sql`, password_hash = ${session.newHash}`
  const { rows } = await executePrepared(
    tx,
    sql<{ session_id: string }>`
    with settled as materialized (
      select ${settledSignIn(session.throttleKeys, session.time)} as ok
    ), signed_in as (
      update app_user u
         set last_sign_in_at = ${session.time}, failed_attempts = 0, locked_until = null ${rehash}
        from settled
       where settled.ok and u.tenant_id = ${account.tenant_id} and u.user_id = ${account.user_id}
         and not u.is_disabled and u.status = ${account.status} and u.password_hash is not distinct from ${account.password_hash}
      returning u.tenant_id, u.user_id
    )
    insert into user_session (tenant_id, user_id, method, address, user_agent, created_at, last_active_at, expires_at, confirmed_at)
    select tenant_id, user_id, ${session.method}::text, ${client.address ?? null}::inet, ${client.userAgent}::text, ${session.time}::timestamptz,
           ${session.time}::timestamptz, ${session.expiresAt}::timestamptz, ${session.isConfirmed ? session.time : null}::timestamptz
      from signed_in
    returning session_id`,
  )
  const sessionId = rows[0]?.session_id
  if (sessionId === undefined) return undefined
  if (session.newHash !== null) noteChange(tx, 'app_user', { along: false })
  await addFirstToken(tx, { account, client, token, ...session, sessionId })
  return sessionId
}

/** The first refresh token of a new session, and the sign-in in the system log. */
export async function addFirstToken(
  tx: TenantTransaction,
  opened: Pick<NewSession, 'account' | 'client' | 'token' | 'time' | 'tokenExpiresAt'> & { sessionId: string; method: SessionMethod },
): Promise<void> {
  const { account, client, token, sessionId, method } = opened
  await Promise.all([
    executePrepared(
      tx,
      sql`
      insert into refresh_token (tenant_id, token_digest, session_id, issued_at, expires_at)
      values (${account.tenant_id}, ${token.digest}, ${sessionId}, ${opened.time}, ${opened.tokenExpiresAt})`,
    ),
    executePrepared(
      tx,
      sql`
      insert into system_log (tenant_id, kind, outcome, user_id, username, address, user_agent, request_id, details)
      values (${account.tenant_id}, 'sign_in', 'success', ${account.user_id}, ${account.username}, ${client.address ?? null},
              ${client.userAgent}, ${client.requestId}, jsonb_build_object('sessionId', ${sessionId}::uuid, 'method', ${method}::text))`,
    ),
  ])
  noteChange(tx, 'system_log')
}

/** A refresh token and its session, as stored. */
export interface RenewalRow extends AccountRow {
  session_id: string
  used_at: Date | null
  token_expires_at: Date
  successor_salt: Buffer | null
  /** The successor has not been used yet. */
  successor_is_fresh: boolean
  successor_expires_at: Date | null
  session_created_at: Date
  last_active_at: Date
  session_expires_at: Date
  ended_at: Date | null
  end_reason: string | null
  address: string | null
}

/** Finds and locks a refresh token, so that the second of two requests with the same token sees the first one's changes. */
export async function lockRefreshToken(tx: TenantTransaction, digest: Buffer): Promise<RenewalRow | undefined> {
  // Locked in a separate statement, so that the next one sees rows committed while this one waited.
  await executePrepared(
    tx,
    sql`select 1 from refresh_token where tenant_id = ${tenantIdOf(tx)}::uuid and token_digest = ${digest} for update`,
  )
  const { rows } = await executePrepared(
    tx,
    sql<RenewalRow>`
    select ${accountColumns}, s.session_id, r.used_at, r.expires_at as token_expires_at, r.successor_salt,
           next.token_digest is not null and next.used_at is null as successor_is_fresh, next.expires_at as successor_expires_at,
           s.created_at as session_created_at, s.last_active_at, s.expires_at as session_expires_at, s.ended_at, s.end_reason,
           host(s.address) as address
      from refresh_token r
           join user_session s using (tenant_id, session_id)
           join app_user u using (tenant_id, user_id)
           join tenant t using (tenant_id)
           left join federation_config f using (tenant_id)
           left join refresh_token next on next.tenant_id = r.tenant_id and next.token_digest = r.replaced_by
     where r.tenant_id = ${tenantIdOf(tx)}::uuid and r.token_digest = ${digest}`,
  )
  return rows[0]
}

export interface Rotation {
  sessionId: string
  used: OpaqueToken
  salt: Buffer
  successor: OpaqueToken
  address: string | undefined
  time: Date
  tokenExpiresAt: Date
}

/** Replaces a refresh token with its successor and records that the session is in use. */
export async function rotateToken(tx: TenantTransaction, rotation: Rotation): Promise<void> {
  const { used, successor, time } = rotation
  await executePrepared(
    tx,
    sql`
    with used as (
      update refresh_token set used_at = ${time}, replaced_by = ${successor.digest}, successor_salt = ${rotation.salt}
       where tenant_id = ${tenantIdOf(tx)}::uuid and token_digest = ${used.digest}
      returning tenant_id, session_id
    ), active as (
      update user_session s set last_active_at = ${time}, address = coalesce(${rotation.address ?? null}::inet, s.address)
        from used where s.tenant_id = used.tenant_id and s.session_id = used.session_id
    )
    insert into refresh_token (tenant_id, token_digest, session_id, issued_at, expires_at)
    select tenant_id, ${successor.digest}::bytea, session_id, ${time}::timestamptz, ${rotation.tokenExpiresAt}::timestamptz
      from used`,
  )
}

/** The latest time that one of the keys is locked until; null if none is. */
export async function findLock(db: Db, keys: ThrottleKeys, time: Date): Promise<Date | null> {
  const [row] = await queryBeforeTenant(db, sql<{ locked_until: Date | null }>`select ${lockedUntil(keys, time)} as locked_until`)
  return row?.locked_until ?? null
}

/** The id of the tenant with this name. */
export async function findTenantId(db: Db, tenantName: string): Promise<string | undefined> {
  const [row] = await queryBeforeTenant(
    db,
    sql<{ tenant_id: string }>`select tenant_id from tenant where tenant_name = lower(${tenantName.trim()})`,
  )
  return row?.tenant_id
}

/** The sign-in settings of a federated tenant; undefined if it is not federated or does not exist. */
export async function findFederation(
  db: Db,
  tenantName: string,
): Promise<{ providerName: string | null; hasPassword: boolean } | undefined> {
  const [row] = await queryBeforeTenant(
    db,
    sql<{ provider_name: string | null; admin_username: string | null }>`
      select f.provider_name, f.admin_username
        from tenant t join federation_config f using (tenant_id)
       where t.tenant_name = lower(${tenantName.trim()}) and t.status = 'Active' and f.state = 'ACTIVE'`,
  )
  return row && { providerName: row.provider_name, hasPassword: row.admin_username !== null }
}

/** The name of the tenant that has verified a domain. */
export async function findTenantOfDomain(db: Db, domain: string): Promise<string | undefined> {
  const [row] = await queryBeforeTenant(
    db,
    sql<{ tenant_name: string }>`
      select t.tenant_name from tenant_domain d join tenant t using (tenant_id)
       where d.domain = lower(${domain}) and d.verified_at is not null and t.status = 'Active'`,
  )
  return row?.tenant_name
}

/** The name of the transaction's tenant. */
export async function tenantNameOf(tx: TenantTransaction): Promise<string> {
  return (await tx.selectFrom('tenant').select('tenant_name').executeTakeFirstOrThrow()).tenant_name
}

export async function clearLocks(tx: TenantTransaction, userIds: readonly string[]): Promise<void> {
  await sql`
    update app_user set failed_attempts = 0, locked_until = null
     where tenant_id = ${tenantIdOf(tx)}::uuid and user_id = any(${userIds}::uuid[])
       and (failed_attempts > 0 or locked_until is not null)`.execute(tx)
}
