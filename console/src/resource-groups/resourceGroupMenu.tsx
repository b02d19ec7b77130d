import { ArrowRightLeft, CircleSlash, Package, Pencil, Star, Trash2 } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import type { ResourceGroup } from '@steward/contract/resource-groups/schemas'
import type { MenuAction } from '../ui/overlay/Menu.tsx'
import type { ResourceGroupActions } from './useResourceGroupActions.tsx'
import { pastReason } from '../session/permissions/permissions.ts'

function defaultReason(group: ResourceGroup): string | undefined {
  if (group.default) return m.resource_groups_is_default_reason()
  return group.resourceGroupPackage === null ? m.resource_groups_default_needs_package() : undefined
}

/** Actions for a resource group, in the table's row and in its record. */
export function resourceGroupMenu(group: ResourceGroup, actions: ResourceGroupActions): MenuAction[] {
  const hasPackage = group.resourceGroupPackage !== null
  const past = pastReason()
  return [
    { label: m.resource_groups_edit(), icon: <Pencil />, disabledReason: past, onSelect: () => actions.open(group, 'details') },
    {
      label: hasPackage ? m.resource_groups_package_replace() : m.resource_groups_package_assign(),
      icon: <Package />,
      disabledReason: past,
      onSelect: () => actions.open(group, 'package'),
    },
    {
      label: m.resource_groups_move(),
      icon: <ArrowRightLeft />,
      disabledReason: past ?? (hasPackage ? actions.moveReason(group) : m.resource_groups_no_package_reason()),
      onSelect: () => actions.move(group),
    },
    {
      label: m.resource_groups_package_remove(),
      icon: <CircleSlash />,
      disabledReason: past ?? (hasPackage ? undefined : m.resource_groups_no_package_reason()),
      onSelect: () => actions.removePackage(group),
    },
    {
      label: m.resource_groups_set_default(),
      icon: <Star />,
      disabledReason: past ?? defaultReason(group),
      onSelect: () => actions.setDefault(group),
    },
    { label: m.resource_groups_delete(), icon: <Trash2 />, danger: true, disabledReason: past, onSelect: () => actions.delete(group) },
  ]
}
