import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { createResourceGroup } from '@steward/contract/resource-groups/endpoints'
import { unassignedPackageId } from '@steward/contract/rules/resource-group-packages'
import { alerts } from '../api/alerts.ts'
import { CallPreview } from '../effects/PreviewedEffects.tsx'
import { PanelForm, useContractForm } from '../ui/form/FormShell.tsx'
import { packageIdOf } from './assignments.ts'
import { PackageField } from './PackageField.tsx'
import {
  addResourceGroup,
  type NewResourceGroup,
  packagesQuery,
  readAgain,
  resourceGroupsQuery,
  type ProductWithGroups,
} from './queries.ts'
import { fieldNames, ResourceGroupFields, resourceGroupSchema, type ResourceGroupValues } from './ResourceGroupFields.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { pastReason } from '../session/permissions/permissions.ts'

const bodyOf = ({ name, access, groups, resourceGroupPackageId }: ResourceGroupValues): NewResourceGroup => ({
  name,
  allAccess: access === 'all',
  groupIds: access === 'all' ? [] : groups.map((group) => group.value),
  resourceGroupPackageId,
})

/** Creates a resource group of a product, with a package if one is chosen. */
export function CreateResourceGroupPanel({ tab, productCode }: { tab: string; productCode: ProductWithGroups }) {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/user-administration/resource-groups/$app', params: { app: tab }, search: true })
  const groups = useQuery(resourceGroupsQuery(productCode))
  const packages = useQuery(packagesQuery(productCode))
  const form = useContractForm<ResourceGroupValues, ResourceGroupValues>({
    schema: resourceGroupSchema,
    defaultValues: { name: '', access: 'some', groups: [], resourceGroupPackageId: unassignedPackageId },
  })
  const mutation = useMutation({
    mutationKey: ['ResourceGroups_create'],
    mutationFn: (values: ResourceGroupValues) => addResourceGroup(productCode, bodyOf(values)),
    onSuccess: (group) => alerts.success(m.resource_groups_created({ name: group.name })),
    // Refused for lack of quota: another administrator allocated it first, so load the remaining quota again.
    onSettled: () => void readAgain(),
  })
  return (
    <PanelForm
      form={form}
      title={m.resource_groups_create()}
      onSubmit={mutation.mutateAsync}
      onClose={close}
      submitError={mutation.error}
      loading={mutation.isPending}
      preview={(values) => <CallPreview endpoint={createResourceGroup} input={{ params: { productCode }, body: bodyOf(values) }} />}
      submitLabel={m.resource_groups_create()}
      submitDisabledReason={pastReason()}
      errorFallback={m.resource_groups_error_create()}
      fieldNames={fieldNames}
    >
      <ResourceGroupFields form={form} />
      {groups.data && packages.data ? (
        <PackageField
          control={form.control}
          name="resourceGroupPackageId"
          packages={packages.data.items}
          others={groups.data.data.items.map(packageIdOf)}
        />
      ) : (
        <PendingState query={[groups, packages]} fallback={m.resource_groups_error_get()} lines={3} />
      )}
    </PanelForm>
  )
}
