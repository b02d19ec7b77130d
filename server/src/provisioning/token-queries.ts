import { sql } from 'kysely'
import type { QueryOf } from '@steward/contract/http'
import type { ScimToken } from '@steward/contract/provisioning/schemas'
import type { listScimTokens } from '@steward/contract/provisioning/endpoints'
import { literally } from '../db/like.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { Row } from '../db/types.ts'

type Filter = Omit<QueryOf<typeof listScimTokens>, 'limit' | 'offset'>
type TokenRow = Omit<Row<'scim_token'>, 'token_digest'>

/** Days for which a revoked token can still be found, for tracing a leaked one. */
export const revokedDays = 90

const columns = sql`s.tenant_id, s.scim_token_id, s.token_name, s.token_prefix, s.is_dry_run, s.created_by_name, s.created_at, s.last_used_at,
       s.expires_at, s.revoked_at, s.revoked_by_name`

/** A token or its prefix, as found in a file. */
const isTokenText = (search: string) => search.startsWith('stw_')

function conditions(tenantId: string, { search, state }: Filter, now: Date) {
  const all = [sql`s.tenant_id = ${tenantId}::uuid`]
  if (search) {
    all.push(
      isTokenText(search)
        ? sql`(starts_with(s.token_prefix, ${search}) or starts_with(${search}, s.token_prefix))`
        : sql`lower(s.token_name) like ${`%${literally(search.toLowerCase())}%`}`,
    )
  }
  const isExpired = sql`s.revoked_at is null and s.expires_at <= ${now}`
  if (state === 'revoked') all.push(sql`s.revoked_at > ${new Date(now.getTime() - revokedDays * 86_400_000)}`)
  else if (state === 'expired') all.push(isExpired)
  else if (state === 'active') all.push(sql`s.revoked_at is null and (s.expires_at is null or s.expires_at > ${now})`)
  else if (!search || !isTokenText(search)) all.push(sql`s.revoked_at is null`)
  return sql.join(all, sql` and `)
}

const orders = {
  tokenName: sql`lower(s.token_name)`,
  createdAt: sql`s.created_at`,
  lastUsedAt: sql`s.last_used_at`,
  expiresAt: sql`s.expires_at`,
} as const

function order(sort: Filter['sort']) {
  const isDescending = sort.startsWith('-')
  // The sorts are those of the contract; a leading minus is the only prefix.
  const field = orders[(isDescending ? sort.slice(1) : sort) as keyof typeof orders]
  return sql`${field} ${sql.raw(isDescending ? 'desc nulls last' : 'asc nulls last')}, s.scim_token_id`
}

/** Whether the tenant has a token that can create users: in use, and not only a dry run. */
export async function hasActiveToken(tx: TenantTransaction, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('scim_token')
    .select('scim_token_id')
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('revoked_at', 'is', null)
    .where('is_dry_run', '=', false)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A page of the tenant's tokens, and the total; a tenant has only a few. */
export async function readTokenPage(tx: TenantTransaction, filter: Filter, page: { limit: number; offset: number }, now: Date) {
  const { rows } = await sql<TokenRow>`
    select ${columns} from scim_token s where ${conditions(tenantIdOf(tx), filter, now)}
     order by ${order(filter.sort)} limit ${page.limit} offset ${page.offset}`.execute(tx)
  const counted = await sql<{
    total: number
  }>`select count(*)::int as total from scim_token s where ${conditions(tenantIdOf(tx), filter, now)}`.execute(tx)
  return { rows, totalCount: counted.rows[0]?.total ?? 0 }
}

/** Converts a row to the contract's shape. */
export const toScimToken = (row: TokenRow): ScimToken => ({
  scimTokenId: row.scim_token_id,
  tokenName: row.token_name,
  prefix: row.token_prefix,
  isDryRun: row.is_dry_run,
  createdBy: row.created_by_name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
  revokedBy: row.revoked_by_name,
})
