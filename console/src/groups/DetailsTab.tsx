import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { patchGroup } from '@steward/contract/groups/endpoints'
import { type Group, type GroupOperation, createGroupBody } from '@steward/contract/groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { invalidateTables } from '../api/query.ts'
import { CallPreview } from '../effects/PreviewedEffects.tsx'
import { usePermission } from '../session/permissions/permissions.ts'
import { alerts } from '../api/alerts.ts'
import { DiscardButton } from '../ui/form/DiscardButton.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { CopyValue } from '../ui/display/CopyButton.tsx'
import { FormTextField } from '../ui/form/fields.tsx'
import { FormShell, useContractForm } from '../ui/form/FormShell.tsx'
import { SaveConflict } from '../ui/form/SaveConflict.tsx'
import { StaleNotice } from '../ui/form/StaleNotice.tsx'
import { useEditBase } from '../ui/form/useEditBase.ts'
import { useVersionedSave } from '../ui/form/useVersionedSave.ts'
import { ActionList } from '../ui/display/ActionList.tsx'
import { DescriptionList } from '../ui/display/DescriptionList.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { RecordSection, RecordSections } from '../ui/record/parts.tsx'
import { LeaveGuard } from '../ui/overlay/SidePanel.tsx'
import { formatNumber } from '../i18n/time.ts'
import { groupMenu } from './groupMenu.tsx'
import { groupQuery, groupTables, readGroupAgain, saveGroup, type VersionedGroup } from './queries.ts'
import { useGroupActions } from './useGroupActions.tsx'
import { renameReason, editReason } from './permissions.ts'
import { rolesOf, usersOf } from './groupDetails.ts'

const schema = createGroupBody.pick({ groupName: true })
type Name = Pick<Group, 'groupName'>
const nameOf = ({ data: { groupName } }: VersionedGroup): Name => ({ groupName })
const renaming = ({ groupName }: Name): GroupOperation[] => [{ operation: 'Update', targetProperty: 'GroupName', value: groupName }]
const sameName = (a: VersionedGroup, b: VersionedGroup) => a.data.groupName === b.data.groupName

/** Name, details, and actions on the whole group. */
export function DetailsTab({ groupId }: { groupId: string }) {
  const { data } = useQuery(groupQuery(groupId))
  if (data === undefined) return null
  return (
    <RecordSections>
      <NameForm latest={data} />
      <Details group={data.data} />
      <WholeGroup group={data.data} />
    </RecordSections>
  )
}

function NameForm({ latest }: { latest: VersionedGroup }) {
  const group = latest.data
  const form = useContractForm({ schema, defaultValues: nameOf(latest) })
  const [base, rebase] = useEditBase(form, latest, nameOf)
  const mayEdit = usePermission('Admin.EditGroups')
  const { isDirty } = form.formState
  const save = useVersionedSave<VersionedGroup, Name>({
    key: 'GroupManagement_update_group',
    save: (name, ifMatch) => saveGroup(group.groupId, renaming(name), ifMatch),
    latest: () => readGroupAgain(group.groupId),
    isSame: sameName,
    onSaved: (saved) => {
      rebase(saved)
      void invalidateTables(groupTables)
      alerts.success(m.groups_updated({ name: saved.data.groupName }))
    },
  })
  const reason = editReason(mayEdit) ?? renameReason(group)
  return (
    <RecordSection title={m.groups_section_name()}>
      {group.isReserved ? <Callout tone="info">{m.groups_reserved_text()}</Callout> : null}
      {group.isManagedByProvider ? <Callout tone="info">{m.error_group_managed_elsewhere()}</Callout> : null}
      <FormShell
        form={form}
        onSubmit={(name) => save.submit(name, base)}
        onDone={() => {}}
        submitError={save.error}
        loading={save.isSubmitting}
        preview={(name) => <CallPreview endpoint={patchGroup} input={{ params: { groupId: group.groupId }, body: renaming(name) }} />}
        submitLabel={m.groups_rename()}
        submitDisabledReason={reason ?? (isDirty ? undefined : m.users_unchanged())}
        errorFallback={m.groups_error_update()}
        secondary={<DiscardButton form={form} />}
      >
        <StaleNotice show={isDirty && !sameName(base, latest)} onTakeTheirs={() => rebase(latest)} />
        <FormTextField
          control={form.control}
          name="groupName"
          label={m.groups_column_name()}
          autoComplete="off"
          maxLength={64}
          readOnly={reason !== undefined}
        />
      </FormShell>
      <LeaveGuard isDirty={() => form.formState.isDirty} />
      <SaveConflict
        save={save}
        name={base.data.groupName}
        fields={({ base: from, mine, theirs }) => [
          {
            id: 'groupName',
            label: m.groups_column_name(),
            base: from.data.groupName,
            mine: mine.groupName,
            theirs: theirs.data.groupName,
          },
        ]}
        resolved={({ mine, theirs }, sides) => (sides['groupName'] === 'mine' ? mine : nameOf(theirs))}
        errorFallback={m.groups_error_update()}
      />
    </RecordSection>
  )
}

function Details({ group }: { group: Group }) {
  return (
    <RecordSection title={m.groups_particulars()}>
      <DescriptionList
        items={[
          { term: m.groups_field_id(), value: <CopyValue value={group.groupId} label={m.groups_copy_id()} /> },
          { term: m.groups_column_created(), value: <RelativeTime value={group.groupDetails?.createdTime} /> },
          { term: m.groups_column_users(), value: formatNumber(usersOf(group)) },
          { term: m.groups_column_roles(), value: formatNumber(rolesOf(group)) },
        ]}
      />
    </RecordSection>
  )
}

/** Disable and delete, each with its effect. */
function WholeGroup({ group }: { group: Group }) {
  const navigate = useNavigate()
  const mayEdit = usePermission('Admin.EditGroups')
  const actions = useGroupActions((kind) => kind === 'delete' && void navigate({ to: '/user-administration/groups', search: true }))
  const texts: Record<string, string> = {
    [m.groups_enable()]: m.groups_whole_enable(),
    [m.groups_disable()]: m.groups_whole_disable(),
    [m.groups_delete()]: m.groups_whole_delete(),
  }
  return (
    <RecordSection title={m.groups_whole()}>
      <ActionList actions={groupMenu(group, { mayEdit, start: actions.start })} texts={texts} showsReasons />
      {actions.dialogs}
    </RecordSection>
  )
}
