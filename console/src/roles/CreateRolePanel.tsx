import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { customRoleDefaultActions } from '@steward/contract/catalog/products'
import { m } from '@steward/contract/paraglide/messages'
import { createRole } from '@steward/contract/roles/endpoints'
import type { Action, Role } from '@steward/contract/roles/schemas'
import { nameMaximumLength } from '@steward/contract/rules/name-rules'
import type { PermissionInputs } from '@steward/contract/rules/permission-inputs'
import { api } from '../api/client.ts'
import { invalidateTables } from '../api/query.ts'
import { CallPreview } from '../effects/PreviewedEffects.tsx'
import { usePermission } from '../session/permissions/permissions.ts'
import { alerts } from '../api/alerts.ts'
import { Callout } from '../ui/display/Callout.tsx'
import { PanelForm, useContractForm } from '../ui/form/FormShell.tsx'
import { PanelBody, SidePanel } from '../ui/overlay/SidePanel.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { roleActions } from './actionTree.ts'
import { sortedActions, type RoleValues } from './changes.ts'
import { roleQuery, roleTables } from './queries.ts'
import { RoleActions } from './RoleActions.tsx'
import { RoleFields, roleSchema } from './RoleFields.tsx'
import { defaultTemplate, RoleTemplate } from './RoleTemplate.tsx'
import { editReason } from './permissions.ts'
import shared from './roles.module.css'
import { useRoleChoices } from './useRoleChoices.ts'

/** Creates a role: from the environment's default actions, or as a copy of the role named by `from`. */
export function CreateRolePanel({ from }: { from: string | undefined }) {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/user-administration/roles', search: (previous) => ({ ...previous, from: undefined }) })
  const choices = useRoleChoices()
  const source = useQuery({ ...roleQuery(from ?? ''), enabled: from !== undefined })
  const isReady = from === undefined || source.data !== undefined
  if (isReady && 'available' in choices) return <Editor key={from} {...choices} source={source.data?.data} onClose={close} />
  return (
    <SidePanel size="wide" title={m.roles_create()} onClose={close}>
      <PanelBody>
        {'reads' in choices ? (
          <PendingState query={choices.reads} fallback={m.roles_error_actions()} lines={12} />
        ) : (
          <PendingState query={source} fallback={m.roles_error_get()} lines={12} />
        )}
      </PanelBody>
    </SidePanel>
  )
}

/** The initial values of the new role, and the actions of the copied role that it cannot include. */
function beginning(usable: ReadonlySet<string>, source: Role | undefined): { values: RoleValues; left: number } {
  const wanted: readonly string[] = source ? (source.actions ?? []) : customRoleDefaultActions
  const actions = sortedActions(wanted.filter((name) => usable.has(name)))
  const roleName = source ? m.roles_copy_name({ name: source.roleName }).slice(0, nameMaximumLength).trim() : ''
  return { values: { roleName, description: source?.description ?? '', actions }, left: source ? wanted.length - actions.length : 0 }
}

function Editor({
  available,
  own,
  source,
  onClose,
}: {
  available: readonly Action[]
  own: PermissionInputs
  source: Role | undefined
  onClose: () => void
}) {
  const usable = new Set(
    roleActions({ available, held: [], own }).flatMap((action) => (action.reason === undefined ? [action.actionName] : [])),
  )
  const { values, left } = beginning(usable, source)
  const navigate = useNavigate()
  const [template, setTemplate] = useState(defaultTemplate)
  const form = useContractForm<RoleValues, RoleValues>({ schema: roleSchema, defaultValues: values })
  const { field, fieldState } = useController({ control: form.control, name: 'actions' })
  const mutation = useMutation({
    mutationKey: ['RoleManagement_create_role'],
    mutationFn: (body: RoleValues) => api(createRole, { body }),
    onSuccess: (role) => {
      void invalidateTables(roleTables)
      alerts.success(m.roles_created({ name: role.roleName }), {
        action: {
          label: m.ui_view(),
          onSelect: () =>
            void navigate({
              to: '/user-administration/roles/$roleId',
              params: { roleId: role.roleId },
              search: (previous) => ({ ...previous, from: undefined }),
            }),
        },
      })
    },
  })
  return (
    <PanelForm
      form={form}
      size="wide"
      title={source ? m.roles_duplicate_title({ name: source.roleName }) : m.roles_create()}
      description={m.roles_create_text()}
      onSubmit={mutation.mutateAsync}
      onClose={onClose}
      submitError={mutation.error}
      loading={mutation.isPending}
      preview={(body) => <CallPreview endpoint={createRole} input={{ body }} />}
      submitLabel={m.roles_create_submit()}
      submitDisabledReason={editReason(usePermission('Admin.EditRoles'))}
      errorFallback={m.roles_error_create()}
    >
      {left > 0 ? <Callout tone="info">{m.roles_copy_left({ count: left })}</Callout> : null}
      <RoleFields form={form} />
      <div className={shared.section}>
        <h3>{m.roles_actions()}</h3>
        {source ? null : <RoleTemplate form={form} template={template} onTemplate={setTemplate} usable={usable} />}
        {/* Keyed by the template, so that sections with its actions are open. */}
        <RoleActions
          key={template}
          available={available}
          own={own}
          selected={field.value}
          before={[]}
          onChange={field.onChange}
          error={messageIn(fieldState.error)}
        />
      </div>
    </PanelForm>
  )
}

/** An error in a list of actions belongs to one of them; its message names it. */
function messageIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string') return error.message
  return Object.values(error)
    .map(messageIn)
    .find((message) => message !== undefined)
}
