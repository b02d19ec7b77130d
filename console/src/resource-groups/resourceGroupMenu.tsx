import { ArrowRightLeft, CircleSlash, Package, Pencil, Star, Trash2 } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import type { ResourceGroup } from '@steward/contract/resource-groups/schemas'
import type { MenuAction } from '../ui/overlay/Menu.tsx'
import type { ResourceGroupActions } from './useResourceGroupActions.tsx'

/** Actions for a resource group, in the table's row and in its record. */
export function resourceGroupMenu(group: ResourceGroup, actions: ResourceGroupActions): MenuAction[] {
  const hasPackage = group.resourceGroupPackage !== null
  return [
    { label: m.resource_groups_edit(), icon: <Pencil />, onSelect: () => actions.open(group, 'details') },
    {
      label: hasPackage ? m.resource_groups_package_replace() : m.resource_groups_package_assign(),
      icon: <Package />,
      onSelect: () => actions.open(group, 'package'),
    },
    {
      label: m.resource_groups_move(),
      icon: <ArrowRightLeft />,
      disabledReason: hasPackage ? actions.moveReason(group) : m.resource_groups_no_package_reason(),
      onSelect: () => actions.move(group),
    },
    {
      label: m.resource_groups_package_remove(),
      icon: <CircleSlash />,
      disabledReason: hasPackage ? undefined : m.resource_groups_no_package_reason(),
      onSelect: () => actions.removePackage(group),
    },
    {
      label: m.resource_groups_set_default(),
      icon: <Star />,
      disabledReason: group.default
        ? m.resource_groups_is_default_reason()
        : hasPackage
          ? undefined
          : m.resource_groups_default_needs_package(),
      onSelect: () => actions.setDefault(group),
    },
    { label: m.resource_groups_delete(), icon: <Trash2 />, danger: true, onSelect: () => actions.delete(group) },
  ]
}
