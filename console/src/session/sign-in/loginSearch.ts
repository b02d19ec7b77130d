import { choiceParam, textParam } from '../../ui/table/search.ts'
import { logoutReasons, type LogoutReason } from '../token/reasons.ts'

/** Search parameters of the sign-in pages. */
export interface LoginSearch {
  /** Where to go after signing in: a path of the console. */
  redirect?: string | undefined
  tenant?: string | undefined
  username?: string | undefined
  /** `provider`: goes on to the identity provider without a click. */
  start?: 'provider' | undefined
  /** Why the last session ended. */
  reason?: LogoutReason | undefined
  /** A mailed link's secret, for set-password and reset-password; the fragment is preferred. */
  token?: string | undefined
}

/** For `validateSearch`. An unknown reason reads as the default one (specification 1, section 4). */
export function loginSearch(raw: Record<string, unknown>): LoginSearch {
  return {
    redirect: textParam(raw.redirect),
    tenant: textParam(raw.tenant),
    // `login_hint` comes from OpenID providers (Core 1.0, section 4).
    username: textParam(raw.username) ?? textParam(raw.login_hint),
    start: choiceParam(raw.start, ['provider'] as const),
    reason: raw.reason === undefined ? undefined : (choiceParam(raw.reason, logoutReasons) ?? 'needsLogin'),
    token: textParam(raw.token),
  }
}
