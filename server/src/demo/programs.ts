import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { durationClass, durationClasses } from '@steward/contract/rules/durations'
import type { Database } from '../db/types.ts'
import { mintPlatformToken } from '../secrets/platform-token.ts'

/** The programs of the demo company: API keys without an owner, and their usage in the last weeks. */

interface DemoProgram {
  name: string
  group: string
  daysOld: number
  /** Calls in a working hour for each endpoint; empty for a key that was never used. */
  endpoints: readonly { id: string; calls: number; ms: number; refused: number }[]
}

const programs: readonly DemoProgram[] = [
  {
    name: 'Exposure nightly load',
    group: 'Data Operations',
    daysOld: 190,
    endpoints: [
      { id: 'listUsers', calls: 42, ms: 6, refused: 0 },
      { id: 'listGroups', calls: 12, ms: 4, refused: 0 },
    ],
  },
  {
    name: 'Joiners and leavers',
    group: 'Internal Audit',
    daysOld: 120,
    endpoints: [
      { id: 'listUsers', calls: 9, ms: 8, refused: 0 },
      { id: 'getUser', calls: 31, ms: 5, refused: 1 },
    ],
  },
  {
    name: 'Portfolio dashboard',
    group: 'Exposure Management',
    daysOld: 60,
    endpoints: [{ id: 'listRoles', calls: 4, ms: 11, refused: 0 }],
  },
  { name: 'Old migration script', group: 'Data Operations', daysOld: 300, endpoints: [] },
]

const day = 86_400_000
const hour = 3_600_000
const usedDays = 30

/** Adds the keys of the demo company to existing groups, and their usage up to `now`. */
export async function addPrograms(tx: Transaction<Database>, tenantId: string, createdByName: string, now: number): Promise<void> {
  const groups = await tx.selectFrom('user_group').select(['group_id', 'group_name']).where('tenant_id', '=', tenantId).execute()
  for (const program of programs) {
    const group = groups.find(({ group_name }) => group_name === program.group)
    if (!group) throw new Error(`The demo company has no group ${program.group}`)
    // The secret is discarded: these keys are only for display.
    const token = mintPlatformToken('key', tenantId)
    const { api_key_id: apiKeyId } = await tx
      .insertInto('api_key')
      .values({
        tenant_id: tenantId,
        api_key_name: program.name,
        key_prefix: token.prefix,
        key_digest: token.digest,
        created_by_name: createdByName,
        created_at: new Date(now - program.daysOld * day),
        last_used_at: program.endpoints.length > 0 ? new Date(now - hour) : null,
      })
      .returning('api_key_id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('api_key_group').values({ tenant_id: tenantId, api_key_id: apiKeyId, group_id: group.group_id }).execute()
    const rows = program.endpoints.flatMap((endpoint) => usageRows(tenantId, { apiKeyId, name: program.name }, endpoint, now))
    for (let from = 0; from < rows.length; from += 1_000) {
      await tx
        .insertInto('api_usage')
        .values(rows.slice(from, from + 1_000))
        .execute()
    }
  }
  await sql`analyze api_usage`.execute(tx)
}

/** Hourly load: busy in working hours, quiet at night, idle at weekends; the same on every machine. */
function usageRows(
  tenantId: string,
  key: { apiKeyId: string; name: string },
  { id, calls, ms, refused }: DemoProgram['endpoints'][number],
  now: number,
) {
  const last = Math.floor(now / hour) * hour - hour
  return Array.from({ length: usedDays * 24 }, (_, index) => {
    const at = new Date(last - index * hour)
    const isWeekend = at.getUTCDay() % 6 === 0
    const share = isWeekend ? 0.1 : at.getUTCHours() >= 6 && at.getUTCHours() < 19 ? 1 : 0.3
    const wobble = 0.7 + ((index * 37) % 60) / 100
    const count = Math.max(1, Math.round(calls * share * wobble))
    const durations = Array.from({ length: durationClasses }, () => 0)
    const add = (duration: number, many: number) => {
      const index = durationClass(duration)
      durations[index] = (durations[index] ?? 0) + many
    }
    const slow = Math.floor(count / 15)
    add(ms * wobble, count - slow)
    add(ms * 5 * wobble, slow)
    return {
      tenant_id: tenantId,
      hour: at,
      caller_type: 'key' as const,
      caller_id: key.apiKeyId,
      endpoint_id: id,
      caller_name: key.name,
      calls: count,
      client_errors: index % 29 === 0 ? Math.min(refused, count) : 0,
      server_errors: 0,
      durations: sql<number[]>`${durations}::bigint[]`,
      last_call_at: new Date(at.getTime() + hour / 2),
    }
  })
}
