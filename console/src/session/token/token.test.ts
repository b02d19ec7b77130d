import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SignedIn } from '@steward/contract/session/schemas'
import { Locks } from '../../testing/locks.ts'
import { buildUser } from '../../testing/user.ts'

const user = buildUser()

let sent: string[] = []
let answer: () => Response = () => new Response(null, { status: 500 })
let issued = 0
const signedIn = () => Response.json({ accessToken: `token-${++issued}`, expiresIn: 600, sessionId: user.userId, user } satisfies SignedIn)
const problem = (status: number) =>
  Response.json(
    { type: 'about:blank', title: 'x', status, code: 'session_ended', message: 'x', requestId: 'r', parameters: {} },
    { status },
  )

/** The tabs of one browser; each test is a new browser. */
let tabs: Channel[] = []

class Channel {
  onmessage: ((event: { data: unknown }) => void) | null = null
  constructor() {
    tabs.push(this)
  }
  postMessage(data: unknown): void {
    const copy: unknown = structuredClone(data)
    for (const other of tabs) if (other !== this) setTimeout(() => other.onmessage?.({ data: copy }), messagesTakeMs)
  }
}

/** How long messages between tabs take; locks take no time. */
let messagesTakeMs = 0

/** A separate tab: the module keeps its state for the life of the page. */
async function openTab() {
  vi.resetModules()
  return import('./token.ts')
}

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  issued = 0
  tabs = []
  vi.stubGlobal('BroadcastChannel', Channel)
  // The transport is under test here, not the server: what a tab sends and when.
  vi.stubGlobal('fetch', (url: string) => {
    sent.push(url)
    return Promise.resolve(answer())
  })
  messagesTakeMs = 0
  Object.defineProperty(navigator, 'locks', { configurable: true, value: new Locks() })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settle = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('concurrent callers refresh once', async () => {
  const { refresh } = await openTab()
  answer = signedIn
  const all = Promise.all([refresh(), refresh(), refresh()])
  await settle(100)
  await all
  expect(sent).toEqual(['/auth/v1/Login/refresh'])
})

test('the cookie is exchanged for a token; a missing session is not an error', async () => {
  const { implicit, accessToken } = await openTab()
  answer = () => problem(401)
  const none = implicit()
  await settle(100)
  expect(await none).toBe(false)
  expect(await accessToken()).toBeUndefined()
  answer = signedIn
  const some = implicit()
  await settle(100)
  expect(await some).toBe(true)
  expect(await accessToken()).toBe('token-1')
})

test('a server that restarts while the page loads is asked again', async () => {
  const { implicit, accessToken } = await openTab()
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  const started = implicit()
  await settle(1_000)
  answer = signedIn
  await settle(30_000)
  expect(await started).toBe(true)
  expect(await accessToken()).toBe('token-1')
  expect(sent).toEqual(['/auth/v1/Login/implicit', '/auth/v1/Login/implicit'])
})

test('a tab knows why another one ends the session, until there is a new one', async () => {
  const [first, second] = [await openTab(), await openTab()]
  first.tellTabsSigningOut('userLogout')
  await settle(100)
  expect(second.endOfOtherTab()).toBe('userLogout')
  answer = signedIn
  const started = second.implicit()
  await settle(100)
  await started
  expect(second.endOfOtherTab()).toBeUndefined()
})

test('renews before expiry while the user is active', async () => {
  const { implicit, accessToken } = await openTab()
  answer = signedIn
  const started = implicit()
  await settle(100)
  await started
  document.dispatchEvent(new Event('pointerdown'))
  await settle(545_000)
  expect(await accessToken()).toBe('token-2')
  expect(sent).toEqual(['/auth/v1/Login/implicit', '/auth/v1/Login/refresh'])
})

test('does not keep an idle session alive, and renews when the user is back', async () => {
  const { implicit, accessToken } = await openTab()
  answer = signedIn
  const started = implicit()
  await settle(100)
  await started
  await settle(3_000_000)
  const background = accessToken()
  await settle(60_000)
  expect(sent).toEqual(['/auth/v1/Login/implicit'])
  document.dispatchEvent(new Event('keydown'))
  await settle(400)
  expect(await background).toBe('token-2')
  expect(sent.filter((url) => url.endsWith('refresh'))).toHaveLength(1)
})

test('reports a session that has ended, also in the background', async () => {
  const { implicit, renew, refresh, setRenewalFailed } = await openTab()
  answer = signedIn
  const started = implicit()
  await settle(100)
  await started
  answer = () => problem(400)
  const failures: unknown[] = []
  setRenewalFailed((error) => failures.push(error))
  const renewed = renew()
  await settle(100)
  await renewed
  expect(failures).toEqual([expect.objectContaining({ name: 'ProblemError', status: 400 })])
  const asked = refresh().catch((error: unknown) => error)
  await settle(100)
  expect(await asked).toMatchObject({ status: 400 })
})

test('a second tab takes the token of the first, and both renew once', async () => {
  const first = await openTab()
  answer = signedIn
  const started = first.implicit()
  await settle(100)
  await started
  const second = await openTab()
  const joined = second.implicit()
  await settle(100)
  expect(await joined).toBe(true)
  expect(await second.accessToken()).toBe('token-1')
  const both = Promise.all([first.refresh(), second.refresh()])
  await settle(200)
  await both
  expect(sent).toEqual(['/auth/v1/Login/implicit', '/auth/v1/Login/refresh'])
  expect(await first.accessToken()).toBe('token-2')
  expect(await second.accessToken()).toBe('token-2')
})

test('both renew once, however late messages between tabs arrive', async () => {
  const first = await openTab()
  answer = signedIn
  const started = first.implicit()
  await settle(100)
  await started
  const second = await openTab()
  const joined = second.implicit()
  await settle(100)
  await joined
  messagesTakeMs = 2_000
  const both = Promise.all([first.refresh(), second.refresh()])
  await settle(5_000)
  await both
  expect(sent).toEqual(['/auth/v1/Login/implicit', '/auth/v1/Login/refresh'])
  expect(await second.accessToken()).toBe('token-2')
})

test('the only tab in the browser does not wait', async () => {
  const { implicit } = await openTab()
  answer = signedIn
  expect(await implicit()).toBe(true)
})

test('does not wait for a tab that sleeps or has signed out', async () => {
  const asleep = await openTab()
  answer = signedIn
  const started = asleep.implicit()
  await settle(100)
  await started
  tabs = []
  const waited = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(waited.signal)
  const second = await openTab()
  const joined = second.implicit()
  await settle(100)
  expect(sent).toHaveLength(1)
  waited.abort()
  expect(await joined).toBe(true)
  expect(sent).toHaveLength(2)

  asleep.dropToken()
  second.dropToken()
  const third = await openTab()
  expect(await third.implicit()).toBe(true)
  expect(sent).toHaveLength(3)
})
