import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { updateUser } from '@steward/contract/users/endpoints'
import { type User, userCreation } from '@steward/contract/users/schemas'
import { invalidateTables } from '../api/query.ts'
import { CallPreview } from '../effects/PreviewedEffects.tsx'
import { nameParts } from '../i18n/format.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { useUser } from '../session/token/state.ts'
import { alerts } from '../api/alerts.ts'
import { DiscardButton } from '../ui/form/DiscardButton.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { chosenOf, type ConflictField, type Side } from '../ui/form/conflict.ts'
import { CopyValue } from '../ui/display/CopyButton.tsx'
import { FormTextField } from '../ui/form/fields.tsx'
import { FormShell, useContractForm } from '../ui/form/FormShell.tsx'
import { SaveConflict } from '../ui/form/SaveConflict.tsx'
import { StaleNotice } from '../ui/form/StaleNotice.tsx'
import { useEditBase } from '../ui/form/useEditBase.ts'
import { useVersionedSave, type VersionConflict } from '../ui/form/useVersionedSave.ts'
import { ActionList } from '../ui/display/ActionList.tsx'
import { DescriptionList } from '../ui/display/DescriptionList.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { LeaveGuard } from '../ui/overlay/SidePanel.tsx'
import { userQuery, userTables } from './queries.ts'
import { readUserAgain, saveUser, type VersionedUser } from './recordQueries.ts'
import shared from './users.module.css'
import css from './ProfileTab.module.css'
import { userMenu } from './userMenu.tsx'
import { useUserActions } from './useUserActions.tsx'
import { editReason, fullName, nameLabels } from './labels.ts'

const schema = userCreation.pick({ givenName: true, familyName: true })
type Names = Pick<User, 'givenName' | 'familyName'>
const namesOf = ({ data: { givenName, familyName } }: VersionedUser): Names => ({ givenName, familyName })

/** Names, details, and what can be done to the account as a whole. */
export function ProfileTab({ userId }: { userId: string }) {
  const { data } = useQuery(userQuery(userId))
  if (data === undefined) return null
  return (
    <div className={shared.sections}>
      <NamesForm latest={data} />
      <Details user={data.data} />
      <Account user={data.data} />
    </div>
  )
}

function NamesForm({ latest }: { latest: VersionedUser }) {
  const user = latest.data
  const form = useContractForm({ schema, defaultValues: namesOf(latest) })
  const [base, rebase] = useEditBase(form, latest, namesOf)
  const isExternal = user.status === 'EXTERNAL_PROVIDER'
  const mayEdit = usePermission('Admin.EditUsers')
  const { isDirty } = form.formState
  const save = useVersionedSave<VersionedUser, Names>({
    key: 'UserManagement_update_user',
    save: (names, ifMatch) => saveUser(user.userId, names, ifMatch),
    latest: () => readUserAgain(user.userId),
    onSaved: (saved) => {
      rebase(saved)
      void invalidateTables(userTables)
      alerts.success(m.users_updated({ name: fullName(saved.data) }))
    },
  })
  const readOnly = !mayEdit || isExternal
  return (
    <section className={shared.section}>
      <h3>{m.users_names()}</h3>
      {isExternal ? <Callout tone="info">{m.error_user_managed_elsewhere()}</Callout> : null}
      <StaleNotice show={isDirty && latest.etag !== base.etag} onTakeTheirs={() => rebase(latest)} />
      <FormShell
        form={form}
        onSubmit={(names) => save.submit(names, base)}
        onDone={() => {}}
        submitError={save.error}
        loading={save.isSubmitting}
        preview={(names) => <CallPreview endpoint={updateUser} input={{ params: { userId: user.userId }, body: names }} />}
        submitLabel={m.users_save()}
        submitDisabledReason={
          editReason(mayEdit) ?? (isExternal ? m.error_user_managed_elsewhere() : isDirty ? undefined : m.users_unchanged())
        }
        errorFallback={m.users_error_update()}
        secondary={<DiscardButton form={form} />}
      >
        <div className={css.pair}>
          {nameParts().map((name) => (
            <FormTextField
              key={name}
              control={form.control}
              name={name}
              label={nameLabels[name]()}
              autoComplete="off"
              readOnly={readOnly}
            />
          ))}
        </div>
      </FormShell>
      <LeaveGuard isDirty={() => form.formState.isDirty} />
      <SaveConflict save={save} name={fullName(user)} fields={conflictFields} resolved={resolved} errorFallback={m.users_error_update()} />
    </section>
  )
}

function conflictFields({ mine, base, theirs }: VersionConflict<VersionedUser, Names>): ConflictField[] {
  const field = (id: keyof Names, label: string): ConflictField => ({
    id,
    label,
    base: base.data[id],
    mine: mine[id],
    theirs: theirs.data[id],
  })
  return [field('givenName', m.users_field_given_name()), field('familyName', m.users_field_family_name())]
}

function resolved({ mine, theirs }: VersionConflict<VersionedUser, Names>, sides: Record<string, Side>): Names {
  const chosen = chosenOf({ mine, theirs: namesOf(theirs) }, sides)
  return { givenName: chosen('givenName'), familyName: chosen('familyName') }
}

function Details({ user }: { user: User }) {
  const details = user.userDetails
  return (
    <section className={shared.section}>
      <h3>{m.users_particulars()}</h3>
      <DescriptionList
        items={[
          { term: m.users_field_username(), value: user.username },
          { term: m.users_column_email(), value: user.email },
          { term: m.users_field_id(), value: <CopyValue value={user.userId} label={m.users_copy_id()} /> },
          { term: m.users_column_last_sign_in(), value: <RelativeTime value={details?.lastSignInTime} empty={m.users_never()} /> },
          ...(details?.lockedUntil ? [{ term: m.users_field_locked_until(), value: <RelativeTime value={details.lockedUntil} /> }] : []),
          { term: m.users_column_created(), value: <RelativeTime value={details?.createdTime} /> },
          { term: m.users_column_updated(), value: <RelativeTime value={details?.updatedTime} /> },
        ]}
      />
    </section>
  )
}

/** Inviting again, disabling and deleting, each with what it means. */
function Account({ user }: { user: User }) {
  const navigate = useNavigate()
  const mayEdit = usePermission('Admin.EditUsers')
  const ownId = useUser().userId
  const actions = useUserActions((action) => action.kind === 'delete' && void navigate({ to: '/user-administration/users', search: true }))
  const explain = ({ userId }: User) => void navigate({ to: '/user-administration/access', search: { user: userId } })
  const texts: Record<string, string> = {
    [m.users_resend()]: m.users_account_resend(),
    [m.users_enable()]: m.users_account_enable(),
    [m.users_disable()]: m.users_account_disable(),
    [m.users_delete()]: m.users_account_delete(),
  }
  return (
    <section className={shared.section}>
      <h3>{m.users_account()}</h3>
      <ActionList actions={userMenu(user, { mayEdit, ownId, start: actions.start, explain })} texts={texts} />
      {actions.dialogs}
    </section>
  )
}
