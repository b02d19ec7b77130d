import { useState } from 'react'
import type { HistoryRecord } from '@steward/contract/history/records'
import { m } from '@steward/contract/paraglide/messages'
import { History } from './History.tsx'
import css from './HistorySection.module.css'

interface HistorySectionProps {
  record: HistoryRecord
  id?: string
  /** Of its heading. */
  level?: 2 | 3
}

/** The history of a record at the end of its page or panel; it is read when it is opened. */
export function HistorySection({ record, id, level = 3 }: HistorySectionProps) {
  const [isOpen, setOpen] = useState(false)
  const Heading = `h${level}` as const
  return (
    <details className={css.section} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Heading>{m.history_title()}</Heading>
      </summary>
      <div className={css.content}>
        {isOpen ? <History record={record} level={level === 2 ? 3 : 4} {...(id === undefined ? {} : { id })} /> : null}
      </div>
    </details>
  )
}
