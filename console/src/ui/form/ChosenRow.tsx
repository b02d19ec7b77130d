import { Plus, Undo2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Badge } from '../display/Badge.tsx'
import { cx } from '../display/cx.ts'
import { Button } from './Button.tsx'
import css from './ChosenRow.module.css'

interface ChosenRowProps {
  name: string
  /** The name as a link, where it leads somewhere. */
  title?: ReactNode
  status?: ReactNode
  detail?: ReactNode
  /** In the saved set. */
  was: boolean
  /** In the edited set. */
  is: boolean
  /** "Will be removed" */
  leavingLabel: string
  /** Why it can't be removed. */
  reason: string | undefined
  onToggle: (is: boolean) => void
}

/** A member of a set that is edited with `useChosenSet`; what was removed stays in the list until it is saved. */
export function ChosenRow({ name, title, status, detail, was, is, leavingLabel, reason, onToggle }: ChosenRowProps) {
  return (
    <li className={cx(css.row, !is && css.leaving)}>
      <div className={css.text}>
        <span className={css.name}>
          {title ?? <span>{name}</span>}
          {was || !is ? null : <Badge tone="success">{m.users_groups_new()}</Badge>}
          {is ? null : <Badge tone="danger">{leavingLabel}</Badge>}
          {status}
        </span>
        {detail}
      </div>
      {is ? (
        <Button small kind="quiet" icon={<X />} disabledReason={reason} onClick={() => onToggle(false)} aria-label={m.ui_remove({ name })}>
          {m.users_groups_remove()}
        </Button>
      ) : (
        <Button
          small
          kind="quiet"
          icon={was ? <Undo2 /> : <Plus />}
          onClick={() => onToggle(true)}
          aria-label={m.users_groups_keep({ name })}
        >
          {m.users_undo()}
        </Button>
      )}
    </li>
  )
}
