import { createClient, ProblemError, type Endpoint } from '@steward/contract/http'
import { m } from '@steward/contract/paraglide/messages'
import { federatedSignIn, federatedSignOut, verifyAuthCode } from '@steward/contract/federation/sign-in'
import { implicitLogin, login, refreshLogin, signInMethods, signOut as signOutEndpoint } from '@steward/contract/session/endpoints'
import { alerts } from '../../api/alerts.ts'
import { setCallSession } from '../../api/client.ts'
import { cancelRetries } from '../../api/retry.ts'
import { logoutReasons, type LogoutReason } from './reasons.ts'
import { authState, setUser } from './state.ts'
import { accessToken, dropToken, heldToken, onOtherTabSignedOut, refresh, setRenewalFailed, tellTabsSignedOut } from './token.ts'

/** What remains to be done where a session ends; the application sets it, since it owns router and caches. */
export interface SignOutEffects {
  /** Leads to the login page, with the tenant and where the user was. */
  toLogin: (details: { reason: LogoutReason; tenantName: string | undefined }) => Promise<void>
  /** Forgets everything that was read for the user. */
  forget: () => void
}

let effects: SignOutEffects | undefined
let leaving = false

/** Connects calls, other tabs and the renewal of tokens with the end of a session. */
export function onSignOut(given: SignOutEffects): void {
  effects = given
  setCallSession({ accessToken, refresh, onFailure: followFailure })
  onOtherTabSignedOut(
    (reason) => void leave(logoutReasons.find((known) => known === reason) ?? 'needsLogin', { callServer: false, tellTabs: false }),
  )
  setRenewalFailed((error) => {
    if (error instanceof ProblemError && error.status === 400) void signOutEnded('inactivity')
    // Without a network the token is renewed with the next call.
  })
}

/** Reasons for which the server has ended the session itself; of the others it is told. */
const endedByServer: ReadonlySet<LogoutReason> = new Set(['inactivity', 'expiredSession', 'ssoChange', 'passwordChanged', 'passwordSet'])

/**
 * Ends the session here, on the server and in every other tab, and leads to the login page. Where a refused token led here
 * the server is told too: its cookie may still hold, and would sign in again with the next page load.
 */
export function signOut(reason: LogoutReason): Promise<void> {
  return leave(reason, { callServer: !endedByServer.has(reason), tellTabs: true })
}

/**
 * The server has ended the session; `reason` unless the way the tenant signs in has changed meanwhile, which ends sessions, too
 * (specification 1, section 4).
 */
export async function signOutEnded(reason: LogoutReason): Promise<void> {
  const { user } = authState()
  if (user === null) return
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
  try {
    // Whoever leaves on purpose leaves the provider, too; otherwise the next one here would be let in without a question.
    if (how.callServer && reason === 'userLogout' && isFederated) provider = await providerSignOut()
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
  if (provider !== null) location.assign(provider)
}

/** Where the provider is left; null where it offers no sign-out, or cannot be asked. */
async function providerSignOut(): Promise<string | null> {
  const answer = await plainCall()(federatedSignOut, {}).catch(() => undefined)
  return answer?.data.location ?? null
}

/** Calls past the rules of a signed-in call: how they fail does not matter. */
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
  // The session is over for this browser even when the server cannot be told; its refresh token ends by inactivity.
  await plainCall()(signOutEndpoint, {}).catch(() => undefined)
}

/** Calls whose 401 says nothing about the session: there is none yet, or none any more. */
const outsideSession: ReadonlySet<string> = new Set([implicitLogin.id, login.id, signOutEndpoint.id, federatedSignIn.id, verifyAuthCode.id])
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

async function followFailure(endpoint: Endpoint, { status }: ProblemError): Promise<void> {
  const meaning = sessionFailure(endpoint, status)
  if (meaning === 'warning') alerts.warning(m.session_help_refused())
  else if (meaning !== undefined) await signOut(meaning)
}
