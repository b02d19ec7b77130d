import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listGroups } from '@steward/contract/groups/endpoints'
import { implicitLogin, login, refreshLogin, signInMethods, signOut as signOutEndpoint } from '@steward/contract/session/endpoints'
import type { SignedIn } from '@steward/contract/session/schemas'
import { alerts } from '../../api/alerts.ts'
import { Locks } from '../../testing/locks.ts'
import { buildUser } from '../../testing/user.ts'
import { buildProblemBody } from '../../testing/problems.ts'
import { logoutReasons } from './reasons.ts'

/** The calls to the transport, and its answers; the server is not under test here. */
let sent: string[] = []
let answers: Record<string, () => Response> = {}
let led: string[] = []

const refused = (status: number) => () => Response.json(buildProblemBody('unauthenticated', status), { status })
const signedIn = () =>
  Response.json({ accessToken: 'token', expiresIn: 600, sessionId: buildUser().userId, user: buildUser() } satisfies SignedIn)

const failure = (status: number) => ({ status, problem: buildProblemBody('unauthenticated', status) })

/** The console after a page load, signed in. */
async function openConsole() {
  vi.resetModules()
  const actions = await import('./signOut.ts')
  const { api } = await import('../../api/client.ts')
  const token = await import('./token.ts')
  actions.onSignOut({
    forget: () => {},
    toLogin: ({ reason }) => {
      led.push(reason)
      return Promise.resolve()
    },
  })
  await token.implicit()
  sent = []
  return { ...actions, api }
}

beforeEach(() => {
  sent = []
  led = []
  answers = {
    [implicitLogin.path]: signedIn,
    [refreshLogin.path]: signedIn,
    [signOutEndpoint.path]: () => new Response(null, { status: 204 }),
  }
  // A browser with one tab.
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage() {}
    },
  )
  vi.stubGlobal('fetch', (url: string) => {
    const path = url.replace(/\?.*/, '')
    sent.push(path)
    return Promise.resolve((answers[path] ?? refused(401))())
  })
  Object.defineProperty(navigator, 'locks', { configurable: true, value: new Locks() })
})

afterEach(() => {
  vi.unstubAllGlobals()
  alerts.clear()
})

test('a 401 on any call signs out with the reason needsLogin, and the server is told', async () => {
  const { api } = await openConsole()
  await expect(api(listGroups, {})).rejects.toMatchObject({ status: 401 })
  expect(led).toEqual(['needsLogin'])
  expect(sent).toEqual([listGroups.path, refreshLogin.path, listGroups.path, signOutEndpoint.path])
})

test('a 400 on the refresh signs out with the reason inactivity; the server is not told', async () => {
  const { api } = await openConsole()
  answers[refreshLogin.path] = refused(400)
  await expect(api(listGroups, {})).rejects.toMatchObject({ status: 401 })
  expect(led).toEqual(['inactivity'])
  expect(sent).not.toContain(signOutEndpoint.path)
})

test.each([
  ['expired', 'sessionLength'],
  ['sso_change', 'ssoChange'],
  ['ended', 'expiredSession'],
  ['unknown', 'inactivity'],
])('a refused refresh says why the session ended: %s', async (reason, expected) => {
  const { api } = await openConsole()
  answers[refreshLogin.path] = () => Response.json({ ...buildProblemBody('session_ended', 400), parameters: { reason } }, { status: 400 })
  await expect(api(listGroups, {})).rejects.toMatchObject({ status: 401 })
  expect(led).toEqual([expected])
})

test.each([
  ['the tenant signs in another way now', 'Okta', 'ssoChange'],
  ['the tenant signs in as before', null, 'expiredSession'],
])('a session that the server ended: %s', async (_, identityProvider, reason) => {
  const { signOutEnded } = await openConsole()
  answers[signInMethods.path] = () => Response.json({ tenantName: 'demo', password: true, identityProvider })
  await signOutEnded('expiredSession')
  expect(led).toEqual([reason])
  expect(sent).toEqual([signInMethods.path])
})

test('signs out when the server has ended the session and cannot be asked why', async () => {
  const { signOutEnded } = await openConsole()
  answers[signInMethods.path] = refused(500)
  await signOutEnded('inactivity')
  expect(led).toEqual(['inactivity'])
})

test('a refused sign-out is not called again', async () => {
  const { signOut } = await openConsole()
  answers[signOutEndpoint.path] = refused(401)
  await signOut('userLogout')
  expect(sent).toEqual([signOutEndpoint.path])
  expect(led).toEqual(['userLogout'])
})

test('only a call for the help site’s cookie merely warns; signing in and out say nothing about the session', async () => {
  const { sessionFailure } = await openConsole()
  expect(sessionFailure({ id: 'any', path: '/help/oauth/cookie2' }, failure(401))).toBe('warning')
  for (const call of [implicitLogin, login, signOutEndpoint]) expect(sessionFailure(call, failure(401))).toBeUndefined()
  expect(sessionFailure(listGroups, failure(403))).toBeUndefined()
  expect(sessionFailure(listGroups, failure(400))).toBeUndefined()
  expect(sessionFailure(refreshLogin, failure(401))).toBe('needsLogin')
})

test('every reason of the specification is known', () => {
  expect(logoutReasons).toEqual(expect.arrayContaining(['userLogout', 'inactivity', 'needsLogin', 'expiredSession', 'ssoChange']))
})
