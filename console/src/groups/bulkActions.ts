import type { Group } from '@steward/contract/groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { deleteReason, disableReason } from './permissions.ts'
import { usersOf } from './groupDetails.ts'

/** Actions on one group or many. */
export type BulkActionKind = 'delete' | 'disable' | 'enable'

export interface BulkAction {
  kind: BulkActionKind
  groups: readonly Group[]
}

/** Why the action isn't possible for a group. */
export function refusal(kind: BulkActionKind, group: Group): string | undefined {
  switch (kind) {
    case 'delete':
      return deleteReason(group)
    case 'disable':
      return disableReason(group) ?? (group.status === 'Disabled' ? m.groups_already_disabled() : undefined)
    case 'enable':
      return group.status === 'Enabled' ? m.groups_already_enabled() : undefined
  }
}

interface BulkActionTexts {
  title: string
  /** The effect, and how many people it affects. */
  text: string
  confirm: string
  /** The success alert for that many groups. */
  done: (count: number) => string
  danger: boolean
}

/** The texts of an action on these groups, for its confirmation and its result. */
export function bulkActionTexts(kind: BulkActionKind, groups: readonly Group[]): BulkActionTexts {
  const name = groups[0]?.groupName ?? ''
  const of = { count: groups.length, name }
  const people = { count: groups.reduce((sum, group) => sum + usersOf(group), 0) }
  const after = (count: number) => ({ count, name })
  switch (kind) {
    case 'delete':
      return {
        title: m.groups_delete_title(of),
        text: m.groups_delete_text(of),
        confirm: m.groups_delete_confirm(of),
        done: (n) => m.groups_deleted(after(n)),
        danger: true,
      }
    case 'disable':
      return {
        title: m.groups_disable_title(of),
        text: m.groups_disable_text(people),
        confirm: m.groups_disable_confirm(of),
        done: (n) => m.groups_disabled(after(n)),
        danger: true,
      }
    case 'enable':
      return {
        title: m.groups_enable_title(of),
        text: m.groups_enable_text(people),
        confirm: m.groups_enable_confirm(of),
        done: (n) => m.groups_enabled(after(n)),
        danger: false,
      }
  }
}
