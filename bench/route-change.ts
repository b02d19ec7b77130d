import { rmSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { removeData, startServer } from '../server/src/testing/process.ts'
import { makeTemporaryDirectory } from '../server/src/testing/temporary.ts'
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
/** Half of them are counted: enough for the slowest twentieth to be more than chance. */
const rounds = 80
const goalMs = 100
/** How long a hand rests on an entry before it presses it. */
const restMs = 100
/** How long it holds the button down: what the press itself draws is painted by then. */
const pressMs = 60
/** What a page does after its frame is done by then: the rows out of sight come 100 ms later at most. */
const afterwardsMs = 400

interface Change {
  /** From the click to the painted page, ms. */
  took: number
  /** The same page right afterwards, put there as a copy and without the program, ms. */
  copy: number
}

/**
 * How long it takes from a click in the menu to the painted page, once its code and data have been loaded. A shared machine may
 * be twice as fast at one time as at another, so each change is followed by a copy of its page, and the half of the rounds in which
 * the copies were the fastest is what counts; all of them are shown beside it.
 */
export async function measure(): Promise<Section> {
  const server = await startServer()
  const profile = makeTemporaryDirectory('steward-profile-')
  // A profile that is kept, as a person's is: without one the browser fetches and draws the icon of the tab again with every change.
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
    how: `Chromium at 1440 px, processor throttled to a quarter, code and data in the cache; from the click in the menu, with the pointer, until the frame that shows the page with all its rows in sight is painted, ${rounds} rounds between users, groups, roles and the launchpad, each change followed by a copy of its page, put there without the program; the half of the rounds in which the copies were the fastest`,
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
 * Presses an entry of the menu with the pointer, as a person does: it comes to rest there first, and the focus goes with the
 * press. Answers the ms from the moment of the click until the frame that shows the page, with every row in sight, is painted.
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
 * Runs in the page: takes its content away, puts a copy of it there as the first frame had it, and gives the content back. What the
 * browser itself needs for such a page, on a machine as busy as this one is now: ms.
 */
async function putCopy(): Promise<number> {
  const main = document.querySelector('main')
  if (!main) throw new Error('no content')
  const content = [...main.childNodes]
  const copy = main.cloneNode(true)
  if (!(copy instanceof Element)) throw new Error('no copy')
  // Rows out of sight came after the first frame.
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

/** Runs in the page before the press: the promise is inside an object, so that nobody waits for it yet. */
function watch({ path, content, afterwardsMs }: Stop & { afterwardsMs: number }): { took: Promise<number> } {
  // The page before goes, so that its content is not taken for the next.
  const before = document.querySelector('main h1')
  const isThere = () =>
    location.pathname === path && document.querySelector('main h1') !== before && document.querySelector(content) !== null
  // Stamped when the pointer was let go, before anything of the page hears of it.
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
    // The next frame paints it; a message sent in that frame arrives when it is painted, before other work that waits.
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
    // Effects and idle work of this page are not the next one's.
    await new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: afterwardsMs }))
    const missed = rowsOf()[painted.rows]
    if (missed && missed.getBoundingClientRect().top < innerHeight) throw new Error(`${path} was painted without all rows in sight`)
    return took
  }
  return { took: measured() }
}
