import { useQuery } from '@tanstack/react-query'
import { linkOptions, useNavigate } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import type { ResourceGroup } from '@steward/contract/resource-groups/schemas'
import { formatNumber } from '../i18n/time.ts'
import { EntityRecord } from '../pages/EntityRecord.tsx'
import { Badge } from '../ui/display/Badge.tsx'
import { CopyId } from '../ui/display/CopyButton.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { RecordSummary } from '../ui/record/parts.tsx'
import { RecordMenu } from '../ui/record/RecordMenu.tsx'
import { formatShare } from './labels.ts'
import { resourceGroupQuery, type ProductWithGroups } from './queries.ts'
import { resourceGroupMenu } from './resourceGroupMenu.tsx'
import { useResourceGroupActions } from './useResourceGroupActions.tsx'

const path = '/user-administration/resource-groups/$app/$rgId'

interface RecordProps {
  tab: string
  productCode: ProductWithGroups
  rgId: string
}

/** A resource group: beside the list or as a page, with tabs that have their own URLs. */
export function ResourceGroupRecord({ tab: app, productCode, rgId }: RecordProps) {
  const navigate = useNavigate()
  const query = useQuery(resourceGroupQuery(productCode, rgId))
  const close = () => void navigate({ to: '/user-administration/resource-groups/$app', params: { app }, search: true })
  const tab = (label: string, part: '' | '/package' | '/history' = '') => ({
    label,
    link: linkOptions({ to: `${path}${part}` as const, params: { app, rgId }, search: true, state: true }),
    exact: part === '',
  })
  return (
    <EntityRecord
      query={query}
      kind={m.resource_groups_one()}
      nameOf={(group) => group.name}
      listTitle={m.menu_resource_groups()}
      statusOf={(group) => <Summary group={group} />}
      factsOf={factsOf}
      actionsOf={(group) => <ActionsMenu app={app} productCode={productCode} group={group} onDeleted={close} />}
      tabsOf={() => [tab(m.record_overview()), tab(m.resource_groups_package(), '/package'), tab(m.history_title(), '/history')]}
      link={{ to: path, params: { app, rgId }, search: true }}
      onClose={close}
      gone={{ title: m.resource_groups_gone_title(), text: m.resource_groups_gone_text() }}
      errorFallback={m.resource_groups_error_get()}
    />
  )
}

const factsOf = (group: ResourceGroup) => [
  {
    term: m.resource_groups_column_groups(),
    value: group.allAccess ? m.resource_groups_access_all() : formatNumber(group.groups.length),
  },
  {
    term: m.resource_groups_column_percentage(),
    value: group.resourceGroupPackage === null ? m.resource_groups_none() : formatShare(group.packagePercentage),
  },
  { term: m.roles_column_created(), value: <RelativeTime value={group.createdAt} /> },
]

function Summary({ group }: { group: ResourceGroup }) {
  return (
    <RecordSummary>
      {group.default ? <Badge tone="info">{m.resource_groups_default()}</Badge> : null}
      <CopyId value={group.resourceGroupId} label={m.resource_groups_copy_id()} />
    </RecordSummary>
  )
}

interface ActionsMenuProps {
  app: string
  productCode: ProductWithGroups
  group: ResourceGroup
  onDeleted: () => void
}

function ActionsMenu({ app, productCode, group, onDeleted }: ActionsMenuProps) {
  const actions = useResourceGroupActions({ tab: app, productCode, onDeleted })
  return (
    <>
      <RecordMenu name={group.name} actions={resourceGroupMenu(group, actions)} />
      {actions.dialogs}
    </>
  )
}
