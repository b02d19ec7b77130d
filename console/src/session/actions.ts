import { createClient, ProblemError } from '@steward/contract/http'
import { refreshLogin, signOut as signOutEndpoint } from '@steward/contract/session'
import { logoutReasons, type LogoutReason } from './reasons.ts'
import { authState, setUser } from './state.ts'
import { accessToken, dropToken, onOtherTabSignedOut, setRenewalFailed, tellTabsSignedOut } from './token.ts'

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

/**
 * Ends the session here, on the server and in every other tab, and leads to the login page.
 */
export function signOut(reason: LogoutReason): Promise<void> {
  // Where the server said that the session is over, or the call that failed was the sign-out itself, it is not called again.
  return leave(reason, { callServer: reason === 'userLogout' || reason === 'ssoChange', tellTabs: true })
}

async function leave(reason: LogoutReason, how: { callServer: boolean; tellTabs: boolean }): Promise<void> {
  if (leaving || !authState().isAuthenticated) return
  leaving = true
  const tenantName = authState().user?.tenantName
  try {
    if (how.callServer) await callSignOut()
  } finally {
    dropToken()
    if (how.tellTabs) tellTabsSignedOut(reason)
    // The pages that show the user go first.
    await effects?.toLogin({ reason, tenantName })
    setUser(null)
    effects?.forget()
    leaving = false
  }
}

async function callSignOut(): Promise<void> {
  const token = await accessToken().catch(() => undefined)
  const call = createClient({
    baseUrl: '',
    fetch: (...args) => fetch(...args),
    headers: (): Record<string, string> => (token === undefined ? {} : { authorization: `Bearer ${token}` }),
    timeoutMs: 10_000,
  })
  // The session is over for this browser even when the server cannot be told; its refresh token ends by inactivity.
  await call(signOutEndpoint, {}).catch(() => undefined)
}

/** Decides what a failed call means for the session (specification 1, section 8). */
export function sessionFailure(endpointId: string, status: number): LogoutReason | undefined {
  if (endpointId === refreshLogin.id && status === 400) return 'inactivity'
  if (status !== 401) return undefined
  return ['implicitLogin', 'signOut', 'login'].includes(endpointId) ? undefined : 'needsLogin'
}
