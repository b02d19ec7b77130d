import { createClient, ProblemError, type Endpoint } from '@steward/contract/http'
import { m } from '@steward/contract/paraglide/messages'
import { federatedSignIn, federatedSignOut, verifyAuthCode } from '@steward/contract/federation/sign-in'
import { implicitLogin, login, refreshLogin, signInMethods, signOut as signOutEndpoint } from '@steward/contract/session/endpoints'
import { alerts } from '../../api/alerts.ts'
import { setCallSession } from '../../api/client.ts'
import { cancelRetries } from '../../api/retry.ts'
import { endReason, logoutReasons, type LogoutReason } from './reasons.ts'
import { authState, setUser } from './state.ts'
import {
  accessToken,
  dropToken,
  heldToken,
  onOtherTabSignedOut,
  endOfOtherTab,
  refresh,
  setRenewalFailed,
  tellTabsSignedOut,
  tellTabsSigningOut,
} from './token.ts'

/** What else to do when a session ends; set by the application, which owns the router and the caches. */
export interface SignOutEffects {
  /** Leads to the login page, with the tenant and where the user was. */
  toLogin: (details: { reason: LogoutReason; tenantName: string | undefined }) => Promise<void>
  /** Clears everything that was loaded for the user. */
  forget: () => void
}

let effects: SignOutEffects | undefined
let leaving = false

/** Connects calls, other tabs and token renewal with the end of a session. */
export function onSignOut(given: SignOutEffects): void {
  effects = given
  setCallSession({
    accessToken,
    refresh,
    onFailure: followFailure,
    confirm: async (asked) => (await import('../factors/confirmation.ts')).askToConfirm(asked),
  })
  onOtherTabSignedOut(
    (reason) => void leave(logoutReasons.find((known) => known === reason) ?? 'needsLogin', { callServer: false, tellTabs: false }),
  )
  setRenewalFailed((error) => {
    if (error instanceof ProblemError && error.status === 400) void signOutEnded(endReason(error.problem.parameters))
    // If the network is down, the next call renews the token.
  })
}

/** Reasons for which the server has ended the session itself; it is told about all others. */
const endedByServer: ReadonlySet<LogoutReason> = new Set([
  'inactivity',
  'expiredSession',
  'sessionLength',
  'ssoChange',
  'passwordChanged',
  'passwordSet',
])

/**
 * Ends the session here, on the server and in every other tab, and leads to the login page. The server is told even if a
 * refused token caused this: its cookie can still be valid and would sign in again with the next page load.
 */
export function signOut(reason: LogoutReason): Promise<void> {
  return leave(reason, { callServer: !endedByServer.has(reason), tellTabs: true })
}

/**
 * The server has ended the session; uses `reason` unless the tenant's sign-in method has changed, which also ends sessions
 * (specification 1, section 4).
 */
export async function signOutEnded(reason: LogoutReason): Promise<void> {
  const { user } = authState()
  if (user === null) return
  const known = logoutReasons.find((one) => one === endOfOtherTab())
  if (known !== undefined) return leave(known, { callServer: false, tellTabs: false })
  const methods = await plainCall()(signInMethods, { query: { tenantName: user.tenantName } }).catch(() => undefined)
  const isChanged = methods !== undefined && methods.data.identityProvider !== user.identityProvider
  await signOut(isChanged ? 'ssoChange' : reason)
}

async function leave(reason: LogoutReason, how: { callServer: boolean; tellTabs: boolean }): Promise<void> {
  if (leaving || !authState().isAuthenticated) return
  leaving = true
  const { user, isFederated } = authState()
  const tenantName = user?.tenantName
  let provider: string | null = null
  if (how.tellTabs) tellTabsSigningOut(reason)
  try {
    // A deliberate sign-out also signs out at the provider; otherwise the next person at this browser would get in unasked.
    if (how.callServer && reason === 'userLogout' && isFederated) provider = await providerSignOut()
    if (how.callServer) await callSignOut()
  } finally {
    dropToken()
    cancelRetries()
    if (how.tellTabs) tellTabsSignedOut(reason)
    // Leave the pages that show the user first.
    await effects?.toLogin({ reason, tenantName })
    setUser(null)
    effects?.forget()
    leaving = false
  }
  if (provider !== null) location.assign(provider)
}

/** The provider's sign-out address; null if it has none or cannot be reached. */
async function providerSignOut(): Promise<string | null> {
  const answer = await plainCall()(federatedSignOut, {}).catch(() => undefined)
  return answer?.data.location ?? null
}

/** Calls outside the rules for signed-in calls: their errors do not matter. */
function plainCall() {
  const token = heldToken()
  return createClient({
    baseUrl: '',
    fetch: (...args) => fetch(...args),
    headers: (): Record<string, string> => (token === undefined ? {} : { authorization: `Bearer ${token}` }),
    timeoutMs: 10_000,
  })
}

async function callSignOut(): Promise<void> {
  // The session is over in this browser even if the server cannot be told; its refresh token expires through inactivity.
  await plainCall()(signOutEndpoint, {}).catch(() => undefined)
}

/** Calls whose 401 says nothing about the session: it has not started yet or is already over. */
const outsideSession: ReadonlySet<string> = new Set([implicitLogin.id, login.id, signOutEndpoint.id, federatedSignIn.id, verifyAuthCode.id])
/** The help site's own sign-in; an error affects only the help. */
const helpCookiePath = '/help/oauth/cookie2'

/**
 * Decides what a failed call means for the session (specification 1, section 8): the reason to sign out for, a mere
 * warning, or nothing.
 */
export function sessionFailure(
  endpoint: Pick<Endpoint, 'id' | 'path'>,
  { status, problem }: Pick<ProblemError, 'status' | 'problem'>,
): LogoutReason | 'warning' | undefined {
  if (endpoint.id === refreshLogin.id && status === 400) return endReason(problem.parameters)
  if (status !== 401 || outsideSession.has(endpoint.id)) return undefined
  return endpoint.path === helpCookiePath ? 'warning' : 'needsLogin'
}

async function followFailure(endpoint: Endpoint, error: ProblemError): Promise<void> {
  const meaning = sessionFailure(endpoint, error)
  if (meaning === 'warning') alerts.warning(m.session_help_refused())
  else if (meaning !== undefined) await signOut(meaning)
}
