import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Button, IconButton } from '../ui/form/Button.tsx'
import { FieldError } from '../ui/form/Field.tsx'
import shared from './tenantSettings.module.css'
import css from './Rows.module.css'

export interface RowsProps {
  id: string
  rows: readonly { id: string; name: string; fields: ReactNode }[]
  /** Explains an empty list. */
  empty: string
  addLabel: string
  onAdd: () => void
  onRemove: (index: number) => void
  /** An error of the list as a whole. */
  error: string | undefined
  /** Shown beside the Add button. */
  actions?: ReactNode
}

/** A short list edited in place: one line per entry. */
export function Rows({ id, rows, empty, addLabel, onAdd, onRemove, error, actions }: RowsProps) {
  return (
    <>
      {rows.length === 0 ? (
        <p className={shared.muted}>{empty}</p>
      ) : (
        <ul className={css.rows}>
          {rows.map((row, index) => (
            <li key={row.id} className={css.row}>
              <div className={css.rowFields}>{row.fields}</div>
              <IconButton
                label={m.tenant_settings_remove({ name: row.name === '' ? m.tenant_settings_row({ number: index + 1 }) : row.name })}
                icon={<X />}
                onClick={() => onRemove(index)}
              />
            </li>
          ))}
        </ul>
      )}
      <FieldError id={`${id}-error`} text={error} />
      <div className={css.actions}>
        <Button small icon={<Plus />} onClick={onAdd}>
          {addLabel}
        </Button>
        {actions}
      </div>
    </>
  )
}
