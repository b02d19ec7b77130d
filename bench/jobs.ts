import { once } from 'node:events'
import { pino } from 'pino'
import { from as copyFrom } from 'pg-copy-streams'
import { urlOf } from '@steward/contract/http'
import { ingestJobs } from '@steward/contract/jobs/endpoints'
import type { JobReport } from '@steward/contract/jobs/schemas'
import { loadConfig } from '../server/src/config.ts'
import type { Db } from '../server/src/db/pool.ts'
import { openProgram } from '../server/src/program.ts'
import { createServiceToken } from '../server/src/service-tokens/operator.ts'
import { startServer } from '../server/src/testing/process.ts'
import { cpuSeconds } from './lib/cpu.ts'
import { median, timed, times } from './lib/measure.ts'
import type { Figure, Section } from './lib/results.ts'
import { prepareTenants } from './lib/tenants.ts'

const callSize = 1_000
/** Calls of a round; `BENCH_JOBS` makes rounds smaller. */
const calls = Math.ceil(Number(process.env['BENCH_JOBS'] ?? 20_000) / callSize)
/** Products that send at the same time. */
const lanes = 2
const rounds = 5

interface Bench {
  db: Db
  send(jobs: string): Promise<void>
  tenantName: string
  /** Process id of the server. */
  pid: number
}

/** Reports of products over HTTP against COPY of the same rows into a bare table with the same key. */
export async function measure(): Promise<Section> {
  const { dataDir, tenants, discard } = await prepareTenants([100])
  const [tenant] = tenants
  if (!tenant) throw new Error('no tenant to report to')
  const server = await startServer({ dataDir })
  // The same engine, from this process: COPY bypasses the server.
  const program = await openProgram(loadConfig({ STEWARD_DATA_DIR: dataDir, STEWARD_ENV: 'test' }), pino({ level: 'silent' }))
  try {
    const wanted = { tokenName: `Bench ${Date.now()}`, tenant: null, scopes: ['jobs'] as const, expiresAt: null }
    const { token } = await createServiceToken(program.db, wanted)
    const send = async (body: string) => {
      const response = await fetch(server.url + urlOf(ingestJobs, {}), {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
      })
      if (!response.ok) throw new Error(`ingest answered ${response.status}: ${(await response.text()).slice(0, 500)}`)
      await response.arrayBuffer()
    }
    return {
      title: 'Jobs',
      how: `Ingest: ${calls} calls of ${callSize.toLocaleString('en')} jobs over HTTP to one process, ${lanes} at a time, each job with a section and 3 tasks, against COPY of the same rows into a bare table with the same key, alternating, ${rounds} rounds, medians`,
      figures: await ingestFigures({ db: program.db, send, tenantName: tenant.tenantName, pid: server.pid }),
    }
  } finally {
    await program.close()
    await server.stop()
    discard()
  }
}

async function ingestFigures({ db, send, tenantName, pid }: Bench): Promise<Figure[]> {
  const client = await db.connect()
  try {
    await client.query('create temporary table bare (job_id text primary key, report jsonb)')
    const rates: Record<'copy' | 'taken' | 'updated' | 'known', number[]> = { copy: [], taken: [], updated: [], known: [] }
    const jobs = calls * callSize
    const rate = (spent: number) => jobs / (spent / 1_000)
    const cpu: Record<'taken' | 'updated' | 'known', { node: number[]; engine: number[] }> = {
      taken: { node: [], engine: [] },
      updated: { node: [], engine: [] },
      known: { node: [], engine: [] },
    }
    /** Sends reports; also measures the CPU time of the server and of its connections, per 10,000 jobs. */
    const sent = async (side: keyof typeof cpu, reports: readonly string[], isCounted: boolean) => {
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
      const used = () => [cpuSeconds([pid]), cpuSeconds(rows.map((row) => row.pid))] as const
      const [node, engine] = used()
      const spent = await timed(() => sendAll(reports, send))
      const [nodeAfter, engineAfter] = used()
      if (isCounted) {
        cpu[side].node.push(((nodeAfter - node) * 10_000) / jobs)
        cpu[side].engine.push(((engineAfter - engine) * 10_000) / jobs)
      }
      return spent
    }
    for (let round = -1; round < rounds; round++) {
      const batches = Array.from({ length: calls }, (_, call) => reportsOf(round, call))
      const bodies = (progress: number) =>
        batches.map((batch) =>
          JSON.stringify({ tenantName, jobs: batch.map((job) => ({ ...job, sequence: job.sequence + progress, progress })) }),
        )
      const [first, second] = [bodies(0), bodies(50)]
      const lines = batches.flat().map((job) => `${job.jobId}\t${JSON.stringify(job)}\n`)
      const copied = await timed(async () => {
        const stream = client.query(copyFrom('copy bare from stdin'))
        stream.end(lines.join(''))
        await once(stream, 'finish')
      })
      const taken = await sent('taken', first, round >= 0)
      const updated = await sent('updated', second, round >= 0)
      const known = await sent('known', first, round >= 0)
      // The first round warms the server up.
      if (round < 0) continue
      for (const [side, spent] of Object.entries({ copy: copied, taken, updated, known }))
        rates[side as keyof typeof rates].push(rate(spent))
    }
    const perSecond = (values: readonly number[]) => `${Math.round(median(values)).toLocaleString('en')}/s`
    const ofCopy = (values: readonly number[]) => times(median(values.map((value, index) => value / (rates.copy[index] ?? Number.NaN))))
    const figure = (what: string, side: keyof typeof cpu, values: readonly number[] = rates[side]): Figure => ({
      what,
      measured: `${perSecond(values)} (${ofCopy(values)} of COPY), CPU for 10,000: ${median(cpu[side].node).toFixed(2)} s Node, ${median(cpu[side].engine).toFixed(2)} s PostgreSQL`,
      goal: '≥ 5,000/s',
      met: median(values) >= 5_000,
    })
    return [
      { what: 'bare COPY', measured: perSecond(rates.copy) },
      figure('new jobs', 'taken'),
      figure('newer reports of known jobs', 'updated'),
      figure('older reports of known jobs', 'known'),
    ]
  } finally {
    await client.end()
  }
}

async function sendAll(bodies: readonly string[], send: Bench['send']): Promise<void> {
  const left = [...bodies]
  const lane = async () => {
    for (let body = left.pop(); body !== undefined; body = left.pop()) await send(body)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

function reportsOf(round: number, call: number): Omit<JobReport, 'resourceGroupId' | 'workflowDescription'>[] {
  const createdAt = new Date(Date.now() - 3_600_000).toISOString()
  return Array.from({ length: callSize }, (_, index) => ({
    jobId: `BENCH-${round + 1}-${call}-${index}`,
    sequence: 1,
    productCode: 'RI-EXPOSUREIQ',
    operation: 'AccumulationRollup',
    workflowId: `WF-${index % 40}`,
    workflowName: 'Quarterly rollup',
    createdBy: `user${index % 200}@example.com`,
    createdAt,
    startTime: createdAt,
    endTime: null,
    status: 'Running',
    priority: 'Medium',
    progress: 0,
    queuePosition: null,
    reason: '',
    isInteractive: index % 20 === 0,
    sections: [{ title: 'Input', rows: [{ label: 'Portfolios', value: String(index) }] }],
    tasks: ['Read exposures', 'Roll up', 'Write results'].map((name) => ({
      name,
      status: 'Running',
      startTime: createdAt,
      endTime: null,
      progress: 0,
      message: '',
      tasks: [],
    })),
  }))
}
