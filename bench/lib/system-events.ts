import type { SystemEventKind } from '@steward/contract/catalog/activity'
import type { Db } from '../../server/src/db/pool.ts'
import { withoutIndexes } from './indexes.ts'

/** Events of a system log, evenly over days that end now, with believable shares of everything. */

const kinds: readonly SystemEventKind[] = [
  'sign_in',
  'sign_in',
  'sign_in',
  'sign_out',
  'session_lapsed',
  'sign_in_failed',
  'export',
  'product_sign_in',
  'data_imported',
  'integration_failed',
]
const rare: readonly SystemEventKind[] = [
  'account_locked',
  'api_key_created',
  'password_changed',
  'import',
  'mail_failed',
  'maintenance',
  'session_revoked',
  'sign_in',
]
const failures: ReadonlySet<SystemEventKind> = new Set(['sign_in_failed', 'integration_failed', 'mail_failed', 'account_locked'])

/** A tenth of all events are those of the busiest user, from two addresses, none of them failed. */
const shapes = Array.from({ length: 1_000 }, (_, index) => {
  const isBusy = index % 10 === 0
  const list = isBusy ? kinds.slice(0, 4) : index % 50 === 49 ? rare : kinds
  const kind = list[(index * 7 + (index >> 4)) % list.length] ?? 'sign_in'
  return { kind, outcome: failures.has(kind) ? 'failure' : 'success', isBusy }
})

/** Users of the events, by number; 0 is the busiest. */
export const userOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
/** Addresses of the events; 0 and 1 are those of the busiest user. */
export const addressOf = (n: number) => `10.0.${n >> 8}.${n & 255}`

/** Fills the system log of a tenant, without counting them elsewhere. The indexes are built afterwards. */
export async function addEvents(db: Db, tenantId: string, count: number, days: number): Promise<void> {
  const client = await db.connect()
  try {
    await client.query('alter table system_log disable trigger user')
    await withoutIndexes(client, 'system_log', async () => {
      for (let from = 0; from < count; from += 500_000) {
        await client.query(
          `insert into system_log (tenant_id, occurred_at, kind, outcome, user_id, username, address, user_agent, request_id)
           select $1::uuid, date_trunc('hour', now()) - make_interval(days => $4 - 1) + i * ($4 - 1) * interval '1 day' / $3, shape.kind, shape.outcome,
                  ('00000000-0000-4000-8000-' || lpad(person.n::text, 12, '0'))::uuid, 'user-' || person.n || '@example.com',
                  '10.0.0.0'::inet + case when shape.is_busy then i / 10 % 2 else 2 + i * 104729 % 500 end,
                  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:152.0) Gecko/20100101 Firefox/152.0', 'request ' || i
             from generate_series($2::bigint, least($2 + 500000, $3::bigint) - 1) i
                  join unnest($5::text[], $6::text[], $7::boolean[]) with ordinality shape (kind, outcome, is_busy, n) on shape.n = i % 1000 + 1
                  cross join lateral (select case when shape.is_busy then 0 else 1 + i * 7919 % 400 end as n) person`,
          [
            tenantId,
            from,
            count,
            days,
            shapes.map(({ kind }) => kind),
            shapes.map(({ outcome }) => outcome),
            shapes.map(({ isBusy }) => isBusy),
          ],
        )
      }
    })
    await client.query('alter table system_log enable trigger user')
    await client.query(
      `insert into system_log_hour (tenant_id, hour, kind, outcome, n)
       select tenant_id, date_trunc('hour', occurred_at, 'UTC'), kind, outcome, count(*) from system_log where tenant_id = $1 group by 1, 2, 3, 4`,
      [tenantId],
    )
    await client.query('vacuum analyze system_log_hour')
  } finally {
    await client.end()
  }
}
