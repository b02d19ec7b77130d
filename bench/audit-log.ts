import { once } from 'node:events'
import { sql } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { pino } from 'pino'
import type { AuditCategory } from '@steward/contract/catalogue/activity'
import type { listAuditLog } from '@steward/contract/audit-log/endpoints'
import type { QueryOf } from '@steward/contract/http'
import { createAuditLogService } from '../server/src/audit-log/service.ts'
import { loadConfig } from '../server/src/config.ts'
import type { Db } from '../server/src/db/pool.ts'
import { asOwner, systemContext } from '../server/src/db/tenant.ts'
import { openProgram } from '../server/src/program.ts'
import { median, ms, percentile, timed, times } from './lib/measure.ts'
import type { Figure, Section } from './lib/results.ts'
import { prepareTenants } from './lib/tenants.ts'

const smallRows = 50_000
const largeRows = Number.parseInt(process.env['BENCH_AUDIT_ROWS'] ?? '1000000', 10)
const reads = 15
const days = 92
const most = 1.5

type Filter = Partial<Pick<QueryOf<typeof listAuditLog>, 'actor' | 'category' | 'type' | 'entity' | 'field' | 'search'>>

/** Each filter alone, where much and where little matches, then pairs; where nothing matches, all there is was compared. */
const filters: Record<string, Filter> = {
  'no filter': {},
  'category, frequent': { category: ['User'] },
  'category, rare': { category: ['Tag'] },
  'type, frequent': { type: ['Update'] },
  'type, rare': { type: ['Delete'] },
  'actor, busy': { actor: ['actor-0'] },
  'actor, quiet': { actor: ['actor-99'] },
  entity: { entity: ['entity-7'] },
  'field, frequent': { field: ['status'] },
  'search, without a match': { search: 'nothing has this name' },
  'category and type': { category: ['User'], type: ['Delete'] },
  'category and type, without a match': { category: ['Tag'], type: ['Delete'] },
  'actor and category': { actor: ['actor-0'], category: ['User'] },
  'actor and category, without a match': { actor: ['actor-0'], category: ['Tag'] },
  'actor and type': { actor: ['actor-0'], type: ['Update'] },
  'actor and type, without a match': { actor: ['actor-0'], type: ['Delete'] },
  'actor, category and type, without a match': { actor: ['actor-0'], category: ['User'], type: ['Delete'] },
  'entity and type, without a match': { entity: ['entity-7'], type: ['Delete'] },
  'field and category, without a match': { category: ['Tag'], field: ['status'] },
}

/** The first page with each filter, in a large log against a small one; and the cost of writing entries. */
export async function measure(): Promise<Section> {
  const { dataDir, tenants, discard } = await prepareTenants([100, 101])
  const [small, large] = tenants
  if (!small || !large) throw new Error('no tenants were prepared')
  const program = await openProgram(loadConfig({ STEWARD_DATA_DIR: dataDir, STEWARD_ENV: 'production' }), pino({ level: 'warn' }))
  try {
    const { db } = program
    await asOwner(db, 'maintenance', (tx) => sql`select create_log_partitions(3, (now() - interval '92 days')::date)`.execute(tx))
    await fill(db, small.tenantId, smallRows)
    const written = await fill(db, large.tenantId, largeRows)
    await asOwner(db, 'operator', (tx) => sql`analyze audit_entry`.execute(tx))
    const { rows } = await asOwner(db, 'operator', (tx) =>
      sql<{ bytes: number }>`
        select sum(pg_indexes_size(inhrelid))::float8 as bytes from pg_inherits where inhparent = 'audit_entry'::regclass`.execute(tx),
    )
    return {
      title: 'Audit log',
      how: `The first page of ${days} days with each filter, in process: ${smallRows.toLocaleString('en')} entries · ${largeRows.toLocaleString('en')} (p50 / p95 of ${reads}), and their ratio. Ratios of times below 2 ms are not judged`,
      figures: [
        ...(await readFigures(db, small.tenantId, large.tenantId)),
        { what: 'entries written by COPY', measured: `${Math.round(written / 1_000)},000/s` },
        { what: 'indexes, for each entry', measured: `${Math.round((rows[0]?.bytes ?? 0) / (smallRows + largeRows))} bytes` },
      ],
    }
  } finally {
    await program.close()
    discard()
  }
}

