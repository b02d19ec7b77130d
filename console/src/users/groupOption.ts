import type { Group } from '@steward/contract/groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import type { Choice } from '../ui/form/Combobox.tsx'

/** A group as an option; groups managed by the identity provider are disabled, since their members cannot be changed here. */
export function groupOption(group: Group): Choice {
  return {
    value: group.groupId,
    label: group.groupName,
    ...(group.isManagedByProvider
      ? { disabled: true, detail: m.error_group_managed_elsewhere() }
      : group.status === 'Disabled'
        ? { detail: m.users_group_disabled() }
        : {}),
  }
}
