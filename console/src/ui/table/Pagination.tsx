import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { IconButton } from '../form/Button.tsx'
import css from './Pagination.module.css'
import { formatNumber } from '../../i18n/time.ts'

export const pageSizes = [20, 50, 100] as const

export interface PaginationProps {
  /** The name of the list, such as "Users". */
  label: string
  /** 1-based. */
  page: number
  limit: number
  /** Items on this page. */
  count: number
  totalCount: number
  totalIsExact: boolean
  onPage: (page: number) => void
  onLimit: (limit: number) => void
}

/** "21–40 of 250", or "of more than 10,000" if the server stopped counting. */
export function Pagination({ label, page, limit, count, totalCount, totalIsExact, onPage, onLimit }: PaginationProps) {
  const id = useId()
  const from = (page - 1) * limit + 1
  const total = totalText(totalCount, totalIsExact)
  const isLast = count < limit || (totalIsExact && page * limit >= totalCount)
  return (
    <nav className={css.pages} aria-label={m.ui_pages_of({ label })}>
      <span>
        {count === 0 ? m.ui_range_empty({ total }) : m.ui_range({ from: formatNumber(from), to: formatNumber(from + count - 1), total })}
      </span>
      <span className={css.pageSize}>
        <label htmlFor={id}>{m.ui_rows_per_page()}</label>
        <select id={id} value={limit} onChange={(event) => onLimit(Number(event.target.value))}>
          {(pageSizes.some((size) => size === limit) ? pageSizes : [...pageSizes, limit]).map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
        <span className={css.pageButtons}>
          <IconButton small label={m.ui_page_previous()} icon={<ChevronLeft />} disabled={page <= 1} onClick={() => onPage(page - 1)} />
          <IconButton small label={m.ui_page_next()} icon={<ChevronRight />} disabled={isLast} onClick={() => onPage(page + 1)} />
        </span>
      </span>
    </nav>
  )
}

/** "250", or "more than 10,000". */
export function totalText(totalCount: number, totalIsExact: boolean): string {
  return totalIsExact ? formatNumber(totalCount) : m.ui_more_than({ count: formatNumber(totalCount) })
}
