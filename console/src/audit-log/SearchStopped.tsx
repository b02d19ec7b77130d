import { examinedEntries } from '@steward/contract/audit-log/constants'
import { m } from '@steward/contract/paraglide/messages'
import { formatMoment, formatNumber } from '../i18n/time.ts'
import { EmptyState } from '../ui/display/states.tsx'
import { Button } from '../ui/form/Button.tsx'
import type { LogPosition } from '../ui/table/LogPages.tsx'
import type { LogRows } from './queries.ts'

/** How far a search came that had to stop. */
export function examinedText({ after }: LogPosition, { examinedTo, items }: LogRows): string {
  const text = { count: formatNumber(examinedEntries), time: formatMoment(examinedTo ?? '') }
  if (after !== undefined) return items.length > 0 ? m.audit_examined_some_newer(text) : m.audit_examined_none_newer(text)
  return items.length > 0 ? m.audit_examined_some(text) : m.audit_examined_none(text)
}

interface SearchStoppedProps {
  search: LogPosition
  part: LogRows
  onChange: (position: LogPosition) => void
}

/** In place of rows, where a search found nothing before it had to stop. */
export function SearchStopped({ search, part, onChange }: SearchStoppedProps) {
  const isOlder = search.after === undefined
  const next = isOlder ? { before: part.oldest ?? undefined } : { after: part.newest ?? undefined }
  return (
    <EmptyState
      title={m.ui_no_matches()}
      actions={<Button onClick={() => onChange(next)}>{isOlder ? m.audit_search_older() : m.audit_search_newer()}</Button>}
    >
      {examinedText(search, part)}
    </EmptyState>
  )
}
