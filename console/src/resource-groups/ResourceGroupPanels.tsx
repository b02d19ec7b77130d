import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { z } from 'zod'
import { m } from '@steward/contract/paraglide/messages'
import type { ResourceGroup, ResourceGroupOperation } from '@steward/contract/resource-groups'
import { useDocumentTitle } from '../shell/titles.ts'
import { alerts } from '../ui/alerts.ts'
import { IconButton } from '../ui/Button.tsx'
import { PanelForm, useContractForm } from '../ui/form/FormShell.tsx'
import { StaleNotice } from '../ui/form/StaleNotice.tsx'
import { useEditBase } from '../ui/form/useEditBase.ts'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { PanelBody, SidePanel } from '../ui/SidePanel.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '../ui/states.tsx'
import { assignmentsWith, packageIdOf } from './assignments.ts'
import { PackageField } from './PackageField.tsx'
import { changeAssignments, changeResourceGroup, packagesQuery, readAgain, resourceGroupsQuery, type ProductWithGroups } from './queries.ts'
import { choicesOf, fieldNames, ResourceGroupFields, resourceGroupSchema, type ResourceGroupValues } from './ResourceGroupFields.tsx'
import { resourceGroupMenu } from './resourceGroupMenu.tsx'
import { useResourceGroupActions } from './useResourceGroupActions.tsx'

interface PanelProps {
  tab: string
  productCode: ProductWithGroups
  rgId: string
  /** What is edited: name and groups, or the package. */
  part: 'details' | 'package'
}

/** A resource group over the list. */
export function ResourceGroupPanel({ tab, productCode, rgId, part }: PanelProps) {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/user-administration/resource-groups/$app', params: { app: tab }, search: true })
  const query = useQuery(resourceGroupsQuery(productCode))
  const groups = query.data?.data.items
  const group = groups?.find((one) => one.resourceGroupId === rgId)
  useDocumentTitle(group?.name ?? m.menu_resource_groups())
  if (groups && group) {
    const props = { tab, productCode, group, onClose: close }
    return part === 'details' ? <Details {...props} key={rgId} /> : <PackagePanel {...props} key={rgId} groups={groups} />
  }
  return (
    <SidePanel title={m.resource_groups_one()} onClose={close}>
      <PanelBody>
        {groups ? (
          <EmptyState title={m.resource_groups_gone_title()}>{m.resource_groups_gone_text()}</EmptyState>
        ) : query.error ? (
          <ErrorState
            error={query.error}
            fallback={m.resource_groups_error_get()}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <SkeletonLines count={8} />
        )}
      </PanelBody>
    </SidePanel>
  )
}

interface PartProps {
  tab: string
  productCode: ProductWithGroups
  group: ResourceGroup
  onClose: () => void
}

function ActionsMenu({ tab, productCode, group, onClose }: PartProps) {
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

interface Versioned {
  etag: string
  data: ResourceGroup
}

const valuesOf = ({ data }: Versioned): ResourceGroupValues => ({
  name: data.name,
  access: data.allAccess ? 'all' : 'some',
  groups: choicesOf(data),
  resourceGroupPackageId: packageIdOf(data),
})

/** Only what differs from what was read is sent (specification 2, section 4, "Resource group edit"). */
function operationsOf(group: ResourceGroup, { name, access, groups }: ResourceGroupValues): ResourceGroupOperation[] {
  const allAccess = access === 'all'
  const groupIds = groups.map((one) => one.value)
  const isSame = groupIds.length === group.groups.length && group.groups.every((one) => groupIds.includes(one.groupId))
  return [
    ...(name === group.name ? [] : [{ operation: 'Update', targetProperty: 'Name', value: name } as const]),
    ...(allAccess === group.allAccess ? [] : [{ operation: 'Update', targetProperty: 'AllAccess', value: allAccess } as const]),
    ...(allAccess || isSame ? [] : [{ operation: 'Update', targetProperty: 'GroupIds', value: groupIds } as const]),
  ]
}

function Details(props: PartProps) {
  const { productCode, group, onClose } = props
  const latest = { etag: `"${group.version}"`, data: group }
  const form = useContractForm<ResourceGroupValues, ResourceGroupValues>({ schema: resourceGroupSchema, defaultValues: valuesOf(latest) })
  const [base, rebase] = useEditBase(form, latest, valuesOf)
  const { isDirty } = form.formState
  const mutation = useMutation({
    mutationKey: ['ResourceGroups_edit'],
    mutationFn: async (values: ResourceGroupValues) => {
      const operations = operationsOf(base.data, values)
      if (operations.length === 0) return base.data
      return changeResourceGroup(productCode, base.data.resourceGroupId, operations, base.etag)
    },
    onSuccess: (saved) => alerts.success(m.resource_groups_edited({ name: saved.name })),
    onSettled: () => void readAgain(),
  })
  return (
    <PanelForm
      form={form}
      title={group.name}
      actions={<ActionsMenu {...props} />}
      onSubmit={mutation.mutateAsync}
      onClose={onClose}
      submitError={mutation.error}
      loading={mutation.isPending}
      submitLabel={m.resource_groups_save()}
      submitDisabledReason={isDirty ? undefined : m.users_unchanged()}
      errorFallback={m.resource_groups_error_edit()}
      fieldNames={fieldNames}
    >
      <StaleNotice show={isDirty && latest.etag !== base.etag} onTakeTheirs={() => rebase(latest)} />
      <ResourceGroupFields form={form} />
    </PanelForm>
  )
}

const packageSchema = z.object({ resourceGroupPackageId: z.string().min(1) })
type PackageValues = z.output<typeof packageSchema>

function PackagePanel(props: PartProps & { groups: readonly ResourceGroup[] }) {
  const { productCode, group, groups, onClose } = props
  const packages = useQuery(packagesQuery(productCode)).data?.items ?? []
  const heldId = packageIdOf(group)
  const others = groups.filter((one) => one !== group).map(packageIdOf)
  const form = useContractForm<PackageValues, PackageValues>({
    schema: packageSchema,
    defaultValues: { resourceGroupPackageId: heldId },
  })
  const { isDirty } = form.formState
  const mutation = useMutation({
    mutationKey: ['ResourceGroups_assign'],
    mutationFn: ({ resourceGroupPackageId }: PackageValues) =>
      changeAssignments(productCode, (current) => assignmentsWith(current, new Map([[group.resourceGroupId, resourceGroupPackageId]]))),
    onSuccess: () => alerts.success(m.resource_groups_edited({ name: group.name })),
    onSettled: () => void readAgain(),
  })
  return (
    <PanelForm
      form={form}
      title={m.resource_groups_package_of({ name: group.name })}
      actions={<ActionsMenu {...props} />}
      onSubmit={mutation.mutateAsync}
      onClose={onClose}
      submitError={mutation.error}
      loading={mutation.isPending}
      submitLabel={m.resource_groups_package_save()}
      submitDisabledReason={isDirty ? undefined : m.users_unchanged()}
      errorFallback={m.resource_groups_error_assign()}
    >
      <PackageField control={form.control} name="resourceGroupPackageId" packages={packages} others={others} heldId={heldId} />
    </PanelForm>
  )
}
