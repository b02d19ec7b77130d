import { m } from '@steward/contract/paraglide/messages'
import type { ResourceGroup, ResourceGroupOperation } from '@steward/contract/resource-groups/schemas'
import { chosenOf, type ConflictField, type Side } from '../ui/form/conflict.ts'
import { resolvedSet, sameSet, setConflict } from '../ui/form/setConflict.ts'
import { packageIdOf } from './assignments.ts'
import { choicesOf, type ResourceGroupValues } from './ResourceGroupFields.tsx'

/** Name and access of a resource group as form values, and how two versions of them differ. */

export interface VersionedGroup {
  etag: string | undefined
  data: ResourceGroup
}

export const versioned = (data: ResourceGroup): VersionedGroup => ({ etag: `"${data.version}"`, data })

export const valuesOf = ({ data }: Pick<VersionedGroup, 'data'>): ResourceGroupValues => ({
  name: data.name,
  access: data.allAccess ? 'all' : 'some',
  groups: choicesOf(data),
  resourceGroupPackageId: packageIdOf(data),
})

type Details = Pick<ResourceGroupValues, 'name' | 'access' | 'groups'>

const idsOf = ({ access, groups }: Details): string[] => (access === 'all' ? [] : groups.map((group) => group.value))

const sameValues = (a: Details, b: Details): boolean => a.name === b.name && a.access === b.access && sameSet(idsOf(a), idsOf(b))

/** Packages and the default are edited elsewhere. */
export const sameDetails = (a: VersionedGroup, b: VersionedGroup): boolean => sameValues(valuesOf(a), valuesOf(b))

/** Sends only the differences from what was loaded (specification 2, section 4, "Resource group edit"). */
export function operationsOf(group: ResourceGroup, values: ResourceGroupValues): ResourceGroupOperation[] {
  const before = valuesOf({ data: group })
  const { name, access } = values
  const isAll = access === 'all'
  return [
    ...(name === before.name ? [] : [{ operation: 'Update', targetProperty: 'Name', value: name } as const]),
    ...(access === before.access ? [] : [{ operation: 'Update', targetProperty: 'AllAccess', value: isAll } as const]),
    ...(isAll || sameSet(idsOf(values), idsOf(before))
      ? []
      : [{ operation: 'Update', targetProperty: 'GroupIds', value: idsOf(values) } as const]),
  ]
}

interface Versions {
  base: ResourceGroupValues
  mine: ResourceGroupValues
  theirs: ResourceGroupValues
}

const accessLabels = { all: m.resource_groups_access_all, some: m.resource_groups_access_some }
const namesOf = (versions: readonly Details[]): ReadonlyMap<string, string> =>
  new Map(versions.flatMap((values) => values.groups.map(({ value, label }) => [value, label] as const)))

/** The name, the access, and each group that either version changed. */
export function detailsConflict({ base, mine, theirs }: Versions): ConflictField[] {
  const names = namesOf([base, theirs, mine])
  const access = (values: Details) => accessLabels[values.access]()
  return [
    { id: 'name', label: m.resource_groups_column_name(), base: base.name, mine: mine.name, theirs: theirs.name },
    { id: 'access', label: m.resource_groups_field_access(), base: access(base), mine: access(mine), theirs: access(theirs) },
    ...setConflict(
      { base: idsOf(base), mine: idsOf(mine), theirs: idsOf(theirs) },
      { nameOf: (id) => names.get(id) ?? id, present: m.resource_groups_group_assigned(), absent: m.resource_groups_group_not_assigned() },
    ),
  ]
}

/** The values to save after a version was chosen for each field. */
export function resolvedDetails({ mine, theirs }: Pick<Versions, 'mine' | 'theirs'>, sides: Record<string, Side>): ResourceGroupValues {
  const names = namesOf([theirs, mine])
  const chosen = chosenOf({ mine, theirs }, sides)
  const ids = resolvedSet({ mine: idsOf(mine), theirs: idsOf(theirs) }, sides)
  return {
    ...theirs,
    name: chosen('name'),
    access: chosen('access'),
    groups: ids.map((id) => ({ value: id, label: names.get(id) ?? id })),
  }
}
