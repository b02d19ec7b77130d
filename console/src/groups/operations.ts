import type { GroupOperation, GroupStatus } from '@steward/contract/groups/schemas'
import type { Choice } from '../ui/form/Combobox.tsx'

export type MemberChange = 'add' | 'remove'

/** Adds users to a group or removes them from it. */
export const memberOperation = (kind: MemberChange, users: readonly Choice[]): GroupOperation => ({
  operation: kind === 'add' ? 'Add' : 'Remove',
  targetProperty: 'Usernames',
  value: users.map((user) => user.value),
})

export const statusOperation = (status: GroupStatus): GroupOperation => ({ operation: 'Update', targetProperty: 'Status', value: status })
