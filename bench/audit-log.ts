import { sql } from 'kysely'
import { pino } from 'pino'
import type { listAuditLog } from '@steward/contract/audit-log/endpoints'
import type { QueryOf } from '@steward/contract/http'
import { createAuditLogService } from '../server/src/audit-log/service.ts'
import { loadConfig } from '../server/src/config.ts'
import type { Db } from '../server/src/db/pool.ts'
import { asOwner, systemContext } from '../server/src/db/tenant.ts'
import { openProgram } from '../server/src/program.ts'
import { addEntries } from './lib/audit-entries.ts'
import { bytesOf, rowsOf } from './lib/indexes.ts'
import type { Section } from './lib/results.ts'
import { compareSizes } from './lib/size-comparison.ts'
import { prepareTenants } from './lib/tenants.ts'

const smallRows = 50_000
/** `BENCH_AUDIT_ROWS` makes the large log larger. */
const largeRows = Number(process.env['BENCH_AUDIT_ROWS'] ?? 1_000_000)
const days = 92

type Filter = Partial<Pick<QueryOf<typeof listAuditLog>, 'actor' | 'category' | 'type' | 'entity' | 'field' | 'search'>>

const nothing = 'nothing has this name'

/** Each filter alone, then each pair, both where entries match and where none does. */
const filters: Record<string, Filter> = {
  'no filter': {},
  'category, frequent': { category: ['User'] },
  'category, rare': { category: ['Licence'] },
  'type, frequent': { type: ['Update'] },
  'type, rare': { type: ['Delete'] },
  'actor, busy': { actor: ['actor-0'] },
  'actor, quiet': { actor: ['actor-99'] },
  entity: { entity: ['entity-7'] },
  'field, frequent': { field: ['status'] },
  'field, rare': { field: ['isDefault'] },
  'category and type': { category: ['User'], type: ['Delete'] },
  'category and type, no match': { category: ['Tag'], type: ['Delete'] },
  'category and field': { category: ['Role'], field: ['actions'] },
  'category and field, no match': { category: ['User'], field: ['actions'] },
  'category and actor': { category: ['User'], actor: ['actor-0'] },
  'category and actor, no match': { category: ['Role'], actor: ['actor-0'] },
  'category and entity': { category: ['User'], entity: ['entity-7'] },
  'type and field': { type: ['Create'], field: ['value'] },
  'type and field, no match': { type: ['Delete'], field: ['tagName'] },
  'type and actor': { type: ['Create'], actor: ['actor-7'] },
  'type and actor, no match': { type: ['Delete'], actor: ['actor-0'] },
  'type and entity': { type: ['Update'], entity: ['entity-7'] },
  'field and actor': { field: ['status'], actor: ['actor-0'] },
  'field and actor, no match': { field: ['familyName'], actor: ['actor-0'] },
  'field and entity, no match': { field: ['none'], entity: ['entity-7'] },
  'actor and entity, no match': { actor: ['nobody'], entity: ['entity-7'] },
  'category, type, field and actor, no match': { category: ['User'], type: ['Delete'], field: ['status'], actor: ['actor-0'] },
}

/** The text is compared with 50,000 entries at most, of which a small log has fewer with the other filter. */
const searches: Record<string, Filter> = {
  search: { search: 'value 7' },
  'search, no match': { search: nothing },
  'search and category': { search: 'value 7', category: ['User'] },
  'search and type': { search: 'value 7', type: ['Delete'] },
  'search and actor': { search: 'value 7', actor: ['actor-0'] },
  'search and field': { search: 'value 7', field: ['status'] },
  'search and entity, no match': { search: nothing, entity: ['entity-7'] },
  'search and category, no match': { search: nothing, category: ['User'] },
  'search and type, no match': { search: nothing, type: ['Update'] },
  'search and actor, no match': { search: nothing, actor: ['actor-0'] },
  'search and field, no match': { search: nothing, field: ['status'] },
}
const isBounded = (what: string) => /^search and (category|type|actor|field), no match$/.test(what)

/** The first page with each filter and each pair, in a large log against a small one; and the size of the indexes. */
export async function measure(): Promise<Section> {
  const { dataDir, tenants, discard } = await prepareTenants([100, 101])
  const [small, large] = tenants
  if (!small || !large) throw new Error('no tenants were prepared')
  const program = await openProgram(loadConfig({ STEWARD_DATA_DIR: dataDir, STEWARD_ENV: 'production' }), pino({ level: 'warn' }))
  try {
    const { db } = program
    if ((await rowsOf(db, 'audit_entry')) < largeRows) {
      await asOwner(db, 'maintenance', (tx) => sql`select create_log_partitions(3, (now() - interval '92 days')::date)`.execute(tx))
      await addEntries(db, small.tenantId, smallRows, { days })
      await addEntries(db, large.tenantId, largeRows, { days })
    }
    const bytes = await bytesOf(db, 'audit_entry')
    const list = (tenantId: string) => {
      const log = auditLog(db)
      return (filter: Filter) => log.list(systemContext(tenantId), { days, limit: 100, ...filter })
    }
    const compare = (cases: Record<string, Filter>, isJudged?: (what: string) => boolean) =>
      compareSizes(cases, list(small.tenantId), list(large.tenantId), isJudged ? { isJudged } : {})
    const counts = `${smallRows.toLocaleString('en')} entries · ${largeRows.toLocaleString('en')}`
    return {
      title: 'Audit log',
      how: `The first page of ${days} days with each filter and each pair, in process: ${counts} (p50 / p95), alternating, and the ratio of the medians. Ratios of times below 2 ms are not judged. A text is compared with 50,000 entries at most: where none match, the small log has fewer of them with the other filter, so these times are to be compared with those of the search alone`,
      figures: [
        ...(await compare(filters)),
        ...(await compare(searches, (what) => !isBounded(what))),
        { what: 'on disk for each entry: row, key, other indexes', measured: `${bytes.rows} + ${bytes.key} + ${bytes.indexes} bytes` },
      ],
    }
  } finally {
    await program.close()
    discard()
  }
}

function auditLog(db: Db) {
  const kept = { since: new Date(0), days: 2_555 }
  return createAuditLogService({ db, now: () => new Date(), retention: { of: async () => kept, dropMonths: async () => [] } })
}
