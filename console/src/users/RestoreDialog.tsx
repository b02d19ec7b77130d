import { useRef, useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { mostUsersAtOnce } from '@steward/contract/users/constants'
import { undoUserChange } from '@steward/contract/users/matching-endpoints'
import { usePreview } from '../effects/preview.ts'
import { PreviewedEffects } from '../effects/PreviewedEffects.tsx'
import { Button } from '../ui/form/Button.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { Skipped } from '../ui/overlay/Skipped.tsx'
import { AskForPreview } from './AskForPreview.tsx'
import css from './users.module.css'

interface RestoreDialogProps {
  /** The deletion. */
  userChangeId: string
  /** How many users it deleted. */
  count: number
  onClose: () => void
  onConfirm: () => void
  loading: boolean
}

/** Asks before the users whom a deletion deleted are put back, and shows what they get back. */
export function RestoreDialog({ userChangeId, count, onClose, onConfirm, loading }: RestoreDialogProps) {
  const [isAsked, setAsked] = useState(count <= mostUsersAtOnce)
  const cancel = useRef<HTMLButtonElement>(null)
  const preview = usePreview(undoUserChange, isAsked ? { params: { userChangeId } } : undefined, refreshMs)
  const { refused = [], refusedCount = 0 } = preview.query.data ?? {}
  const isRefused = refusedCount === count
  const possible = isRefused ? count : count - refusedCount
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.users_restore_title({ count: possible })}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {m.ui_cancel()}
          </Button>
          <Button kind="primary" loading={loading} disabledReason={isRefused ? refused[0]?.message : undefined} onClick={onConfirm}>
            {m.users_restore_confirm({ count: possible })}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        {isRefused ? null : <p>{m.users_restore_text({ count: possible })}</p>}
        {isAsked && !isRefused ? <PreviewedEffects preview={preview} /> : null}
        {isAsked ? null : (
          <AskForPreview
            text={m.users_restore_waits()}
            onAsk={() => {
              setAsked(true)
              cancel.current?.focus()
            }}
          />
        )}
        <Skipped
          role="status"
          title={isRefused ? m.changes_refused() : m.users_skipped({ count: refusedCount })}
          skipped={refused.map(({ name, message }) => ({ name, reason: message }))}
        />
      </div>
    </Dialog>
  )
}

/** Others' changes are many, and rarely about users who are gone. */
const refreshMs = 60_000
