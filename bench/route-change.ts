import { rmSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { removeData, startServer } from '../server/src/testing/process.ts'
import { makeTemporaryDirectory } from '../server/src/testing/temporary.ts'
import { median, ms, percentile } from './lib/measure.ts'
import type { Section } from './lib/results.ts'

interface Stop {
  path: string
  /** Present on the page once its content is there. */
  content: string
}

const stops: Stop[] = [
  { path: '/home/user-administration/users', content: 'main tbody a' },
  { path: '/home/user-administration/groups', content: 'main tbody a' },
  { path: '/home/user-administration/roles', content: 'main tbody a' },
  { path: '/home/launchpad', content: 'main h2' },
]
const warmUps = 2
/** Half of the rounds count: enough for a meaningful 95th percentile. */
const rounds = 80
const goalMs = 100
/** How long the pointer rests on an entry before the press. */
const restMs = 100
/** How long the button stays down, so that the press itself is painted by then. */
const pressMs = 60
/** By then, work after the page's frame is done: offscreen rows come 100 ms later at most. */
const afterwardsMs = 400

interface Change {
  /** From the click to the painted page, ms. */
  took: number
  /** A static copy of the same page right afterwards, without the program, ms. */
  copy: number
}

/**
 * The time from a click in the menu to the painted page, once its code and data are loaded. The speed of a shared machine can
 * vary by a factor of two, so each change is followed by a static copy of its page. The half of the rounds with the fastest
 * copies counts; the results of all rounds are also shown.
 */
export async function measure(): Promise<Section> {
  const server = await startServer()
  const profile = makeTemporaryDirectory('steward-profile-')
  // A persistent profile, as in real use: without one, the browser loads and draws the tab's icon again on every change.
  const context = await chromium.launchPersistentContext(profile, {
    viewport: { width: 1440, height: 900 },
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'],
  })
  const all: Change[][] = []
  try {
    const page = await context.newPage()
    const { tenantName, username, password } = server.credentials
    await page.request.post(`${server.url}/auth/v1/Login`, { data: { tenantName, username, password } })
    await page.goto(`${server.url}/home/launchpad`)
    await page.locator('nav a[href="/home/user-administration/users"]').waitFor()
    for (let round = 0; round < warmUps; round++) for (const stop of stops) await changeRoute(page, stop)
    await throttle(page)
    for (let number = 0; number < rounds; number++) {
      const round: Change[] = []
      for (const stop of stops) round.push({ took: await changeRoute(page, stop), copy: await page.evaluate(putCopy) })
      all.push(round)
    }
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
    await server.stop()
    removeData(server)
  }
  const copiesOf = (round: Change[]) => round.reduce((sum, { copy }) => sum + copy, 0)
  const quiet = all.toSorted((a, b) => copiesOf(a) - copiesOf(b)).slice(0, rounds / 2)
  const p95 = (times: number[]) => percentile(times, 0.95)
  const times = (counted: Change[][]) => counted.flat().map(({ took }) => took)
  const copies = (counted: Change[][]) => counted.flat().map(({ copy }) => copy)
  return {
    title: 'Route change',
    how: `Chromium at 1440 px, CPU throttled to a quarter, code and data in the cache; from the click in the menu until the frame with the page and all visible rows is painted, ${rounds} rounds between users, groups, roles and the launchpad, each change followed by a static copy of its page, rendered without the program; counts the half of the rounds with the fastest copies`,
    figures: [
      { what: 'p95', measured: ms(p95(times(quiet))), goal: `< ${goalMs} ms`, met: p95(times(quiet)) < goalMs },
      { what: 'median', measured: ms(median(times(quiet))) },
      { what: 'copies: p95, median', measured: `${ms(p95(copies(quiet)))}, ${ms(median(copies(quiet)))}` },
      {
        what: 'ratio of p95, of medians',
        measured: `${(p95(times(quiet)) / p95(copies(quiet))).toFixed(2)}×, ${(median(times(quiet)) / median(copies(quiet))).toFixed(2)}×`,
      },
      { what: 'all rounds: p95, median', measured: `${ms(p95(times(all)))}, ${ms(median(times(all)))}` },
      { what: 'copies of all rounds: p95, median', measured: `${ms(p95(copies(all)))}, ${ms(median(copies(all)))}` },
    ],
  }
}

async function throttle(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/**
 * Clicks an entry of the menu with the pointer as a person would: it rests there first, and the press moves the
 * focus. Returns the ms from the click until the frame with the page and all visible rows is painted.
 */
async function changeRoute(page: Page, stop: Stop): Promise<number> {
  const entry = page.locator(`nav a[href="${stop.path}"]`)
  await entry.hover()
  await page.waitForTimeout(restMs)
  const shown = await page.evaluateHandle(watch, { ...stop, afterwardsMs })
  await page.mouse.down()
  await page.waitForTimeout(pressMs)
  await page.mouse.up()
  return shown.evaluate(({ took }) => took)
}

/**
 * Runs in the page: replaces its content with a copy as of the first frame, then restores it. Returns the ms that the
 * browser itself needs for such a page under the machine's current load.
 */
async function putCopy(): Promise<number> {
  const main = document.querySelector('main')
  if (!main) throw new Error('no content')
  const content = [...main.childNodes]
  const copy = main.cloneNode(true)
  if (!(copy instanceof Element)) throw new Error('no copy')
  // Offscreen rows came after the first frame.
  const copiedRows = copy.querySelectorAll('tbody tr')
  for (const [index, row] of [...main.querySelectorAll('tbody tr')].entries())
    if (row.getBoundingClientRect().top > innerHeight) copiedRows[index]?.remove()
  const painted = () =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve(), { once: true })
        port1.start()
        port2.postMessage(null)
      })
    })
  main.replaceChildren()
  await painted()
  const begun = performance.now()
  main.append(...copy.childNodes)
  await painted()
  const took = performance.now() - begun
  main.replaceChildren(...content)
  await painted()
  return took
}

/** Runs in the page before the press. Wraps the promise in an object, so that it isn't awaited yet. */
function watch({ path, content, afterwardsMs }: Stop & { afterwardsMs: number }): { took: Promise<number> } {
  // The previous page must go, so that its content is not mistaken for the next.
  const before = document.querySelector('main h1')
  const isThere = () =>
    location.pathname === path && document.querySelector('main h1') !== before && document.querySelector(content) !== null
  // The event's timestamp is when the pointer was released, before the page handles it.
  const clicked = new Promise<number>((resolve) => {
    addEventListener('click', (event) => resolve(event.timeStamp), { capture: true, once: true })
  })
  const measured = async () => {
    await new Promise<void>((resolve) => {
      const look = () => {
        if (!isThere()) return
        observer.disconnect()
        resolve()
      }
      const observer = new MutationObserver(look)
      observer.observe(document.body, { subtree: true, childList: true })
    })
    const rowsOf = () => document.querySelectorAll('main tbody tr:not([aria-hidden])')
    // The next frame paints it; a message posted in that frame arrives after the paint, before other pending tasks.
    const painted = await new Promise<{ at: number; rows: number }>((resolve) => {
      requestAnimationFrame(() => {
        const rows = rowsOf().length
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve({ at: performance.now(), rows }), { once: true })
        port1.start()
        port2.postMessage(null)
      })
    })
    const took = painted.at - (await clicked)
    // Keep this page's effects and idle work out of the next measurement.
    await new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: afterwardsMs }))
    const missed = rowsOf()[painted.rows]
    if (missed && missed.getBoundingClientRect().top < innerHeight) throw new Error(`${path} was painted without all rows in sight`)
    return took
  }
  return { took: measured() }
}
