import { readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pino } from 'pino'
import { type CallInput, type Endpoint, urlOf } from '@steward/contract/http'
import { createExport, downloadTemporaryFile, getTemporaryFile } from '@steward/contract/exports/endpoints'
import type { TemporaryFile } from '@steward/contract/exports/schemas'
import { listUsers } from '@steward/contract/users/endpoints'
import { exportUsersQuery } from '@steward/contract/users/schemas'
import { loadConfig } from '../server/src/config.ts'
import { copyCsv } from '../server/src/db/csv-copy.ts'
import { exportedUsers } from '../server/src/users/export.ts'
import { openProgram } from '../server/src/program.ts'
import { startServer } from '../server/src/testing/process.ts'
import { read, signIn } from './lib/api.ts'
import { megabytes, median, timed, times } from './lib/measure.ts'
import type { Section } from './lib/results.ts'
import { prepareTenants } from './lib/tenants.ts'

const rounds = 3
/** The sizes of the users list, so that both share their data; `BENCH_EXPORT_USERS` measures another tenant alone. */
const listSizes = [1_000, 100_000, 1_000_000]
const pollMs = 100

/** Kilobytes from the kernel's accounting: `VmRSS` is current, `VmHWM` the peak. */
const memoryOf = (pid: number, field: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

/** A background export of all users against bare COPY of the same query, alternating within one run. */
export async function measure(): Promise<Section> {
  const wanted = Number(process.env['BENCH_EXPORT_USERS'] ?? 0)
  const { dataDir, tenants, discard } = await prepareTenants(wanted > 0 ? [wanted] : listSizes)
  const tenant = tenants.at(-1)
  if (!tenant) throw new Error('no tenant to export')
  const server = await startServer({ dataDir })
  // The same engine, from this process: the bare statement bypasses the server.
  const program = await openProgram(loadConfig({ STEWARD_DATA_DIR: dataDir, STEWARD_ENV: 'test' }), pino({ level: 'silent' }))
  try {
    const token = await signIn(server.url, tenant)
    await read(server.url, token, listUsers, { query: {} })
    const atRest = memoryOf(server.pid, 'VmRSS')
    const ask = asker(server.url, token)
    const source = exportedUsers(program.db.kysely, tenant.tenantId, exportUsersQuery.parse({}))

    const bare: number[] = []
    const background: number[] = []
    let file: TemporaryFile | undefined
    for (let round = -1; round < rounds; round++) {
      const copied = await timed(async () => {
        const copy = await copyCsv(program.db, tenant, source)
        await pipeline(copy.stream, new Writable({ write: (_chunk, _encoding, done) => done() }))
        await copy.close()
      })
      const started = performance.now()
      file = await ask(createExport, { body: { kind: 'users' } })
      while (file.status === 'queued' || file.status === 'running') {
        await new Promise((resolve) => setTimeout(resolve, pollMs))
        file = await ask(getTemporaryFile, { params: { fileId: file.fileId } })
      }
      if (file.status !== 'ready') throw new Error(`the export ended as ${file.status}: ${file.failure}`)
      // The first round warms the engine's buffers.
      if (round < 0) continue
      bare.push(copied)
      background.push(performance.now() - started)
    }
    const mostWhileExporting = memoryOf(server.pid, 'VmHWM')
    const fileId = file?.fileId ?? ''
    const downloaded = await timed(() => read(server.url, token, downloadTemporaryFile, { params: { fileId } }))
    const rows = file?.rowCount ?? 0
    const rate = (spent: number) => Math.round(rows / (spent / 1000)).toLocaleString('en')
    const ratio = median(bare) / median(background)
    return {
      title: 'User export',
      how: `${rows.toLocaleString('en')} users with their groups, ${megabytes(file?.sizeBytes ?? 0)}; bare COPY … TO STDOUT of the same query and the background export, alternating, ${rounds} rounds, medians; the export runs from the request until the file is ready, polled every ${pollMs} ms; Linux only`,
      figures: [
        { what: 'bare COPY, rows per second', measured: rate(median(bare)) },
        { what: 'background export, rows per second', measured: rate(median(background)) },
        { what: 'ratio', measured: times(ratio), goal: '≥ 0.8×', met: ratio >= 0.8 },
        {
          what: 'server memory at rest, and peak during the export',
          measured: `${megabytes(atRest)}, ${megabytes(mostWhileExporting)}`,
        },
        { what: 'file download, rows per second', measured: rate(downloaded) },
        { what: 'peak server memory after the download', measured: megabytes(memoryOf(server.pid, 'VmHWM')) },
      ],
    }
  } finally {
    await program.close()
    await server.stop()
    discard()
  }
}

/** Calls that return a temporary file. */
function asker(url: string, token: string) {
  return async <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<TemporaryFile> => {
    const given: { params?: object; body?: unknown } = input
    const response = await fetch(url + urlOf(endpoint, given), {
      method: endpoint.method,
      headers: { authorization: `Bearer ${token}`, ...(given.body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    })
    if (!response.ok) throw new Error(`${endpoint.id} answered ${response.status}: ${await response.text()}`)
    // The contract's answer to these calls.
    return (await response.json()) as TemporaryFile
  }
}
