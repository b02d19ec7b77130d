import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Group } from '@steward/contract/groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { PreviewedEffects } from '../effects/PreviewedEffects.tsx'
import { NamedOnes } from '../ui/overlay/BulkResult.tsx'
import { Button } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { Combobox } from '../ui/form/Combobox.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { Skipped } from '../ui/overlay/Skipped.tsx'
import { GainLoss } from '../ui/display/GainLoss.tsx'
import { AskForPreview } from './AskForPreview.tsx'
import { groupOption } from './groupOption.ts'
import { accessActions, bulkActionTexts, type BulkAction, type UserRef } from './bulkActions.ts'
import { groupsWithRolesQuery } from './recordQueries.ts'
import { useActionPreview } from './useActionPreview.ts'
import css from './users.module.css'

export type ChosenGroup = Pick<Group, 'groupId' | 'groupName'>

interface UserActionDialogProps {
  action: BulkAction
  onClose: () => void
  /** `users` without those who are known to be refused. */
  onConfirm: (users: readonly UserRef[], group: ChosenGroup | undefined) => void
  loading: boolean
  /** Why the last try was refused. */
  failure: string | undefined
}

/** Asks before something is done to users: to whom, to whom not, what it will do, and for group changes which group. */
export function UserActionDialog({ action, onClose, onConfirm, loading, failure }: UserActionDialogProps) {
  const needsGroup = action.kind === 'addToGroup' || action.kind === 'removeFromGroup'
  const [group, setGroup] = useState<Group>()
  const [missing, setMissing] = useState(false)
  const cancel = useRef<HTMLButtonElement>(null)
  const { preview, ask, possible, skipped, skippedCount, isRefused } = useActionPreview(action, group)
  const texts = bulkActionTexts(isRefused ? action : without(action, possible, skippedCount))
  const confirm = () => {
    if (needsGroup && group === undefined) setMissing(true)
    else onConfirm(possible, group)
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
          <Button
            kind={texts.danger ? 'danger' : 'primary'}
            loading={loading}
            disabledReason={isRefused ? skipped[0]?.reason : undefined}
            onClick={confirm}
          >
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
        {action.matching && action.users.length === 0 ? <p>{m.users_all_matching({ count: action.matching.count })}</p> : null}
        {action.users.length > 1 && possible.length > 0 ? <NamedOnes names={possible.map((user) => user.name)} /> : null}
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
        {isRefused ? null : (
          <>
            <p>{texts.text}</p>
            {ask && (
              <AskForPreview
                text={m.users_preview_waits()}
                onAsk={() => {
                  ask()
                  cancel.current?.focus()
                }}
              />
            )}
            {preview && accessActions.has(action.kind) ? <PreviewedEffects preview={preview} /> : null}
          </>
        )}
        <Skipped role="status" title={isRefused ? m.changes_refused() : m.users_skipped({ count: skippedCount })} skipped={skipped} />
      </div>
    </Dialog>
  )
}

/** The action on those whom it is possible for. */
const without = ({ kind, matching }: BulkAction, users: readonly UserRef[], skipped: number): BulkAction => ({
  kind,
  users,
  ...(matching && { matching: { ...matching, count: matching.count - skipped } }),
})

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
