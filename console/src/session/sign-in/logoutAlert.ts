import { m } from '@steward/contract/paraglide/messages'
import type { AlertType } from '../../api/alerts.ts'
import type { LogoutReason } from '../token/reasons.ts'

export interface LogoutAlert {
  type: AlertType
  message: string
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
