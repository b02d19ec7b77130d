import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Locks } from '../testing/locks.ts'
import { takeEarly } from './early.ts'

const answers = new Map<string, () => Response>()
let asked: { path: string; authorization: string | undefined }[] = []

/** Loads the script as a page at this path does. */
async function boot(path: string): Promise<HTMLElement | null> {
  history.replaceState(null, '', `/home${path}`)
  vi.resetModules()
  await import('./boot.ts')
  return document.getElementById('painted')
}

const remember = (more: { path: string; title: string }[] = [], language = 'en') =>
  localStorage.setItem(
    'steward.frame',
    JSON.stringify({
      language,
      groups: [
        { entries: [{ path: '/launchpad', title: 'Launchpad' }, ...more] },
        { label: 'User Administration', entries: [{ path: '/user-administration/users', title: 'Users' }] },
      ],
    }),
  )

beforeEach(() => {
  asked = []
  answers.clear()
  answers.set('/auth/v1/Login/implicit', () => Response.json({ accessToken: 'one' }))
  answers.set('/auth/v2/permissions', () => Response.json({ permissions: {} }))
  vi.stubGlobal('fetch', (path: string, { headers }: { headers: Record<string, string> }) => {
    asked.push({ path, authorization: headers.authorization })
    return Promise.resolve(answers.get(path)?.() ?? new Response(null, { status: 404 }))
  })
  Object.defineProperty(navigator, 'locks', { configurable: true, value: new Locks() })
  document.documentElement.lang = 'en'
  document.cookie = 'steward_signed_in=1; Path=/'
})

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  document.cookie = 'steward_signed_in=; Path=/; Max-Age=0'
  document.getElementById('painted')?.remove()
  window.stewardEarly = undefined
})

test('paints the menu of the last visit with the current page', async () => {
  remember()
  const painted = await boot('/user-administration/users/new')
  expect(painted?.getAttribute('aria-hidden')).toBe('true')
  expect([...(painted?.querySelectorAll('.painted-text') ?? [])].map((one) => one.textContent)).toEqual(['Launchpad', 'Users'])
  expect(painted?.querySelector('[data-current]')?.textContent).toBe('Users')
  expect(painted?.querySelector('.painted-title')?.textContent).toBe('Users')
})

test('names no outside application as the current page', async () => {
  remember([{ path: '', title: 'Developer Portal' }])
  const painted = await boot('/user-settings')
  expect(painted?.querySelector('[data-current]')).toBeNull()
  expect(painted?.querySelector('.painted-title')?.textContent).toBe('')
})

test('paints no text of another language', async () => {
  remember([], 'de')
  const painted = await boot('/user-administration/users')
  expect(painted?.querySelector('.painted-side')).not.toBeNull()
  expect(painted?.querySelectorAll('.painted-text')).toHaveLength(0)
})

test('asks for the session, and with its token for the permissions; each answer is taken once', async () => {
  await boot('/user-administration/users')
  expect(await takeEarly('session')).toEqual({ accessToken: 'one' })
  expect(await takeEarly('permissions')).toEqual({ permissions: {} })
  expect(await takeEarly('session')).toBeUndefined()
  expect(asked).toEqual([
    { path: '/auth/v1/Login/implicit', authorization: undefined },
    { path: '/auth/v2/permissions', authorization: 'Bearer one' },
  ])
})

test('leaves a refused session to the console', async () => {
  answers.set('/auth/v1/Login/implicit', () => new Response(null, { status: 401 }))
  await boot('/user-administration/users')
  expect(await takeEarly('session')).toBeUndefined()
  expect(await takeEarly('permissions')).toBeUndefined()
  expect(asked).toHaveLength(1)
})

test('does not exchange the cookie while another tab has a token', async () => {
  void navigator.locks.request('steward-token-until-9', { mode: 'shared' }, () => new Promise<void>(() => {}))
  await boot('/user-administration/users')
  expect(await takeEarly('session')).toBeUndefined()
  expect(asked).toEqual([])
})

test.each([
  ['no one is signed in', '/user-administration/users', () => (document.cookie = 'steward_signed_in=; Path=/; Max-Age=0')],
  ['the page is for signing in', '/login', () => undefined],
])('does nothing where %s', async (_, path, prepare) => {
  remember()
  prepare()
  expect(await boot(path)).toBeNull()
  expect(await takeEarly('session')).toBeUndefined()
  expect(asked).toEqual([])
})

test('is compact on a wide window, unless another density was chosen', async () => {
  const narrow = globalThis.matchMedia
  globalThis.matchMedia = (media) => Object.assign(narrow(media), { matches: media.includes('90em') })
  await boot('/login')
  expect(document.documentElement.dataset.density).toBe('compact')
  localStorage.setItem('steward.density', 'comfortable')
  await boot('/login')
  expect(document.documentElement.dataset.density).toBe('comfortable')
  globalThis.matchMedia = narrow
  localStorage.clear()
  await boot('/login')
  expect(document.documentElement.dataset.density).toBe('comfortable')
})

test('applies the stored theme and density', async () => {
  localStorage.setItem('steward.theme', 'dark')
  localStorage.setItem('steward.density', 'compact')
  await boot('/login')
  expect(document.documentElement.dataset).toMatchObject({ theme: 'dark', density: 'compact' })
})

test.each([
  ['too old', () => false, true],
  ['young enough', () => true, false],
])('a browser that is %s is told so, or not', async (_, supports, isTold) => {
  vi.stubGlobal('CSS', { supports })
  Object.defineProperty(HTMLElement.prototype, 'popover', { configurable: true, value: null })
  document.body.innerHTML = '<p id="too-old" hidden>Too old</p>'
  await boot('/login')
  expect(document.getElementById('too-old')?.hidden).toBe(!isTold)
  document.body.innerHTML = ''
})
