import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { patchRole } from '@steward/contract/roles/endpoints'
import type { Role } from '@steward/contract/roles/schemas'
import { alerts } from '../api/alerts.ts'
import { invalidateTables } from '../api/query.ts'
import { CallPreview } from '../effects/PreviewedEffects.tsx'
import { usePermission } from '../session/permissions/permissions.ts'
import { Callout } from '../ui/display/Callout.tsx'
import { DiscardButton } from '../ui/form/DiscardButton.tsx'
import { chosenOf } from '../ui/form/conflict.ts'
import { FormShell, useContractForm } from '../ui/form/FormShell.tsx'
import { SaveConflict } from '../ui/form/SaveConflict.tsx'
import { StaleNotice } from '../ui/form/StaleNotice.tsx'
import { useEditBase } from '../ui/form/useEditBase.ts'
import { useVersionedSave, valuesIn } from '../ui/form/useVersionedSave.ts'
import { LeaveGuard } from '../ui/overlay/SidePanel.tsx'
import { RecordSection, RecordSections } from '../ui/record/parts.tsx'
import { textConflict, textOperations, valuesOf, type RoleValues } from './changes.ts'
import { editReason, reservedReason } from './permissions.ts'
import { roleQuery, roleTables } from './queries.ts'
import { readRoleAgain, saveRole, type VersionedRole } from './recordQueries.ts'
import { RoleFields, roleSchema } from './RoleFields.tsx'
import shared from './roles.module.css'
import css from './DetailsTab.module.css'

const sameTexts = (a: VersionedRole, b: VersionedRole) => textOperations(valuesOf(a), valuesOf(b)).length === 0

/** Name and description of a role, and the groups that have it. */
export function DetailsTab({ roleId }: { roleId: string }) {
  const { data } = useQuery(roleQuery(roleId))
  if (data === undefined) return null
  return (
    <RecordSections>
      <TextForm latest={data} />
      <Groups role={data.data} />
    </RecordSections>
  )
}

function TextForm({ latest }: { latest: VersionedRole }) {
  const role = latest.data
  const form = useContractForm<RoleValues, RoleValues>({ schema: roleSchema, defaultValues: valuesOf(latest) })
  const [base, rebase] = useEditBase(form, latest, valuesOf)
  const { isDirty } = form.formState
  const save = useVersionedSave<VersionedRole, RoleValues>({
    key: 'RoleManagement_update_role',
    save: (values, ifMatch, from) => {
      const operations = textOperations(valuesOf(from), values)
      return operations.length > 0 ? saveRole(role.roleId, operations, ifMatch) : readRoleAgain(role.roleId)
    },
    latest: () => readRoleAgain(role.roleId),
    isSame: sameTexts,
    onSaved: (saved) => {
      rebase(saved)
      void invalidateTables(roleTables)
      alerts.success(m.roles_updated({ name: saved.data.roleName }))
    },
  })
  const preview = (values: RoleValues) => {
    const body = textOperations(valuesOf(base), values)
    return <CallPreview endpoint={patchRole} input={body.length > 0 ? { params: { roleId: role.roleId }, body } : undefined} />
  }
  const mayEdit = usePermission('Admin.EditRoles')
  const reason = reservedReason(role) ?? editReason(mayEdit)
  return (
    <RecordSection title={m.roles_details()}>
      {reason === undefined ? null : <Callout tone="info">{role.isReserved ? m.roles_reserved_text() : reason}</Callout>}
      <FormShell
        form={form}
        onSubmit={(values) => save.submit(values, base)}
        onDone={() => {}}
        submitError={save.error}
        loading={save.isSubmitting}
        preview={preview}
        submitLabel={m.roles_save()}
        submitDisabledReason={reason ?? (isDirty ? undefined : m.users_unchanged())}
        errorFallback={m.roles_error_update()}
        secondary={<DiscardButton form={form} />}
      >
        <StaleNotice show={isDirty && !sameTexts(base, latest)} onTakeTheirs={() => rebase(latest)} />
        <RoleFields form={form} readOnly={reason !== undefined} />
      </FormShell>
      <LeaveGuard isDirty={() => form.formState.isDirty} />
      <SaveConflict
        save={save}
        name={base.data.roleName}
        fields={(conflict) => textConflict(valuesIn(conflict, valuesOf))}
        resolved={(conflict, sides) => {
          const chosen = chosenOf(valuesIn(conflict, valuesOf), sides)
          return { ...valuesOf(conflict.theirs), roleName: chosen('roleName'), description: chosen('description') }
        }}
        errorFallback={m.roles_error_update()}
      />
    </RecordSection>
  )
}

function Groups({ role }: { role: Role }) {
  const isLinked = usePermission('Admin.ViewGroups')
  const groups = role.groups ?? []
  return (
    <RecordSection title={m.roles_groups()}>
      {groups.length === 0 ? <p className={shared.muted}>{m.roles_groups_none()}</p> : null}
      <ul className={css.groups}>
        {groups.map((group) => (
          <li key={group.groupId}>
            {isLinked ? (
              <Link to="/user-administration/groups/$groupId" params={{ groupId: group.groupId }}>
                {group.groupName}
              </Link>
            ) : (
              group.groupName
            )}
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}
