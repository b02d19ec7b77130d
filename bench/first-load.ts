import { type Browser, type CDPSession, type Page, chromium } from '@playwright/test'
import { compileHint } from '../console/build/locales.ts'
import { type ServerProcess, removeData, startServer } from '../server/src/testing/process.ts'
import { kilobytes, median, ms, times } from './lib/measure.ts'
import type { Section } from './lib/results.ts'

const roundsOfHint = 20

/** The size and time of loading the users list when signed in, from the address to its first row. */
export async function measure(): Promise<Section> {
  const server = await startServer()
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  const taken: number[] = []
  const compiled = { whole: [] as number[], whenCalled: [] as number[] }
  let code = 0
  let files = 0
  let all = 0
  try {
    for (let round = 0; round < 5; round++) {
      const { page, devtools } = await openSlowly(browser, server)
      const kinds = new Map<string, { type: string; headers: number }>()
      code = 0
      files = 0
      all = 0
      devtools.on('Network.responseReceived', ({ requestId, response }) =>
        kinds.set(requestId, { type: response.mimeType, headers: response.encodedDataLength }),
      )
      devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        all += encodedDataLength
        const { type, headers } = kinds.get(requestId) ?? { type: '', headers: 0 }
        if (!/javascript|css/.test(type)) return
        files++
        code += encodedDataLength - headers
      })
      taken.push(await timeToRow(page, server.url))
    }
    // The same files, read and answered by the test, with and without the hint.
    for (let round = 0; round < 2 * roundsOfHint; round++) {
      const isWhole = round % 4 === 0 || round % 4 === 3
      const { page } = await openSlowly(browser, server)
      await page.route(/\/assets\/.+\.js$/, async (route) => {
        const response = await route.fetch()
        const body = await response.text()
        await route.fulfill({ response, body: isWhole ? body : body.replace(compileHint, '') })
      })
      compiled[isWhole ? 'whole' : 'whenCalled'].push(await timeToRow(page, server.url))
    }
  } finally {
    await browser.close()
    await server.stop()
    removeData(server)
  }
  const [whole, whenCalled] = [median(compiled.whole), median(compiled.whenCalled)]
  return {
    title: 'First load of the users list',
    how: 'Chromium at 1440 px, cache off, CPU throttled to a quarter; from the address to the first row, five times',
    figures: [
      { what: `JavaScript and CSS, brotli, in ${files} files`, measured: kilobytes(code), goal: '≤ 160 kB', met: code <= 160_000 },
      { what: 'total transfer, with headers, fonts and data', measured: kilobytes(all) },
      { what: 'time to the first row', measured: ms(median(taken)) },
      {
        what: `time to the first row, its code compiled function by function · as a whole (${roundsOfHint} each, alternating)`,
        measured: `${ms(whenCalled)} · ${ms(whole)} → ${times(whole / whenCalled)}`,
        goal: '≤ 1×',
        met: whole <= whenCalled,
      },
    ],
  }
}

/** A signed-in page with nothing in its cache, at a quarter of the speed. */
async function openSlowly(browser: Browser, { url, credentials }: ServerProcess): Promise<{ page: Page; devtools: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const { tenantName, username, password } = credentials
  await context.request.post(`${url}/auth/v1/Login`, { data: { tenantName, username, password } })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return { page, devtools }
}

/** In milliseconds; closes the page. */
async function timeToRow(page: Page, url: string): Promise<number> {
  const started = performance.now()
  await page.goto(`${url}/home/user-administration/users`)
  await page.getByRole('row').nth(1).waitFor()
  const taken = performance.now() - started
  // Files that load after the row.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().close()
  return taken
}
