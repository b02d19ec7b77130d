import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { listArchivedEntries } from '../server/src/audit-log/archived-entries.ts'
import { archivedAuditLog } from '../server/src/audit-log/archived.ts'
import { loadConfig } from '../server/src/config.ts'
import { dropLogPartitions } from '../server/src/db/log-partitions.ts'
import { asOwner, systemContext } from '../server/src/db/tenant.ts'
import { readArchives } from '../server/src/log-archive/queries.ts'
import { createArchiveService } from '../server/src/log-archive/service.ts'
import { createMonthArchive } from '../server/src/log-archive/write.ts'
import { openObjectStore } from '../server/src/object-store/store.ts'
import { openProgram } from '../server/src/program.ts'
import { startStorage } from '../server/src/testing/s3.ts'
import { addEntries } from './lib/audit-entries.ts'
import { megabytes, median, ms, percentile, timed } from './lib/measure.ts'
import type { Figure, Section } from './lib/results.ts'
import { prepareTenants } from './lib/tenants.ts'

/** `BENCH_AUDIT_ROWS` makes the month smaller. */
const rows = Number(process.env['BENCH_AUDIT_ROWS'] ?? 10_000_000)
const daysAgo = 60
const pages = 40

type Query = Parameters<typeof listArchivedEntries>[3]

/** Archives a month of the audit log of one tenant, and reads it. */
export async function measure(): Promise<Section> {
  const storage = await startStorage()
  const { dataDir, tenants, discard } = await prepareTenants([100])
  const [tenant] = tenants
  if (!tenant) throw new Error('no tenant was prepared')
  const { tenantId } = tenant
  const config = loadConfig({ ...storage.environment, STEWARD_DATA_DIR: dataDir, STEWARD_ENV: 'test' })
  const log = pino({ level: 'warn' })
  const program = await openProgram(config, log)
  try {
    const { db } = program
    if (!config.objectStorage) throw new Error('no storage is configured')
    const store = await openObjectStore(config.objectStorage)
    await asOwner(db, 'maintenance', (tx) => sql`select create_log_partitions(3, (now() - interval '120 days')::date)`.execute(tx))
    await addEntries(db, tenantId, rows, { days: 25, endingDaysAgo: daysAgo })
    const archive = createMonthArchive({ db, log, store, archiveDays: undefined, now: () => new Date() }, archivedAuditLog)

    const atRest = process.memoryUsage.rss()
    let peak = atRest
    const watching = new AbortController()
    const watch = (async () => {
      for (; !watching.signal.aborted; await delay(50)) peak = Math.max(peak, process.memoryUsage.rss())
    })()
    const archived = await timed(() => dropLogPartitions(db, 'audit_entry', [{ tenantId, since: new Date() }], archive))
    watching.abort()
    await watch

    const ctx = systemContext(tenantId)
    const months = await asOwner(db, 'maintenance', (tx) => readArchives(tx, archivedAuditLog), { tenantId, readOnly: true })
    const count = months.reduce((sum, month) => sum + month.row_count, 0)
    if (count !== rows) throw new Error(`${count} of ${rows} entries were archived`)
    const bytes = months.reduce((sum, month) => sum + month.byte_count, 0)
    const largest = months.toSorted((a, b) => b.row_count - a.row_count)[0]
    if (!largest) throw new Error('nothing was archived')
    const service = createArchiveService({ db, log, store }, archivedAuditLog)
    const read = (query: Partial<Query>) =>
      listArchivedEntries({ db, archive: service }, ctx, largest.log_archive_id, { limit: 20, ...query })

    const walked: number[] = []
    let before: string | undefined
    for (let page = 0; page < pages; page++) {
      walked.push(
        await timed(async () => {
          before = (await read({ limit: 500, ...(before === undefined ? {} : { before }) })).oldest ?? undefined
        }),
      )
    }
    const searched: number[] = []
    for (let round = 0; round < 10; round++) searched.push(await timed(() => read({ search: `nothing has this name ${round}` })))

    const perSecond = (milliseconds: number) => Math.round(count / (milliseconds / 1_000)).toLocaleString('en')
    const spread = (samples: number[]) => `${ms(median(samples))} / ${ms(percentile(samples, 0.95))}`
    const figures: Figure[] = [
      { what: 'written, read again and dropped', measured: `${(archived / 1_000).toFixed(0)} s, ${perSecond(archived)} entries a second` },
      { what: 'size of the objects', measured: `${megabytes(bytes)}, ${(bytes / count).toFixed(0)} bytes for each entry` },
      { what: 'more memory than before, at most', measured: megabytes(peak - atRest) },
      {
        what: `page of 500 in a month of ${largest.row_count.toLocaleString('en')}, one after the other (p50 / p95)`,
        measured: spread(walked),
      },
      { what: 'search that compares 50,000 entries without a match (p50 / p95)', measured: spread(searched) },
    ]
    return {
      title: 'Archive of the audit log',
      how: `${rows.toLocaleString('en')} entries of one tenant in ${months.length} months. The storage of the tests runs in the same process, so that its memory and time are included`,
      figures,
    }
  } finally {
    await program.close()
    await storage.close()
    discard()
  }
}
