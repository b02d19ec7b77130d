import type { UserStatus } from '@steward/contract/users/schemas'
import type { UsersSearch } from './search.ts'

/** What the Status filter offers. Disabled and locked are chosen alone; the others can be combined. */
export const userStates = ['active', 'invited', 'locked', 'disabled', 'external'] as const
export type UserState = (typeof userStates)[number]

const statusOf = { active: 'CONFIRMED', invited: 'FORCE_CHANGE_PASSWORD', external: 'EXTERNAL_PROVIDER' } as const satisfies Partial<
  Record<UserState, UserStatus>
>
type Combined = keyof typeof statusOf
const combined: readonly Combined[] = ['active', 'invited', 'external']

/** The states that a search asks for. */
export function statesOf({ status = [], disabled, locked }: UsersSearch): UserState[] {
  if (locked) return ['locked']
  if (disabled) return ['disabled']
  const chosen = combined.filter((state) => status.includes(statusOf[state]))
  return chosen.length === 0 && disabled === false ? [...combined] : chosen
}

/** The change of the search after states were chosen; `before` tells which one is new. */
export function searchOf(states: readonly UserState[], before: readonly UserState[]): Pick<UsersSearch, 'status' | 'disabled' | 'locked'> {
  const none = { status: undefined, disabled: undefined, locked: undefined }
  const added = states.find((state) => !before.includes(state))
  if (added === 'locked') return { ...none, locked: true }
  if (added === 'disabled') return { ...none, disabled: true }
  const chosen = combined.filter((state) => states.includes(state))
  return chosen.length === 0 ? none : { ...none, status: chosen.map((state) => statusOf[state]), disabled: false }
}
