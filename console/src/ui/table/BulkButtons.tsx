import type { ReactNode } from 'react'
import { Button } from '../form/Button.tsx'

export interface BulkButton<Kind extends string> {
  kind: Kind
  label: () => string
  icon: ReactNode
}

interface BulkButtonsProps<Kind extends string> {
  actions: readonly BulkButton<Kind>[]
  /** Why the user can't do any of them. */
  reason: string | undefined
  onStart: (kind: Kind) => void
}

/** The actions on the selected rows of a table. */
export function BulkButtons<Kind extends string>({ actions, reason, onStart }: BulkButtonsProps<Kind>) {
  return actions.map(({ kind, label, icon }) => (
    <Button key={kind} small icon={icon} disabledReason={reason} onClick={() => onStart(kind)}>
      {label()}
    </Button>
  ))
}
