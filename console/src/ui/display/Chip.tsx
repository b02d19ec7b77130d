import { ChevronDown, Plus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { RemoveButton } from '../form/RemoveButton.tsx'
import css from './Chip.module.css'

/** A removable item of a set. */
export function Chip({ children, name, onRemove }: { children: ReactNode; name: string; onRemove?: () => void }) {
  return (
    <span className={css.chip}>
      <span>{children}</span>
      {onRemove ? <RemoveButton label={m.ui_remove({ name })} onClick={onRemove} /> : null}
    </span>
  )
}

export function ChipList({ children }: { children: ReactNode }) {
  return <div className={css.chips}>{children}</div>
}

export interface FilterChipProps extends Omit<ComponentProps<'button'>, 'value'> {
  label: string
  /** The active filter; undefined when it is off. */
  value?: string | undefined
}

/** A table filter: the trigger of a `Menu`, showing the current choice. */
export function FilterChip({ label, value, ...rest }: FilterChipProps) {
  return (
    <button {...rest} type="button" className={css.chipButton} data-active={value === undefined ? undefined : ''}>
      {value === undefined ? <Plus aria-hidden /> : null}
      {value === undefined ? label : `${label}: ${value}`}
      {value === undefined ? null : <ChevronDown aria-hidden />}
    </button>
  )
}
