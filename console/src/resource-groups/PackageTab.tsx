import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { z } from 'zod'
import { m } from '@steward/contract/paraglide/messages'
import { manageResourceGroups } from '@steward/contract/resource-groups/endpoints'
import type { ResourceGroup } from '@steward/contract/resource-groups/schemas'
import { packagePercentage } from '@steward/contract/rules/resource-group-packages'
import { alerts } from '../api/alerts.ts'
import { CallPreview } from '../effects/PreviewedEffects.tsx'
import { DiscardButton } from '../ui/form/DiscardButton.tsx'
import { FormShell, useContractForm } from '../ui/form/FormShell.tsx'
import { SaveConflict } from '../ui/form/SaveConflict.tsx'
import { StaleNotice } from '../ui/form/StaleNotice.tsx'
import { useEditBase } from '../ui/form/useEditBase.ts'
import { useVersionedSave } from '../ui/form/useVersionedSave.ts'
import { LeaveGuard } from '../ui/overlay/SidePanel.tsx'
import { assignmentsWith, packageIdOf } from './assignments.ts'
import { PackageField } from './PackageField.tsx'
import {
  keepGroups,
  packagesQuery,
  readGroups,
  resourceGroupQuery,
  saveAssignments,
  withoutPositions,
  type Packages,
  type ProductWithGroups,
  type VersionedList,
} from './queries.ts'
import { formatShare } from './labels.ts'
import { PendingState } from '../ui/display/PendingState.tsx'
import { pastReason } from '../session/permissions/permissions.ts'

const schema = z.object({ resourceGroupPackageId: z.string().min(1) })
type PackageValues = z.output<typeof schema>

interface PackageTabProps {
  productCode: ProductWithGroups
  rgId: string
}

/** The package of a resource group. */
export function PackageTab({ productCode, rgId }: PackageTabProps) {
  const { data } = useQuery(resourceGroupQuery(productCode, rgId))
  const packages = useQuery(packagesQuery(productCode))
  if (data?.data === undefined) return null
  if (packages.data === undefined) return <PendingState query={packages} fallback={m.resource_groups_error_get()} lines={4} />
  return <PackageForm key={rgId} productCode={productCode} group={data.data} list={data.list} packages={packages.data.items} />
}

interface PackageFormProps {
  productCode: ProductWithGroups
  group: ResourceGroup
  list: VersionedList
  packages: Packages
}

function PackageForm({ productCode, group, list, packages }: PackageFormProps) {
  const id = group.resourceGroupId
  const valuesOf = useCallback((of: VersionedList): PackageValues => ({ resourceGroupPackageId: heldIn(of, id) }), [id])
  const form = useContractForm<PackageValues, PackageValues>({ schema, defaultValues: valuesOf(list) })
  const [base, rebase] = useEditBase(form, list, valuesOf)
  const { isDirty } = form.formState
  const bodyOf = (on: VersionedList, { resourceGroupPackageId }: PackageValues) =>
    assignmentsWith(on.data.items, new Map([[id, resourceGroupPackageId]]))
  const isSame = (a: VersionedList, b: VersionedList) => heldIn(a, id) === heldIn(b, id)
  const save = useVersionedSave<VersionedList, PackageValues>({
    key: 'ResourceGroups_assign',
    save: (values, ifMatch, on) => saveAssignments(productCode, bodyOf(on, values), ifMatch).catch(withoutPositions),
    latest: () => readGroups(productCode),
    // Other resource groups' packages matter only for the remaining quota, which the server checks.
    isSame,
    onSaved: (saved) => {
      keepGroups(productCode, saved)
      rebase(saved)
      alerts.success(m.resource_groups_edited({ name: group.name }))
    },
  })
  const share = (packageId: string) => formatShare(packagePercentage(packageId, packages))
  return (
    <>
      <FormShell
        form={form}
        onSubmit={(values) => save.submit(values, base)}
        onDone={() => {}}
        submitError={save.error}
        loading={save.isSubmitting}
        preview={(values) => (
          <CallPreview endpoint={manageResourceGroups} input={{ params: { productCode }, body: bodyOf(list, values) }} />
        )}
        submitLabel={m.resource_groups_package_save()}
        submitDisabledReason={pastReason() ?? (isDirty ? undefined : m.users_unchanged())}
        errorFallback={m.resource_groups_error_assign()}
        secondary={<DiscardButton form={form} />}
      >
        <StaleNotice show={isDirty && !isSame(base, list)} onTakeTheirs={() => rebase(list)} />
        <fieldset disabled={pastReason() !== undefined}>
          <PackageField
            control={form.control}
            name="resourceGroupPackageId"
            packages={packages}
            others={list.data.items.filter((one: ResourceGroup) => one.resourceGroupId !== id).map(packageIdOf)}
            heldId={heldIn(base, id)}
          />
        </fieldset>
      </FormShell>
      <LeaveGuard isDirty={() => form.formState.isDirty} />
      <SaveConflict
        save={save}
        name={group.name}
        fields={({ base: from, mine, theirs }) => [
          {
            id: 'package',
            label: m.resource_groups_package(),
            base: share(heldIn(from, id)),
            mine: share(mine.resourceGroupPackageId),
            theirs: share(heldIn(theirs, id)),
          },
        ]}
        resolved={({ mine, theirs }, sides) => (sides['package'] === 'mine' ? mine : valuesOf(theirs))}
        errorFallback={m.resource_groups_error_assign()}
      />
    </>
  )
}

/** A resource group's package in a version of the list. */
function heldIn({ data }: VersionedList, id: string): string {
  const group = data.items.find((one) => one.resourceGroupId === id)
  return group === undefined ? '0' : packageIdOf(group)
}
