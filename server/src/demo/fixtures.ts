import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type { Db } from '../db/pool.ts'
import { demoPerson } from './people.ts'

export interface FixtureReport {
  users: number
  memberships: number
  milliseconds: number
}

/**
 * Adds users and memberships to a tenant by COPY, without audit: for measurements at sizes that can't be created by hand. Each
 * user joins `groupsPerUser` of the tenant's groups.
 */
export async function addUsers(
  db: Db,
  tenantId: string,
  wanted: { users: number; groupsPerUser: number; domain: string },
): Promise<FixtureReport> {
  const started = Date.now()
  const client = await db.connect()
  try {
    await client.query('begin')
    await client.query("select set_config('steward.audit', 'off', true)")
    const groups = await client.query<{ group_id: string }>(
      'select group_id from user_group where tenant_id = $1 and not is_reserved order by group_id',
      [tenantId],
    )
    const groupIds = groups.rows.map((row) => row.group_id)
    const joined = Math.min(wanted.groupsPerUser, groupIds.length)
    const prefix = randomBytes(4)
    await pipeline(
      Readable.from(userLines(tenantId, wanted, prefix)),
      client.query(copyFrom('copy app_user (tenant_id, user_id, username, email, given_name, family_name, status, created_at) from stdin')),
    )
    if (joined > 0) {
      await pipeline(
        Readable.from(memberLines(tenantId, wanted.users, groupIds, joined, prefix)),
        client.query(copyFrom('copy group_member (tenant_id, group_id, user_id) from stdin')),
      )
    }
    await client.query('commit')
    await client.query('vacuum analyze app_user')
    await client.query('vacuum analyze user_search_key')
    await client.query('vacuum analyze user_search_word')
    await client.query('vacuum analyze group_member')
    return { users: wanted.users, memberships: wanted.users * joined, milliseconds: Date.now() - started }
  } finally {
    await client.end()
  }
}

/** Ids derived from the number, so that memberships need no lookup. */
function userId(prefix: Buffer, index: number): string {
  const hex = prefix.toString('hex')
  const tail = index.toString(16).padStart(12, '0')
  return `${hex}-0000-7000-8000-${tail}`
}

const chunkRows = 2_000

function* userLines(tenantId: string, wanted: { users: number; domain: string }, prefix: Buffer): Generator<string> {
  const start = Date.UTC(2024, 0, 1)
  let chunk = ''
  for (let index = 0; index < wanted.users; index++) {
    const person = demoPerson(index + 1_000, wanted.domain)
    const status = index % 50 === 0 ? 'FORCE_CHANGE_PASSWORD' : 'CONFIRMED'
    const created = new Date(start + index * 60_000).toISOString()
    chunk += `${tenantId}\t${userId(prefix, index)}\t${person.email}\t${person.email}\t${person.givenName}\t${person.familyName}\t${status}\t${created}\n`
    if (index % chunkRows === chunkRows - 1) {
      yield chunk
      chunk = ''
    }
  }
  if (chunk) yield chunk
}

function* memberLines(tenantId: string, users: number, groupIds: string[], joined: number, prefix: Buffer): Generator<string> {
  let chunk = ''
  for (let index = 0; index < users; index++) {
    for (let step = 0; step < joined; step++) {
      chunk += `${tenantId}\t${groupIds[(index + step) % groupIds.length] ?? ''}\t${userId(prefix, index)}\n`
    }
    if (index % chunkRows === chunkRows - 1) {
      yield chunk
      chunk = ''
    }
  }
  if (chunk) yield chunk
}
