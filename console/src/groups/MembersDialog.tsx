import { useRef, useState } from 'react'
import { patchGroup } from '@steward/contract/groups/endpoints'
import type { Group } from '@steward/contract/groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { usePreview } from '../effects/preview.ts'
import { PreviewedEffects } from '../effects/PreviewedEffects.tsx'
import { NamedOnes } from '../ui/overlay/BulkResult.tsx'
import { Button } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import type { Choice } from '../ui/form/Combobox.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { GainLoss } from '../ui/display/GainLoss.tsx'
import css from './groups.module.css'
import { UserPicker } from './UserPicker.tsx'
import { roleNamesOf } from './groupDetails.ts'
import { memberOperation, type MemberChange } from './operations.ts'

interface MembersDialogProps {
  question: MemberChange
  group: Group
  /** The members to remove. */
  leaving: readonly Choice[]
  onClose: () => void
  onConfirm: (users: readonly Choice[]) => void
  loading: boolean
  /** Why the last attempt failed. */
  failure: string | undefined
}

/** Adds users to a group, or confirms removing the picked ones, and shows the roles they gain or lose. */
export function MembersDialog({ question, group, leaving, onClose, onConfirm, loading, failure }: MembersDialogProps) {
  const [joining, setJoining] = useState<Choice[]>([])
  const cancel = useRef<HTMLButtonElement>(null)
  const adds = question === 'add'
  const users = adds ? joining : leaving
  const of = { count: users.length, name: users[0]?.label ?? '', group: group.groupName }
  const preview = usePreview(
    patchGroup,
    users.length > 0 ? { params: { groupId: group.groupId }, body: [memberOperation(question, users)] } : undefined,
  )
  const roles = group.status === 'Enabled' ? roleNamesOf([group]) : []
  return (
    <Dialog
      open
      onClose={onClose}
      size={adds ? 'medium' : 'small'}
      title={adds ? m.groups_members_add_title({ group: group.groupName }) : m.groups_members_remove_title(of)}
      // A confirmation focuses the safe button, a picker its list.
      initialFocus={adds ? undefined : cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {m.ui_cancel()}
          </Button>
          <Button
            kind={adds ? 'primary' : 'danger'}
            loading={loading}
            disabledReason={users.length === 0 ? m.groups_members_choose() : undefined}
            onClick={() => onConfirm(users)}
          >
            {adds ? m.groups_members_add_confirm(of) : m.groups_members_remove_confirm(of)}
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
        {adds ? <UserPicker picked={joining} onPick={setJoining} memberOf={group.groupId} /> : null}
        {!adds && users.length > 1 ? <NamedOnes names={users.map((user) => user.label)} /> : null}
        {adds ? null : <p>{m.groups_members_remove_text()}</p>}
        <GainLoss label={adds ? m.groups_roles_gained() : m.groups_roles_lost_unless()} names={roles} tone={adds ? 'success' : 'danger'} />
        {users.length > 0 ? <PreviewedEffects preview={preview} /> : null}
      </div>
    </Dialog>
  )
}
