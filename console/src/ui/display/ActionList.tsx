import { Button } from '../form/Button.tsx'
import type { MenuAction } from '../overlay/Menu.tsx'
import css from './ActionList.module.css'

interface ActionListProps {
  actions: readonly MenuAction[]
  /** What each action means, by its label; actions without a text are left out. */
  texts: Readonly<Record<string, string>>
  /** Also shows why an action is unavailable, which its button otherwise tells on hover. */
  showsReasons?: boolean
}

/** Actions on the whole of something, such as disabling or deleting it, each with what it means. */
export function ActionList({ actions, texts, showsReasons = false }: ActionListProps) {
  return (
    <ul className={css.actions}>
      {actions
        .filter(({ label }) => label in texts)
        .map(({ label, icon, danger, disabledReason, onSelect }) => (
          <li key={label}>
            <span className={css.text}>
              {texts[label]}
              {showsReasons && disabledReason !== undefined ? <span className={css.reason}>{disabledReason}</span> : null}
            </span>
            <Button icon={icon} kind={danger ? 'danger' : 'secondary'} disabledReason={disabledReason} onClick={onSelect}>
              {label}
            </Button>
          </li>
        ))}
    </ul>
  )
}
