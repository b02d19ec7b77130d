import { sql } from 'kysely'
import { pino } from 'pino'
import type { listSystemLog } from '@steward/contract/system-log/endpoints'
import type { QueryOf } from '@steward/contract/http'
import { loadConfig } from '../server/src/config.ts'
import { asOwner, systemContext } from '../server/src/db/tenant.ts'
import { openProgram } from '../server/src/program.ts'
import { createSystemEventService } from '../server/src/system-events/service.ts'
import { bytesOf, rowsOf } from './lib/indexes.ts'
import type { Section } from './lib/results.ts'
import { compareSizes } from './lib/size-comparison.ts'
import { addEvents, addressOf, userOf } from './lib/system-events.ts'
import { prepareTenants } from './lib/tenants.ts'

const smallRows = 50_000
/** `BENCH_SYSTEM_ROWS` makes the large log larger. */
const largeRows = Number(process.env['BENCH_SYSTEM_ROWS'] ?? 1_000_000)
const days = 92
const nothing = 'nothing has this name'

type Filter = Partial<Pick<QueryOf<typeof listSystemLog>, 'userId' | 'address' | 'kind' | 'outcome' | 'search'>>

/** Each filter alone, then each pair, both where events match and where none does. */
const filters: Record<string, Filter> = {
  'no filter': {},
  'kind, frequent': { kind: ['sign_in'] },
  'kind, rare': { kind: ['account_locked'] },
  'kind, without events': { kind: ['token_replayed'] },
  'outcome, frequent': { outcome: 'success' },
  'outcome, rare': { outcome: 'failure' },
  'user, busy': { userId: [userOf(0)] },
  'user, quiet': { userId: [userOf(99)] },
  'address, busy': { address: addressOf(0) },
  'address, quiet': { address: addressOf(77) },
  'kind and outcome': { kind: ['sign_in_failed', 'mail_failed'], outcome: 'failure' },
  'kind and outcome, no match': { kind: ['sign_in'], outcome: 'failure' },
  'kind and user': { kind: ['sign_in'], userId: [userOf(0)] },
  'kind and user, no match': { kind: ['export'], userId: [userOf(0)] },
  'kind and address': { kind: ['sign_out'], address: addressOf(0) },
  'kind and address, no match': { kind: ['export'], address: addressOf(0) },
  'outcome and user': { outcome: 'success', userId: [userOf(0)] },
  'outcome and user, no match': { outcome: 'failure', userId: [userOf(0)] },
  'outcome and address': { outcome: 'failure', address: addressOf(77) },
  'outcome and address, no match': { outcome: 'failure', address: addressOf(0) },
  'user and address': { userId: [userOf(0)], address: addressOf(1) },
  'user and address, no match': { userId: [userOf(0)], address: addressOf(77) },
  search: { search: 'user-1' },
  'search, no match': { search: nothing },
  'search and kind': { search: 'user-1', kind: ['sign_in'] },
  'search and kind, no match': { search: nothing, kind: ['sign_in'] },
  'search and outcome': { search: 'user-1', outcome: 'failure' },
  'search and outcome, no match': { search: nothing, outcome: 'failure' },
  'search and user': { search: 'user-0', userId: [userOf(0)] },
  'search and user, no match': { search: nothing, userId: [userOf(0)] },
  'search and address': { search: 'user-0', address: addressOf(0) },
  'search and address, no match': { search: nothing, address: addressOf(0) },
}
/** The text is compared with 50,000 events at most, of which a small log has fewer with the other filter. */
const isBounded = (what: string) => what.startsWith('search and') && what.endsWith('no match')
const histograms: Record<string, Filter> = {
  histogram: {},
  'histogram, kind and outcome': { kind: ['sign_in_failed'], outcome: 'failure' },
  'histogram, quiet user': { userId: [userOf(99)] },
}

/** The first page with each filter and each pair, and the chart above, of a large log against a small one. */
export async function measure(): Promise<Section> {
  const { dataDir, tenants, discard } = await prepareTenants([100, 101])
  const [small, large] = tenants
  if (!small || !large) throw new Error('no tenants were prepared')
  const program = await openProgram(loadConfig({ STEWARD_DATA_DIR: dataDir, STEWARD_ENV: 'production' }), pino({ level: 'warn' }))
  try {
    const { db } = program
    if ((await rowsOf(db, 'system_log')) < largeRows) {
      await asOwner(db, 'maintenance', (tx) => sql`select create_log_partitions(3, (now() - interval '92 days')::date)`.execute(tx))
      await addEvents(db, small.tenantId, smallRows, days)
      await addEvents(db, large.tenantId, largeRows, days)
    }
    const bytes = await bytesOf(db, 'system_log')
    const kept = { since: new Date(0), days: 400 }
    const log = createSystemEventService({ db, now: () => new Date(), retention: { of: async () => kept, dropMonths: async () => [] } })
    const list = (tenantId: string) => (filter: Filter) => log.list(systemContext(tenantId), { days, limit: 100, ...filter })
    const histogram = (tenantId: string) => (filter: Filter) => log.histogram(systemContext(tenantId), { days, ...filter })
    const counts = `${smallRows.toLocaleString('en')} events · ${largeRows.toLocaleString('en')}`
    return {
      title: 'System log',
      how: `The first page of ${days} days with each filter and each pair, in process: ${counts} (p50 / p95), alternating, and the ratio of the medians. Ratios of times below 2 ms are not judged. A text is compared with 50,000 events at most: where none match, the small log has fewer of them with the other filter. The histogram reads counts by the hour, except with a user`,
      figures: [
        ...(await compareSizes(filters, list(small.tenantId), list(large.tenantId), { isJudged: (what) => !isBounded(what) })),
        ...(await compareSizes(histograms, histogram(small.tenantId), histogram(large.tenantId), {
          isJudged: (what) => !what.includes('user'),
        })),
        { what: 'on disk for each event: row, key, other indexes', measured: `${bytes.rows} + ${bytes.key} + ${bytes.indexes} bytes` },
      ],
    }
  } finally {
    await program.close()
    discard()
  }
}
