import { createClient, ProblemError, type Endpoint } from '@steward/contract/http'
import { implicitLogin, login, refreshLogin, signOut as signOutEndpoint } from '@steward/contract/session'
import { cancelRetries } from '../api/retry.ts'
import { logoutReasons, type LogoutReason } from './reasons.ts'
import { authState, setUser } from './state.ts'
import { dropToken, heldToken, onOtherTabSignedOut, setRenewalFailed, tellTabsSignedOut } from './token.ts'

/** What remains to be done where a session ends; the application sets it, since it owns router and caches. */
export interface SignOutEffects {
  /** Leads to the login page, with the tenant and where the user was. */
  toLogin: (details: { reason: LogoutReason; tenantName: string | undefined }) => Promise<void>
  /** Forgets everything that was read for the user. */
  forget: () => void
}

let effects: SignOutEffects | undefined
let leaving = false

export function onSignOut(given: SignOutEffects): void {
  effects = given
  onOtherTabSignedOut(
    (reason) => void leave(logoutReasons.find((known) => known === reason) ?? 'needsLogin', { callServer: false, tellTabs: false }),
  )
  setRenewalFailed((error) => {
    if (error instanceof ProblemError && error.status === 400) void signOut('inactivity')
    // Without a network the token is renewed with the next call.
  })
}

/** Reasons for which the server has ended the session itself; of the others it is told. */
const endedByServer: ReadonlySet<LogoutReason> = new Set(['inactivity', 'expiredSession', 'passwordChanged', 'passwordSet'])

/**
 * Ends the session here, on the server and in every other tab, and leads to the login page. Where a refused token led here
 * the server is told too: its cookie may still hold, and would sign in again with the next page load.
 */
export function signOut(reason: LogoutReason): Promise<void> {
  return leave(reason, { callServer: !endedByServer.has(reason), tellTabs: true })
}

async function leave(reason: LogoutReason, how: { callServer: boolean; tellTabs: boolean }): Promise<void> {
  if (leaving || !authState().isAuthenticated) return
  leaving = true
  const tenantName = authState().user?.tenantName
  try {
    if (how.callServer) await callSignOut()
  } finally {
    dropToken()
    cancelRetries()
    if (how.tellTabs) tellTabsSignedOut(reason)
    // The pages that show the user go first.
    await effects?.toLogin({ reason, tenantName })
    setUser(null)
    effects?.forget()
    leaving = false
  }
}

async function callSignOut(): Promise<void> {
  const token = heldToken()
  const call = createClient({
    baseUrl: '',
    fetch: (...args) => fetch(...args),
    headers: (): Record<string, string> => (token === undefined ? {} : { authorization: `Bearer ${token}` }),
    timeoutMs: 10_000,
  })
  // The session is over for this browser even when the server cannot be told; its refresh token ends by inactivity. Nor does
  // it matter how this call itself fails: it goes past the rules of a signed-in call.
  await call(signOutEndpoint, {}).catch(() => undefined)
}

/** Calls whose 401 says nothing about the session: there is none yet, or none any more. */
const outsideSession: ReadonlySet<string> = new Set([implicitLogin.id, login.id, signOutEndpoint.id])
/** The help site's own sign-in; what it refuses is only the help. */
const helpCookiePath = '/help/oauth/cookie2'

/**
 * Decides what a failed call means for the session (specification 1, section 8): the reason to sign out for, a mere
 * warning, or nothing.
 */
export function sessionFailure(endpoint: Pick<Endpoint, 'id' | 'path'>, status: number): LogoutReason | 'warning' | undefined {
  if (endpoint.id === refreshLogin.id && status === 400) return 'inactivity'
  if (status !== 401 || outsideSession.has(endpoint.id)) return undefined
  return endpoint.path === helpCookiePath ? 'warning' : 'needsLogin'
}
