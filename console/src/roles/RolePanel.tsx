import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import type { Action, Role } from '@steward/contract/roles/schemas'
import type { PermissionInputs } from '@steward/contract/rules/permission-inputs'
import { isGone } from '../api/problem.ts'
import { invalidateTables } from '../api/query.ts'
import { HistorySection } from '../history/HistorySection.tsx'
import { useCan } from '../session/permissions/permissions.ts'
import { useDocumentTitle } from '../pages/titles.ts'
import { alerts } from '../api/alerts.ts'
import { Callout } from '../ui/display/Callout.tsx'
import { PanelForm, useContractForm } from '../ui/form/FormShell.tsx'
import { SaveConflict } from '../ui/form/SaveConflict.tsx'
import { StaleNotice } from '../ui/form/StaleNotice.tsx'
import { useEditBase } from '../ui/form/useEditBase.ts'
import { useVersionedSave, valuesIn } from '../ui/form/useVersionedSave.ts'
import { RecordMenu } from '../ui/record/RecordMenu.tsx'
import { PanelBody, SidePanel } from '../ui/overlay/SidePanel.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '../ui/display/states.tsx'
import { resolvedRole, roleConflict, roleOperations, valuesOf, type RoleValues } from './changes.ts'
import { ChangeSummary } from './ChangeSummary.tsx'
import { readRoleAgain, roleQuery, roleTables, saveRole, type VersionedRole } from './queries.ts'
import { RoleFields, roleSchema, useRoleChoices } from './RoleFields.tsx'
import { roleMenu } from './roleMenu.tsx'
import shared from './roles.module.css'
import css from './RolePanel.module.css'
import { useRoleDelete } from './useRoleDelete.tsx'
import { editReason, reservedReason } from './permissions.ts'
import { reachOf } from './counts.ts'

/** A role over the list: its name and description, its actions, and who has it. */
export function RolePanel({ roleId }: { roleId: string }) {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/user-administration/roles', search: true })
  const query = useQuery(roleQuery(roleId))
  const choices = useRoleChoices()
  const role = query.data?.data
  useDocumentTitle(role ? role.roleName : m.menu_roles())
  const gone = isGone(query.error)
  if (query.data && !gone && choices && 'available' in choices)
    return <Editor key={roleId} latest={query.data} {...choices} onClose={close} />
  return (
    <SidePanel size="wide" title={role ? role.roleName : m.roles_role()} onClose={close}>
      <PanelBody>
        {gone ? (
          <EmptyState title={m.roles_gone_title()}>{m.roles_gone_text()}</EmptyState>
        ) : choices && 'error' in choices ? (
          <ErrorState error={choices.error} fallback={m.roles_error_actions()} onRetry={choices.retry} retrying={choices.retrying} />
        ) : query.error ? (
          <ErrorState error={query.error} fallback={m.roles_error_get()} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        ) : (
          <SkeletonLines count={12} />
        )}
      </PanelBody>
    </SidePanel>
  )
}

interface EditorProps {
  latest: VersionedRole
  available: readonly Action[]
  own: PermissionInputs
  onClose: () => void
}

function Editor({ latest, available, own, onClose }: EditorProps) {
  const role = latest.data
  const can = useCan()
  const form = useContractForm<RoleValues, RoleValues>({ schema: roleSchema, defaultValues: valuesOf(latest) })
  const [base, rebase] = useEditBase(form, latest, valuesOf)
  const { isDirty } = form.formState
  const save = useVersionedSave<VersionedRole, RoleValues>({
    key: 'RoleManagement_update_role',
    save: (values, ifMatch, from) => {
      const operations = roleOperations(valuesOf(from), values)
      return operations.length > 0 ? saveRole(role.roleId, operations, ifMatch) : readRoleAgain(role.roleId)
    },
    latest: () => readRoleAgain(role.roleId),
    onSaved: (saved) => {
      rebase(saved)
      void invalidateTables(roleTables)
      alerts.success(m.roles_updated({ name: saved.data.roleName }))
    },
  })
  const reserved = reservedReason(role)
  const reason = reserved ?? editReason(can('Admin.EditRoles'))
  return (
    <>
      <PanelForm
        form={form}
        size="wide"
        title={role.roleName}
        description={<UsedBy role={role} />}
        actions={<RoleActionsMenu role={role} mayEdit={can('Admin.EditRoles')} onDeleted={onClose} />}
        onSubmit={(values) => save.submit(values, base)}
        onClose={onClose}
        submitError={save.error}
        loading={save.isSubmitting}
        submitLabel={m.roles_save()}
        submitDisabledReason={reason ?? (isDirty ? undefined : m.users_unchanged())}
        errorFallback={m.roles_error_update()}
      >
        {reason === undefined ? null : <Callout tone="info">{role.isReserved ? m.roles_reserved_text() : reason}</Callout>}
        <StaleNotice show={isDirty && latest.etag !== base.etag} onTakeTheirs={() => rebase(latest)} />
        <RoleFields form={form} available={available} own={own} before={base.data.actions ?? []} readOnly={reason !== undefined} />
        <Groups role={role} linked={can('Admin.ViewGroups')} />
        <ChangeSummary before={valuesOf(base)} after={form.watch()} role={role} />
        <HistorySection record="role" id={role.roleId} />
      </PanelForm>
      <SaveConflict
        save={save}
        name={role.roleName}
        fields={(conflict) => roleConflict(valuesIn(conflict, valuesOf))}
        resolved={(conflict, sides) => resolvedRole(valuesIn(conflict, valuesOf), sides)}
        errorFallback={m.roles_error_update()}
      />
    </>
  )
}

function UsedBy({ role }: { role: Role }) {
  return <span>{m.roles_used_by(reachOf(role))}</span>
}

function Groups({ role, linked }: { role: Role; linked: boolean }) {
  const groups = role.groups ?? []
  return (
    <section className={shared.section}>
      <h3>{m.roles_groups()}</h3>
      {groups.length === 0 ? <p className={shared.muted}>{m.roles_groups_none()}</p> : null}
      <ul className={css.groups}>
        {groups.map((group) => (
          <li key={group.groupId}>
            {linked ? (
              <Link to="/user-administration/groups/$groupId" params={{ groupId: group.groupId }}>
                {group.groupName}
              </Link>
            ) : (
              group.groupName
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function RoleActionsMenu({ role, mayEdit, onDeleted }: { role: Role; mayEdit: boolean; onDeleted: () => void }) {
  const navigate = useNavigate()
  const deletion = useRoleDelete(onDeleted)
  const duplicate = () =>
    void navigate({ to: '/user-administration/roles/new', search: (previous) => ({ ...previous, from: role.roleId }) })
  return (
    <>
      <RecordMenu name={role.roleName} actions={roleMenu(role, { mayEdit, onDelete: deletion.start, onDuplicate: duplicate })} />
      {deletion.dialogs}
    </>
  )
}
