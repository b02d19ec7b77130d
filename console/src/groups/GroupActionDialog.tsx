import { useRef } from 'react'
import { deleteGroup, patchGroup } from '@steward/contract/groups/endpoints'
import type { Group } from '@steward/contract/groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { usePreview } from '../effects/preview.ts'
import { PreviewedEffects } from '../effects/PreviewedEffects.tsx'
import { NamedOnes } from '../ui/overlay/BulkResult.tsx'
import { Button } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { Skipped, type SkippedOne } from '../ui/overlay/Skipped.tsx'
import type { BulkQuestionProps } from '../ui/overlay/useBulkAction.tsx'
import { GainLoss } from '../ui/display/GainLoss.tsx'
import shared from './groups.module.css'
import { bulkActionTexts, refusal, type BulkAction, type BulkActionKind } from './bulkActions.ts'
import { roleNamesOf } from './groupDetails.ts'
import { statusOperation } from './operations.ts'

interface GroupActionDialogProps extends BulkQuestionProps {
  action: BulkAction
}

/** Confirms an action on groups: its effect, how many people it affects, and which groups it skips. */
export function GroupActionDialog({ action: { kind, groups }, onClose, onConfirm, loading, failure }: GroupActionDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const touched = groups.filter((group) => refusal(kind, group) === undefined)
  const [only, ...others] = touched
  const skipped = groups.flatMap((group): SkippedOne[] => {
    const reason = refusal(kind, group)
    return reason === undefined ? [] : [{ name: group.groupName, reason }]
  })
  const isRefused = touched.length === 0
  const texts = bulkActionTexts(kind, isRefused ? groups : touched)
  const roles = roleNamesOf(touched)
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {m.ui_cancel()}
          </Button>
          <Button
            kind={texts.danger ? 'danger' : 'primary'}
            loading={loading}
            disabledReason={isRefused ? skipped[0]?.reason : undefined}
            onClick={onConfirm}
          >
            {texts.confirm}
          </Button>
        </>
      }
    >
      <div className={shared.stack}>
        {failure === undefined ? null : (
          <Callout tone="danger" role="alert">
            {failure}
          </Callout>
        )}
        {touched.length > 1 ? <NamedOnes names={touched.map((group) => group.groupName)} /> : null}
        {isRefused ? null : <p>{texts.text}</p>}
        {kind === 'delete' || isRefused ? null : (
          <GainLoss
            label={kind === 'enable' ? m.groups_roles_gained() : m.groups_roles_lost_unless()}
            names={roles}
            tone={kind === 'enable' ? 'success' : 'danger'}
          />
        )}
        {only && others.length === 0 ? <ActionEffects kind={kind} group={only} /> : null}
        <Skipped title={isRefused ? m.changes_refused() : m.groups_skipped({ count: skipped.length })} skipped={skipped} />
      </div>
    </Dialog>
  )
}

function ActionEffects({ kind, group: { groupId } }: { kind: BulkActionKind; group: Group }) {
  const params = { groupId }
  const status = kind === 'enable' ? 'Enabled' : 'Disabled'
  const deletion = usePreview(deleteGroup, kind === 'delete' ? { params } : undefined)
  const update = usePreview(patchGroup, kind === 'delete' ? undefined : { params, body: [statusOperation(status)] })
  return <PreviewedEffects preview={kind === 'delete' ? deletion : update} />
}
