import { mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createClient } from '@steward/contract/http'
import { compareVintages, getRateUpload, listExchangeRates, uploadRates } from '@steward/contract/reference-data/rates'
import type { RateUpload } from '@steward/contract/reference-data/rates-schemas'
import { loadConfig } from '../server/src/config.ts'
import type { Db } from '../server/src/db/pool.ts'
import { openProgram } from '../server/src/program.ts'
import { startServer } from '../server/src/testing/process.ts'
import { read, signIn } from './lib/api.ts'
import { megabytes, median, ms, percentile, timed, times } from './lib/measure.ts'
import { addDraft, addScheme, addVintage, codes, copyRates, rateLines, schemeCode } from './lib/rates.ts'
import type { Figure, Section } from './lib/results.ts'
import { prepareTenants } from './lib/tenants.ts'
import { measureFiles, memoryOf, resetPeak } from './lib/uploads.ts'

const rounds = 3
const pollMs = 100
const listRounds = 200
/** Rates of the upload, and of the small and the large vintage; `BENCH_RATES` makes all smaller. */
const uploadedRates = Math.min(1_000_000, Number(process.env['BENCH_RATES'] ?? 1_000_000))
const largeRates = uploadedRates * 10
const smallRates = 10_000

type Call = ReturnType<typeof createClient>
interface Bench {
  db: Db
  call: Call
  url: string
  token: string
  pid: number
  tenantId: string
  schemeId: string
}

/** Uploads of rates against bare COPY, and lists of rates of a large vintage against a small one. */
export async function measure(): Promise<Section> {
  const { dataDir, tenants, discard } = await prepareTenants([100])
  const [tenant] = tenants
  if (!tenant) throw new Error('no tenant to upload to')
  const server = await startServer({ dataDir })
  // The same engine, from this process: COPY bypasses the server.
  const program = await openProgram(loadConfig({ STEWARD_DATA_DIR: dataDir, STEWARD_ENV: 'test' }), pino({ level: 'silent' }))
  try {
    const token = await signIn(server.url, tenant)
    const call = createClient({
      baseUrl: server.url,
      fetch: (...args) => fetch(...args),
      headers: () => ({ authorization: `Bearer ${token}` }),
    })
    const { db } = program
    const schemeId = await addScheme(db, tenant.tenantId)
    const bench = { db, call, url: server.url, token, pid: server.pid, tenantId: tenant.tenantId, schemeId }
    const uploads = await measureUploads(bench)
    const files = await measureFiles(call, server.pid, Math.min(100_000, uploadedRates))
    return {
      title: 'Reference data',
      how: `Upload: ${uploadedRates.toLocaleString('en')} rates of ${codes.length} currencies in the order of their keys, from the request until the rates are stored, polled every ${pollMs} ms; bare COPY of the same rows into a table with the same key, alternating, ${rounds} rounds, medians. Files: sent in one request, once each, padded by a column that isn't read. Lists: a page of rates of a vintage with ${largeRates.toLocaleString('en')} rates and of one with ${smallRates.toLocaleString('en')}, alternating, ${listRounds} each; Linux only`,
      figures: [...uploads, ...files, ...(await measureLists(bench))],
    }
  } finally {
    await program.close()
    await server.stop()
    discard()
  }
}

