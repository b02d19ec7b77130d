import { m } from '@steward/contract/paraglide/messages'
import type { User, UserStatus } from '@steward/contract/users/schemas'
import { userStatusLabels } from '../change-text/userLabels.ts'
import { personName } from '../i18n/format.ts'
import type { Tone } from '../ui/display/Badge.tsx'
import { unchangeable } from '../session/permissions/permissions.ts'
import { serverNow } from '../i18n/serverTime.ts'

/** "Ada Lindqvist", or the address where no name is known. */
export function fullName(user: Pick<User, 'givenName' | 'familyName' | 'email'>): string {
  return personName(user) || user.email
}

export const nameLabels = { givenName: m.users_field_given_name, familyName: m.users_field_family_name } as const

/** The name of a status. */
export const statusLabel = (status: UserStatus): string => userStatusLabels[status]()

/** Failed to sign in too often; for a while, even the right password is refused. */
export function isLocked(user: Pick<User, 'userDetails'>, now = serverNow()): boolean {
  const lockedUntil = user.userDetails?.lockedUntil
  return lockedUntil !== null && lockedUntil !== undefined && Date.parse(lockedUntil) > now
}

/** What a user's state is shown as: being disabled or locked outweighs the status. `now` in ms. */
export function userState(
  user: Pick<User, 'status' | 'isDisabled' | 'userDetails'>,
  now: number,
): { tone: Tone | undefined; label: string } {
  if (user.isDisabled) return { tone: 'neutral', label: m.users_status_disabled() }
  if (isLocked(user, now)) return { tone: 'danger', label: m.users_status_locked() }
  // Only exceptions are colored.
  const tones = { CONFIRMED: undefined, EXTERNAL_PROVIDER: undefined, FORCE_CHANGE_PASSWORD: 'warning' } as const
  return { tone: tones[user.status], label: statusLabel(user.status) }
}

/** Why the user can't edit users; undefined if they can. */
export const editReason = (mayEdit: boolean): string | undefined => (mayEdit ? undefined : unchangeable(m.users_edit_reason()))
