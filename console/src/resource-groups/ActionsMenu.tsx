import { Ellipsis } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import type { ResourceGroup } from '@steward/contract/resource-groups/schemas'
import { IconButton } from '../ui/form/Button.tsx'
import { Menu, MenuItem } from '../ui/overlay/Menu.tsx'
import type { ProductWithGroups } from './queries.ts'
import { resourceGroupMenu } from './resourceGroupMenu.tsx'
import { useResourceGroupActions } from './useResourceGroupActions.tsx'

export interface PanelPartProps {
  tab: string
  productCode: ProductWithGroups
  group: ResourceGroup
  onClose: () => void
}

/** Actions for a resource group, in its panel. */
export function ActionsMenu({ tab, productCode, group, onClose }: PanelPartProps) {
  const actions = useResourceGroupActions({ tab, productCode, onDeleted: onClose })
  return (
    <>
      <Menu trigger={<IconButton label={m.ui_row_actions({ name: group.name })} icon={<Ellipsis />} />}>
        {resourceGroupMenu(group, actions).map((action) => (
          <MenuItem key={action.label} {...action} />
        ))}
      </Menu>
      {actions.dialogs}
    </>
  )
}
