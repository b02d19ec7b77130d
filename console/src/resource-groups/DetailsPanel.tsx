import { m } from '@steward/contract/paraglide/messages'
import type { ResourceGroup } from '@steward/contract/resource-groups/schemas'
import { alerts } from '../api/alerts.ts'
import { HistorySection } from '../history/HistorySection.tsx'
import { PanelForm, useContractForm } from '../ui/form/FormShell.tsx'
import { SaveConflict } from '../ui/form/SaveConflict.tsx'
import { StaleNotice } from '../ui/form/StaleNotice.tsx'
import { useEditBase } from '../ui/form/useEditBase.ts'
import { useVersionedSave, valuesIn } from '../ui/form/useVersionedSave.ts'
import { ActionsMenu, type PanelPartProps } from './ActionsMenu.tsx'
import { detailsConflict, operationsOf, resolvedDetails, sameDetails, valuesOf, versioned, type VersionedGroup } from './details.ts'
import { changeResourceGroup, keepGroup, readGroup } from './queries.ts'
import { fieldNames, ResourceGroupFields, resourceGroupSchema, type ResourceGroupValues } from './ResourceGroupFields.tsx'

/** Name and access of a resource group. */
export function DetailsPanel(props: PanelPartProps & { group: ResourceGroup }) {
  const { productCode, group, onClose } = props
  const latest = versioned(group)
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
  return (
    <>
      <PanelForm
        form={form}
        title={group.name}
        actions={<ActionsMenu {...props} />}
        onSubmit={(values) => save.submit(values, base)}
        onClose={onClose}
        submitError={save.error}
        loading={save.isSubmitting}
        submitLabel={m.resource_groups_save()}
        submitDisabledReason={isDirty ? undefined : m.users_unchanged()}
        errorFallback={m.resource_groups_error_edit()}
        fieldNames={fieldNames}
      >
        <StaleNotice show={isDirty && !sameDetails(base, latest)} onTakeTheirs={() => rebase(latest)} />
        <ResourceGroupFields form={form} />
        <HistorySection record="resourceGroup" id={group.resourceGroupId} />
      </PanelForm>
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
