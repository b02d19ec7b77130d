import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Group } from '@steward/contract/groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { bulkUsers } from '@steward/contract/users/endpoints'
import { usePreview } from '../effects/preview.ts'
import { PreviewedEffects } from '../effects/PreviewedEffects.tsx'
import { NamedOnes } from '../ui/overlay/BulkResult.tsx'
import { Button } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { Combobox } from '../ui/form/Combobox.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { GainLoss } from '../ui/display/GainLoss.tsx'
import { groupOption } from './groupOption.ts'
import { bulkActionTexts, type BulkAction, type BulkActionKind } from './bulkActions.ts'
import { changeOf, usersPerCall } from './changeUsers.ts'
import { groupsWithRolesQuery } from './recordQueries.ts'
import css from './users.module.css'

export type ChosenGroup = Pick<Group, 'groupId' | 'groupName'>

interface UserActionDialogProps {
  action: BulkAction
  onClose: () => void
  onConfirm: (group: ChosenGroup | undefined) => void
  loading: boolean
  /** Why the last try was refused. */
  failure: string | undefined
}

/** Asks before something is done to users: to whom, what it will do, and for group changes which group. */
export function UserActionDialog({ action, onClose, onConfirm, loading, failure }: UserActionDialogProps) {
  const needsGroup = action.kind === 'addToGroup' || action.kind === 'removeFromGroup'
  const [group, setGroup] = useState<Group>()
  const [missing, setMissing] = useState(false)
  const cancel = useRef<HTMLButtonElement>(null)
  const texts = bulkActionTexts(action)
  const previewed = previewedChange(action, group)
  const preview = usePreview(bulkUsers, previewed)
  const confirm = () => {
    if (needsGroup && group === undefined) setMissing(true)
    else onConfirm(group)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      // A question starts on the harmless button, a choice on what is to be chosen.
      initialFocus={needsGroup ? undefined : cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {m.ui_cancel()}
          </Button>
          <Button kind={texts.danger ? 'danger' : 'primary'} loading={loading} onClick={confirm}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        {failure === undefined ? null : (
          <Callout tone="danger" role="alert">
            {failure}
          </Callout>
        )}
        {action.matching ? <p>{m.users_all_matching({ count: action.matching.count })}</p> : null}
        {action.users.length > 1 ? <NamedOnes names={action.users.map((user) => user.name)} /> : null}
        {needsGroup ? (
          <GroupChoice
            kind={action.kind}
            value={group}
            onChange={(next) => {
              setGroup(next)
              setMissing(false)
            }}
            error={missing ? m.field_required_group() : undefined}
          />
        ) : null}
        <p>{texts.text}</p>
        {previewed ? <PreviewedEffects preview={preview} /> : null}
      </div>
    </Dialog>
  )
}

/** Actions that change what people can do. */
const accessKinds: ReadonlySet<BulkActionKind> = new Set(['delete', 'disable', 'enable', 'endSessions', 'addToGroup', 'removeFromGroup'])

/** The call to preview: of what one call changes. */
function previewedChange({ kind, users, matching }: BulkAction, group: ChosenGroup | undefined) {
  const change = changeOf(kind, group)
  if (change === undefined || matching !== undefined || users.length > usersPerCall || !accessKinds.has(kind)) return undefined
  return { body: { userIds: users.map(({ userId }) => userId), change } }
}

interface GroupChoiceProps {
  kind: BulkAction['kind']
  value: Group | undefined
  onChange: (group: Group | undefined) => void
  error: string | undefined
}

function GroupChoice({ kind, value, onChange, error }: GroupChoiceProps) {
  const groups = useQuery(groupsWithRolesQuery)
  const items = groups.data?.items ?? []
  const options = items.map(groupOption)
  const adds = kind === 'addToGroup'
  return (
    <>
      <Combobox
        label={m.users_group()}
        placeholder={m.users_group_find()}
        options={options}
        loading={groups.isPending}
        value={value ? groupOption(value) : null}
        onChange={(choice) => onChange(items.find((group) => group.groupId === choice?.value))}
        error={error}
      />
      {value ? (
        <GainLoss
          label={adds ? m.users_roles_gained() : m.users_roles_lost_unless()}
          names={(value.roles ?? []).map((role) => role.roleName)}
          tone={adds ? 'success' : 'danger'}
        />
      ) : null}
    </>
  )
}
