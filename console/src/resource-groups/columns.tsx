import { m } from '@steward/contract/paraglide/messages'
import type { ResourceGroup } from '@steward/contract/resource-groups/schemas'
import { Badge } from '../ui/display/Badge.tsx'
import { NameList } from '../ui/display/NameList.tsx'
import type { DataColumn } from '../ui/table/columns.ts'
import { formatShare } from './labels.ts'
import css from './columns.module.css'

/** The table of resource groups (specification 2, section 2); the last column's label is visually hidden. */
export const resourceGroupColumns = (): DataColumn<ResourceGroup>[] => [
  {
    id: 'name',
    header: m.resource_groups_column_name(),
    cell: (group) => <span title={group.name}>{group.name}</span>,
    sort: 'name',
    width: 'wide',
  },
  { id: 'groups', header: m.resource_groups_column_groups(), cell: (group) => <Groups group={group} />, width: 'wide' },
  {
    id: 'percentage',
    header: m.resource_groups_column_percentage(),
    cell: (group) =>
      group.resourceGroupPackage === null ? (
        <span className={css.muted}>{m.resource_groups_none()}</span>
      ) : (
        formatShare(group.packagePercentage)
      ),
    sort: 'packagePercentage',
    align: 'end',
  },
  {
    id: 'default',
    header: m.resource_groups_default(),
    isHeaderHidden: true,
    cell: (group) => (group.default ? <Badge tone="info">{m.resource_groups_default()}</Badge> : null),
    width: 'narrow',
  },
]

function Groups({ group }: { group: ResourceGroup }) {
  if (group.allAccess) return <Badge>{m.resource_groups_access_all()}</Badge>
  return <NameList names={group.groups.map((one) => one.groupName)} empty={m.resource_groups_no_groups()} />
}
