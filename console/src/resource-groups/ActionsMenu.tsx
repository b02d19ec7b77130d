import type { ResourceGroup } from '@steward/contract/resource-groups/schemas'
import { RecordMenu } from '../ui/record/RecordMenu.tsx'
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
      <RecordMenu name={group.name} actions={resourceGroupMenu(group, actions)} />
      {actions.dialogs}
    </>
  )
}
