import { randomUUID } from 'node:crypto'
import { chromium, type Page } from '@playwright/test'
import { createClient } from '@steward/contract/http'
import { ingestMetrics } from '@steward/contract/usage/endpoints'
import type { UsageReading } from '@steward/contract/usage/schemas'
import { removeData, type ServerProcess } from '../server/src/testing/process.ts'
import { runSteward } from '../server/src/testing/steward.ts'
import { framesOf } from './lib/frames.ts'
import { addResourceGroups, administrator, startServerWithPackages } from './lib/resource-groups.ts'
import type { Figure, Section } from './lib/results.ts'
import { browserArguments, frameFigures, traced } from './lib/trace.ts'

const groups = 100
const labels = ['maxJobsPerDay', 'maxJobsPerHour', 'maxConcurrentOtherJobs']
const dragMs = 4_000

/** The allocation screen with a hundred resource groups: drags the end of one segment back and forth, live and in the what-if mode. */
export async function measure(): Promise<Section> {
  const server = await startServerWithPackages()
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: browserArguments,
  })
  try {
    const call = await administrator(server)
    // Together 81 %: the dragged segment goes from 2 % up to the 21 % available to it.
    const ids = await addResourceGroups(call, 'RI-DATAADMIN', groups, (index) => (index === 0 ? '2' : index < 80 ? '1' : '0'))
    await tellUsage(server, ids)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    const { tenantName, username, password } = server.credentials
    await page.request.post(`${server.url}/auth/v1/Login`, { data: { tenantName, username, password } })
    const figures: Figure[] = []
    for (const [name, search] of [
      ['live', ''],
      ['what-if', '?mode=what-if'],
    ] as const) {
      await page.goto(`${server.url}/home/user-administration/resource-groups/data-admin/allocation${search}`)
      await page
        .getByRole('slider')
        .nth(groups - 1)
        .waitFor()
      if (name === 'what-if') await page.getByText('Fit to usage').waitFor()
      await drag(page, 500)
      const devtools = await context.newCDPSession(page)
      const events = await traced(devtools, () => drag(page, dragMs))
      figures.push(...frameFigures(name, framesOf(events)))
      await devtools.detach()
    }
    return {
      title: 'Dragging a share of the quota',
      how: `Chromium at 1440 px without throttling, ${groups} resource groups, 100 packages, usage of ${labels.length} labels; the end of a segment is dragged back and forth for ${dragMs / 1_000} s; main-thread work per frame (a sixtieth of a second) from input to paint, from Chromium's trace, in CPU time and wall time; other programs on the machine increase the wall time`,
      figures,
    }
  } finally {
    await browser.close()
    await server.stop()
    removeData(server)
  }
}

/** Moves the end of the first segment across a third of the bar and back, once a frame. */
async function drag(page: Page, lastsMs: number): Promise<void> {
  const bar = page.getByRole('img', { name: /% allocated/ }).last()
  const box = await bar.boundingBox()
  const handle = await bar.locator('> * > :last-child').first().boundingBox()
  if (!box || !handle) throw new Error('no bar')
  const y = handle.y + handle.height / 2
  await page.mouse.move(handle.x + handle.width / 2, y)
  await page.mouse.down()
  const started = performance.now()
  for (let spent = 0; spent < lastsMs; spent = performance.now() - started) {
    // Back and forth in two seconds.
    const phase = (1 - Math.cos((spent / 2_000) * 2 * Math.PI)) / 2
    await page.mouse.move(box.x + box.width * (0.02 + 0.33 * phase), y)
  }
  await page.mouse.move(handle.x + handle.width / 2, y)
  await page.mouse.up()
}

/** Reports the resource groups' usage of the last hours, as a platform service would. */
async function tellUsage({ url, dataDir, credentials }: ServerProcess, ids: readonly string[]): Promise<void> {
  const environment = { PATH: process.env['PATH'], STEWARD_ENV: 'test', STEWARD_DATA_DIR: dataDir }
  const made = await runSteward(
    ['service-token', 'create', 'Bench', '--all-tenants', '--scope', 'metrics', '--product', 'RI-DATAADMIN', '--json'],
    environment,
  )
  if (made.status !== 0) throw new Error(made.stderr)
  const { token } = JSON.parse(made.stdout) as { token: string } // the command's answer
  const call = createClient({ baseUrl: url, fetch: (...args) => fetch(...args), headers: () => ({ authorization: `Bearer ${token}` }) })
  const at = new Date(Date.now() - 3_600_000).toISOString()
  const readings: UsageReading[] = ids.flatMap((resourceGroupId, index) =>
    labels.map((metricName) => ({ productCode: 'RI-DATAADMIN', metricName, resourceGroupId, at, value: (index * 7) % 60 })),
  )
  await call(ingestMetrics, { body: { tenantName: credentials.tenantName, batchId: randomUUID(), readings } })
}