async function measureUploads({ db, call, url, token, pid, tenantId, schemeId }: Bench): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'steward-bench-rates-'))
  try {
    const file = join(folder, 'rates.csv')
    const handle = await open(file, 'w')
    await handle.write('currencyCode,asOfDate,exchangeRate\n')
    for (const lines of rateLines(uploadedRates)) await handle.write(lines)
    await handle.close()
    // The first list warms the server up.
    await addVintage(db, tenantId, schemeId, 'Small', smallRates)
    await read(url, token, listExchangeRates, { query: {} })
    const atRest = memoryOf(pid, 'VmRSS')
    resetPeak(pid)
    const bare: number[] = []
    const uploads: number[] = []
    for (let round = -1; round < rounds; round++) {
      const copied = await timed(() => bareCopy(db, tenantId))
      const vintage = `Upload ${round + 2}`
      await addDraft(db, tenantId, schemeId, vintage)
      const uploaded = await timed(async () => {
        const { data } = await call(uploadRates, { body: { currencySchemeCode: schemeCode, vintage, file: await openAsBlob(file) } })
        const ended = await untilEnded(call, data)
        if (ended.status !== 'finished' || ended.added !== uploadedRates) throw new Error(`the upload ended as ${ended.status}`)
      })
      // The first round warms the engine's buffers.
      if (round < 0) continue
      bare.push(copied)
      uploads.push(uploaded)
    }
    const ratio = median(bare) / median(uploads)
    const above = memoryOf(pid, 'VmHWM') - atRest
    const compared = await timed(() =>
      read(url, token, compareVintages, { query: { currencySchemeCode: schemeCode, vintage: 'Upload 2', base: 'Upload 1' } }),
    )
    const rate = (spent: number) => Math.round(uploadedRates / (spent / 1000)).toLocaleString('en')
    return [
      { what: 'bare COPY, rates per second', measured: rate(median(bare)) },
      { what: 'upload, rates per second', measured: rate(median(uploads)) },
      { what: 'upload to bare COPY', measured: times(ratio), goal: '≥ 0.3×', met: ratio >= 0.3 },
      {
        what: 'server memory at rest, and above it during uploads',
        measured: `${megabytes(atRest)}, ${megabytes(above)}`,
        goal: '≤ 150 MiB above',
        met: above <= 150 * 1_048_576,
      },
      { what: 'comparison of two uploaded vintages', measured: ms(compared) },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The same rows into a table with the same key and nothing else. */
async function bareCopy(db: Db, tenantId: string): Promise<void> {
  const client = await db.connect()
  try {
    await client.query('drop table if exists bench_rate')
    await client.query(`
      create table bench_rate (tenant_id uuid, currency_vintage_id uuid, currency_code text, as_of_date date, exchange_rate numeric,
                               primary key (tenant_id, currency_vintage_id, currency_code, as_of_date))`)
    await copyRates(db, 'bench_rate', rateLines(uploadedRates, `${tenantId},${tenantId},`))
    await client.query('drop table bench_rate')
  } finally {
    await client.end()
  }
}

async function untilEnded(call: Call, upload: RateUpload): Promise<RateUpload> {
  let current = upload
  while (current.finishedAt === null) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    current = (await call(getRateUpload, { params: { uploadId: upload.uploadId } })).data
  }
  return current
}

async function measureLists({ db, url, token, tenantId, schemeId }: Bench): Promise<Figure[]> {
  const loaded = await timed(() => addVintage(db, tenantId, schemeId, 'Large', largeRates))
  process.stdout.write(`  ${largeRates.toLocaleString('en')} rates: ${(loaded / 1000).toFixed(1)} s\n`)
  const client = await db.connect()
  await client.query('vacuum analyze currency_rate')
  await client.end()
  const figures: Figure[] = []
  for (const [what, query] of Object.entries({
    'given rates': { isDerived: 'false' },
    'derived rates': { isDerived: 'true' },
    'rates as of a day': { asOfDate: '1850-01-20' },
    'derived rates by rate': { isDerived: 'true', sort: 'exchangeRate', offset: 5_000 },
  } as const)) {
    const samples: Record<string, number[]> = { Small: [], Large: [] }
    for (let round = -20; round < listRounds; round++) {
      for (const vintage of ['Small', 'Large']) {
        const spent = await timed(() =>
          read(url, token, listExchangeRates, { query: { currencySchemeCode: schemeCode, vintage, ...query } }),
        )
        if (round >= 0) samples[vintage]?.push(spent)
      }
    }
    const [small, large] = [percentile(samples['Small'] ?? [], 0.95), percentile(samples['Large'] ?? [], 0.95)]
    const ratio = large / small
    figures.push({
      what: `${what}, p95 of the large vintage and the small one`,
      measured: `${ms(large)}, ${ms(small)} (${times(ratio)})`,
      goal: '≤ 1.5×',
      met: ratio <= 1.5,
    })
  }
  return figures
}
