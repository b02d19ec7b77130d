import { m } from '@steward/contract/paraglide/messages'
import type { Problem } from '@steward/contract/problem-schemas'
import type { AlertType } from '../../api/alerts.ts'

/** Why a session ended (specification 1, section 4; specification 2, section 4). */
export const logoutReasons = [
  'userLogout',
  'inactivity',
  'needsLogin',
  'expiredSession',
  'sessionLength',
  'ssoChange',
  'passwordChanged',
  'passwordSet',
] as const
export type LogoutReason = (typeof logoutReasons)[number]

export interface LogoutAlert {
  type: AlertType
  message: string
}

/** Why a refused renewal says that the session ended, by the `reason` of the problem; inactivity where it is unknown (specification 1, section 8). */
export function endReason(parameters: Problem['parameters']): LogoutReason {
  switch (parameters.reason) {
    case 'expired':
      return 'sessionLength'
    case 'sso_change':
      return 'ssoChange'
    case 'ended':
      return 'expiredSession'
    default:
      return 'inactivity'
  }
}

/** The message on the login page. An unknown reason gets the specification's default. */
export function logoutAlert(reason: LogoutReason | undefined): LogoutAlert {
  switch (reason) {
    case 'userLogout':
      return { type: 'success', message: m.session_logout_user() }
    case 'inactivity':
      return { type: 'info', message: m.session_logout_inactivity() }
    case 'expiredSession':
      return { type: 'warning', message: m.session_logout_expired() }
    case 'sessionLength':
      return { type: 'info', message: m.session_logout_length() }
    case 'ssoChange':
      return { type: 'info', message: m.session_logout_sso_change() }
    case 'passwordChanged':
      return { type: 'success', message: m.session_logout_password_changed() }
    case 'passwordSet':
      return { type: 'success', message: m.session_logout_password_set() }
    case 'needsLogin':
    case undefined:
      return { type: 'danger', message: m.session_logout_default() }
  }
}
