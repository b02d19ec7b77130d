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
}

/** Pages of a list in the order of time, which has positions rather than page numbers. */
export function CursorPages({ label, summary, onNewest, onNewer, onOlder }: CursorPagesProps) {
  return (
    <nav className={css.pages} aria-label={m.ui_pages_of({ label })}>
      <span>{summary}</span>
      <span className={css.pageButtons}>
        <Button small kind="quiet" icon={<ChevronsLeft />} disabled={onNewest === undefined} onClick={onNewest}>
          {m.ui_page_newest()}
        </Button>
        <Button small kind="quiet" icon={<ChevronLeft />} disabled={onNewer === undefined} onClick={onNewer}>
          {m.ui_page_newer()}
        </Button>
        <Button small kind="quiet" disabled={onOlder === undefined} onClick={onOlder}>
          {m.ui_page_older()}
          <ChevronRight aria-hidden />
        </Button>
      </span>
    </nav>
  )
}
