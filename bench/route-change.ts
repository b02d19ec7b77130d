import { chromium, type Page } from '@playwright/test'
import { removeData, startServer } from '../server/src/testing/process.ts'
import { median, ms, percentile } from './lib/measure.ts'
import type { Section } from './lib/results.ts'

interface Stop {
  path: string
  /** What stands on the page once its content is there. */
  content: string
}

const stops: Stop[] = [
  { path: '/home/user-administration/users', content: 'main tbody a' },
  { path: '/home/user-administration/groups', content: 'main tbody a' },
  { path: '/home/user-administration/roles', content: 'main tbody a' },
  { path: '/home/launchpad', content: 'main h2' },
]
const warmUps = 2
const rounds = 20
const goalMs = 100

/** How long it takes from a click in the menu to the painted page, once its code and data have been loaded. */
export async function measure(): Promise<Section> {
  const server = await startServer()
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'],
  })
  const times: number[] = []
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    const { tenantName, username, password } = server.credentials
    await page.request.post(`${server.url}/auth/v1/Login`, { data: { tenantName, username, password } })
    await page.goto(`${server.url}/home/launchpad`)
    await page.locator('nav a[href="/home/user-administration/users"]').waitFor()
    for (let round = 0; round < warmUps; round++) for (const stop of stops) await changeRoute(page, stop)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    for (let round = 0; round < rounds; round++) for (const stop of stops) times.push(await changeRoute(page, stop))
  } finally {
    await browser.close()
    await server.stop()
    removeData(server)
  }
  const p95 = percentile(times, 0.95)
  return {
    title: 'Route change',
    how: `Chromium at 1440 px, processor throttled to a quarter, code and data in the cache; from the click in the menu to the frame that shows the page with its rows, ${times.length} times between users, groups, roles and the launchpad`,
    figures: [
      { what: 'p95', measured: ms(p95), goal: `< ${goalMs} ms`, met: p95 < goalMs },
      { what: 'median', measured: ms(median(times)) },
    ],
  }
}

/** Clicks the entry of the menu; answers the ms until a frame with the page's content was painted. */
function changeRoute(page: Page, stop: Stop): Promise<number> {
  return page.evaluate(async ({ path, content }) => {
    const link = document.querySelector<HTMLElement>(`nav a[href="${path}"]`)
    if (link === null) throw new Error(`no entry for ${path}`)
    // The page before goes, so that its content is not taken for the next.
    const before = document.querySelector('main h1')
    const isThere = () =>
      location.pathname === path && document.querySelector('main h1') !== before && document.querySelector(content) !== null
    const started = performance.now()
    link.click()
    await new Promise<void>((resolve) => {
      const look = () => {
        if (!isThere()) return
        observer.disconnect()
        resolve()
      }
      const observer = new MutationObserver(look)
      observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      look()
    })
    // The next frame paints it; the task after that frame comes when it is done.
    await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const took = performance.now() - started
    // Effects and idle work of this page are not the next one's.
    await new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 1_000 }))
    return took
  }, stop)
}
