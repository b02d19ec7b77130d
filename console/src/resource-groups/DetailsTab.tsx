import { useQuery } from '@tanstack/react-query'
import { m } from '@steward/contract/paraglide/messages'
import { patchResourceGroup } from '@steward/contract/resource-groups/endpoints'
import { alerts } from '../api/alerts.ts'
import { CallPreview } from '../effects/PreviewedEffects.tsx'
import { DiscardButton } from '../ui/form/DiscardButton.tsx'
import { FormShell, useContractForm } from '../ui/form/FormShell.tsx'
import { SaveConflict } from '../ui/form/SaveConflict.tsx'
import { StaleNotice } from '../ui/form/StaleNotice.tsx'
import { useEditBase } from '../ui/form/useEditBase.ts'
import { useVersionedSave, valuesIn } from '../ui/form/useVersionedSave.ts'
import { LeaveGuard } from '../ui/overlay/SidePanel.tsx'
import { RecordSection, RecordSections } from '../ui/record/parts.tsx'
import { detailsConflict, operationsOf, resolvedDetails, sameDetails, valuesOf, versioned, type VersionedGroup } from './details.ts'
import { changeResourceGroup, keepGroup, readGroup, resourceGroupQuery, type ProductWithGroups } from './queries.ts'
import { fieldNames, ResourceGroupFields, resourceGroupSchema, type ResourceGroupValues } from './ResourceGroupFields.tsx'
import { pastReason } from '../session/permissions/permissions.ts'
import css from './DetailsTab.module.css'

interface DetailsTabProps {
  productCode: ProductWithGroups
  rgId: string
}

/** Name and access of a resource group. */
export function DetailsTab({ productCode, rgId }: DetailsTabProps) {
  const { data } = useQuery(resourceGroupQuery(productCode, rgId))
  if (data?.data === undefined) return null
  return (
    <RecordSections>
      <RecordSection title={m.resource_groups_details()}>
        <DetailsForm key={rgId} productCode={productCode} latest={versioned(data.data)} />
      </RecordSection>
    </RecordSections>
  )
}

function DetailsForm({ productCode, latest }: { productCode: ProductWithGroups; latest: VersionedGroup }) {
  const group = latest.data
  const form = useContractForm<ResourceGroupValues, ResourceGroupValues>({ schema: resourceGroupSchema, defaultValues: valuesOf(latest) })
  const [base, rebase] = useEditBase(form, latest, valuesOf)
  const { isDirty } = form.formState
  const save = useVersionedSave<VersionedGroup, ResourceGroupValues>({
    key: 'ResourceGroups_edit',
    save: async (values, ifMatch, on) => {
      const operations = operationsOf(on.data, values)
      return operations.length === 0 ? on : versioned(await changeResourceGroup(productCode, group.resourceGroupId, operations, ifMatch))
    },
    latest: async () => versioned(await readGroup(productCode, group.resourceGroupId)),
    isSame: sameDetails,
    onSaved: (saved) => {
      keepGroup(productCode, saved.data)
      rebase(saved)
      alerts.success(m.resource_groups_edited({ name: saved.data.name }))
    },
  })
  const preview = (values: ResourceGroupValues) => {
    const body = operationsOf(base.data, values)
    const params = { productCode, rgId: group.resourceGroupId }
    return <CallPreview endpoint={patchResourceGroup} input={body.length > 0 ? { params, body } : undefined} />
  }
  return (
    <>
      <FormShell
        form={form}
        onSubmit={(values) => save.submit(values, base)}
        onDone={() => {}}
        submitError={save.error}
        loading={save.isSubmitting}
        preview={preview}
        submitLabel={m.resource_groups_save()}
        submitDisabledReason={pastReason() ?? (isDirty ? undefined : m.users_unchanged())}
        errorFallback={m.resource_groups_error_edit()}
        secondary={<DiscardButton form={form} />}
        fieldNames={fieldNames}
      >
        <StaleNotice show={isDirty && !sameDetails(base, latest)} onTakeTheirs={() => rebase(latest)} />
        <fieldset className={css.fields} disabled={pastReason() !== undefined}>
          <ResourceGroupFields form={form} />
        </fieldset>
      </FormShell>
      <LeaveGuard isDirty={() => form.formState.isDirty} />
      <SaveConflict
        save={save}
        name={base.data.name}
        fields={(conflict) => detailsConflict(valuesIn(conflict, valuesOf))}
        resolved={(conflict, sides) => resolvedDetails(valuesIn(conflict, valuesOf), sides)}
        errorFallback={m.resource_groups_error_edit()}
      />
    </>
  )
}
