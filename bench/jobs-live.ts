import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { createClient } from '@steward/contract/http'
import { ingestJobs } from '@steward/contract/jobs/endpoints'
import type { JobReport } from '@steward/contract/jobs/schemas'
import { completeJobReport } from '../server/src/testing/job-report.ts'
import { removeData, type ServerProcess, startServer } from '../server/src/testing/process.ts'
import { runSteward } from '../server/src/testing/steward.ts'
import { framesOf, type TraceEvent } from './lib/frames.ts'
import { ms } from './lib/measure.ts'
import type { Section } from './lib/results.ts'
import { browserArguments, frameFigures, traced } from './lib/trace.ts'

const jobs = 100
const reportEveryMs = 1_000
const watchedMs = 15_000
/** Of the Long Tasks specification. */
const longTaskMs = 50

/** The job log with a hundred running jobs, each of which reports each second, while the pointer moves over the rows. */
export async function measure(): Promise<Section> {
  const server = await startServer()
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: browserArguments })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    const { tenantName, username, password } = server.credentials
    await page.request.post(`${server.url}/auth/v1/Login`, { data: { tenantName, username, password } })
    const report = await product(server)
    await report()
    await page.goto(`${server.url}/home/monitoring/job-log?limit=${jobs}`)
    await page
      .getByRole('checkbox', { name: /LIVE-\d+/ })
      .nth(jobs - 1)
      .waitFor()
    const reporting = new AbortController()
    let rounds = 0
    const done = (async () => {
      while (!reporting.signal.aborted) {
        const started = performance.now()
        await report()
        rounds++
        await sleep(Math.max(0, reportEveryMs - (performance.now() - started)))
      }
    })()
    // Code that is loaded or compiled the first time isn't part of it.
    await movePointer(page, 3_000)
    rounds = 0
    const devtools = await context.newCDPSession(page)
    const events = await traced(devtools, () => movePointer(page, watchedMs))
    reporting.abort()
    await done
    const tasks = mainTasks(events)
    const longest = Math.max(0, ...tasks)
    return {
      title: 'Live job log',
      how: `Chromium at 1440 px without throttling, a page of ${jobs} running jobs that all report each second (${rounds} times in ${watchedMs / 1_000} s), while the pointer moves over the rows; main-thread work per frame (a sixtieth of a second) from Chromium's trace, in CPU time and wall time; other programs on the machine increase the wall time`,
      figures: [
        ...frameFigures('live', framesOf(events)),
        {
          what: `tasks of the main thread longer than ${longTaskMs} ms of CPU time; the longest`,
          measured: `${tasks.filter((one) => one > longTaskMs).length}, ${ms(longest)}`,
          goal: 'none',
          met: longest <= longTaskMs,
        },
      ],
    }
  } finally {
    await browser.close()
    await server.stop()
    removeData(server)
  }
}

/** A product with a token of its own; each call reports all of its jobs. */
async function product({ url, dataDir, credentials }: ServerProcess): Promise<() => Promise<void>> {
  const environment = { PATH: process.env['PATH'], STEWARD_ENV: 'test', STEWARD_DATA_DIR: dataDir }
  const wanted = ['Bench', '--tenant', credentials.tenantName, '--scope', 'jobs', '--product', 'RI-EXPOSUREIQ']
  const made = await runSteward(['service-token', 'create', ...wanted, '--json'], environment)
  if (made.status !== 0) throw new Error(made.stderr)
  const { token } = JSON.parse(made.stdout) as { token: string } // the command's answer
  const call = createClient({ baseUrl: url, fetch: (...args) => fetch(...args), headers: () => ({ authorization: `Bearer ${token}` }) })
  const createdAt = new Date(Date.now() - 1_000).toISOString()
  let sequence = 0
  return async () => {
    sequence++
    const reports: JobReport[] = Array.from({ length: jobs }, (_, index) =>
      completeJobReport({
        jobId: `LIVE-${String(index).padStart(3, '0')}`,
        sequence,
        productCode: 'RI-EXPOSUREIQ',
        createdAt,
        progress: (sequence * 3 + index) % 100,
      }),
    )
    await call(ingestJobs, { body: { tenantName: credentials.tenantName, jobs: reports } })
  }
}

/** Moves the pointer up and down over the rows. */
async function movePointer(page: Page, lastsMs: number): Promise<void> {
  const started = performance.now()
  for (let spent = 0; spent < lastsMs; spent = performance.now() - started) {
    await page.mouse.move(900, 600 - 200 * Math.cos((spent / 2_000) * 2 * Math.PI))
  }
}

/** CPU milliseconds of each task of the page's main thread. */
function mainTasks(events: readonly TraceEvent[]): number[] {
  const main = events.find((event) => event.name === 'thread_name' && event.args['name'] === 'CrRendererMain')?.tid
  return events.filter(({ name, tid }) => tid === main && name.endsWith('RunTask')).map(({ tdur = 0 }) => tdur / 1_000)
}
