import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { Button } from '../form/Button.tsx'
import css from './Pagination.module.css'

interface CursorPagesProps {
  /** The name of the list, such as "Audit Log". */
  label: string
  /** What the page shows. */
  summary: string
  /** Undefined on the newest page. */
  onNewest: (() => void) | undefined
  onNewer: (() => void) | undefined
  onOlder: (() => void) | undefined
  /** The list has another order: its buttons go to the first, previous and next page. */
  isInOtherOrder?: boolean
}

/** Pages of a list in the order of time, which has positions rather than page numbers. */
export function CursorPages({ label, summary, onNewest, onNewer, onOlder, isInOtherOrder = false }: CursorPagesProps) {
  return (
    <nav className={css.pages} aria-label={m.ui_pages_of({ label })}>
      <span>{summary}</span>
      <span className={css.pageButtons}>
        <Button small kind="quiet" icon={<ChevronsLeft />} disabled={onNewest === undefined} onClick={onNewest}>
          {isInOtherOrder ? m.ui_page_first() : m.ui_page_newest()}
        </Button>
        <Button small kind="quiet" icon={<ChevronLeft />} disabled={onNewer === undefined} onClick={onNewer}>
          {isInOtherOrder ? m.ui_page_previous() : m.ui_page_newer()}
        </Button>
        <Button small kind="quiet" disabled={onOlder === undefined} onClick={onOlder}>
          {isInOtherOrder ? m.ui_page_next() : m.ui_page_older()}
          <ChevronRight aria-hidden />
        </Button>
      </span>
    </nav>
  )
}