async function readFigures(db: Db, small: string, large: string): Promise<Figure[]> {
  const kept = { since: new Date(0), days: 2_555 }
  const log = createAuditLogService({ db, now: () => new Date(), retention: { of: async () => kept, dropMonths: async () => [] } })
  const figures: Figure[] = []
  for (const [what, filter] of Object.entries(filters)) {
    const samples = { small: [] as number[], large: [] as number[] }
    for (let round = -3; round < reads; round++) {
      for (const size of ['small', 'large'] as const) {
        const ctx = systemContext(size === 'small' ? small : large)
        const spent = await timed(() => log.list(ctx, { days, limit: 100, ...filter }))
        if (round >= 0) samples[size].push(spent)
      }
    }
    const both = (values: readonly number[]) => `${ms(median(values))} / ${ms(percentile(values, 0.95))}`
    const ratio = median(samples.large) / median(samples.small)
    const isMet = ratio <= most || median(samples.large) < 2
    const measured = `${both(samples.small)} · ${both(samples.large)}, ${times(ratio)}`
    figures.push({ what, measured, goal: `≤ ${most}×`, met: isMet })
  }
  return figures
}

/** Categories by how often they change; tags are never deleted, and the busiest actor changes users and groups only. */
const categories: readonly AuditCategory[] = ['User', 'User', 'User', 'User', 'Group', 'Group', 'Role', 'Resource group', 'Setting', 'Tag']
const fields = ['status', 'givenName', 'familyName', 'groups', 'actions', 'name']
const typesOf = (index: number, category: string, actor: number) =>
  index % 100 === 99 && category !== 'Tag' && actor !== 0 ? 'Delete' : index % 7 === 3 ? 'Create' : 'Update'

/** Copies entries into the log, evenly over the days; returns the entries a second. */
async function fill(db: Db, tenantId: string, count: number): Promise<number> {
  const client = new pg.Client(db.connection)
  await client.connect()
  try {
    const start = Date.now() - (days - 1) * 86_400_000
    const stream = client.query(
      copyFrom(
        'copy audit_entry (tenant_id, occurred_at, type, category, entity_id, entity_name, field_name, current_value, actor_type, actor_id, actor_name) from stdin',
      ),
    )
    const spent = await timed(async () => {
      for (let from = 0; from < count; from += 5_000) {
        const lines = Array.from({ length: Math.min(5_000, count - from) }, (_, offset) => {
          const index = from + offset
          const at = new Date(start + (index * (days - 1) * 86_400_000) / count).toISOString()
          // A tenth of all changes is the busiest actor's.
          const actor = index % 10 === 0 ? 0 : 1 + ((index * 7_919) % 400)
          const category = actor === 0 ? (index % 20 === 0 ? 'User' : 'Group') : categories[(index * 31 + (index >> 7)) % categories.length]
          const entity = (index * 104_729) % Math.max(10, Math.floor(count / 50))
          const row = [tenantId, at, typesOf(index, category ?? 'User', actor), category, `entity-${entity}`, `Entity ${entity}`]
          return [...row, fields[index % fields.length], `value ${index % 1_000}`, 'user', `actor-${actor}`, `Actor ${actor}`].join('\t')
        })
        if (!stream.write(`${lines.join('\n')}\n`)) await once(stream, 'drain')
      }
      stream.end()
      await once(stream, 'finish')
    })
    return count / (spent / 1_000)
  } finally {
    await client.end()
  }
}
