import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Button } from '../form/Button.tsx'
import { formatNumber } from '../../i18n/time.ts'
import css from './DataTable.module.css'

/** Slides over the toolbar while rows are selected. */
export function SelectionBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  return (
    <div className={css.selection} role="region" aria-label={m.ui_selection()}>
      <span className={css.selectionCount} role="status">
        {m.ui_selected_count({ count: formatNumber(count) })}
      </span>
      {children}
      <span className={css.clear}>
        <Button kind="quiet" small onClick={onClear}>
          {m.ui_selection_clear()}
        </Button>
      </span>
    </div>
  )
}
