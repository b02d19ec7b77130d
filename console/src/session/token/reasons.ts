import type { Problem } from '@steward/contract/problem-schemas'

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
