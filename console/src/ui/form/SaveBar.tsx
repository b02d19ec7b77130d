import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Callout } from '../display/Callout.tsx'
import { Button } from './Button.tsx'
import css from './SaveBar.module.css'

interface SaveBarProps {
  /** What saving will change. */
  children: ReactNode
  /** Why the last try was refused. */
  failure: string | undefined
  isDirty: boolean
  loading: boolean
  saveLabel: string
  onSave: () => void
  onUndo: () => void
}

/** Below an edited set, always in view: the effect of saving, then undo and save. */
export function SaveBar({ children, failure, isDirty, loading, saveLabel, onSave, onUndo }: SaveBarProps) {
  return (
    <div className={css.bar} role="region" aria-label={m.users_effect()} data-bottom-bar>
      {failure === undefined ? null : (
        <Callout tone="danger" role="alert">
          {failure}
        </Callout>
      )}
      {children}
      <div className={css.buttons}>
        <Button onClick={onUndo}>{m.ui_discard_confirm()}</Button>
        <Button kind="primary" loading={loading} disabled={!isDirty} onClick={onSave}>
          {saveLabel}
        </Button>
      </div>
    </div>
  )
}
