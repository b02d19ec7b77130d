import { chromium } from '@playwright/test'
import { removeData, startServer } from '../server/src/testing/process.ts'
import { kilobytes, median, ms } from './lib/measure.ts'
import type { Section } from './lib/results.ts'

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
  const times: number[] = []
  let code = 0
  let files = 0
  let all = 0
  try {
    for (let round = 0; round < 5; round++) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      const signingIn = await context.newPage()
      await signingIn.request.post(`${server.url}/auth/v1/Login`, {
        data: {
          tenantName: server.credentials.tenantName,
          username: server.credentials.username,
          password: server.credentials.password,
        },
      })
      await signingIn.close()
      // A new page: nothing is cached except the session's cookie.
      const page = await context.newPage()
      const devtools = await context.newCDPSession(page)
      await devtools.send('Network.enable')
      await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
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
      const started = performance.now()
      await page.goto(`${server.url}/home/user-administration/users`)
      await page.getByRole('row').nth(1).waitFor()
      times.push(performance.now() - started)
      await context.close()
    }
  } finally {
    await browser.close()
    await server.stop()
    removeData(server)
  }
  return {
    title: 'First load of the users list',
    how: 'Chromium at 1440 px, cache off, CPU throttled to a quarter; from the address to the first row, five times',
    figures: [
      { what: `JavaScript and CSS, brotli, in ${files} files`, measured: kilobytes(code), goal: '≤ 160 kB', met: code <= 160_000 },
      { what: 'total transfer, with headers, fonts and data', measured: kilobytes(all) },
      { what: 'time to the first row', measured: ms(median(times)) },
    ],
  }
}
