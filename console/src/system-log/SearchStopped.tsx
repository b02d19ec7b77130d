import { m } from '@steward/contract/paraglide/messages'
import { examinedEvents } from '@steward/contract/system-log/constants'
import { formatMoment, formatNumber } from '../i18n/time.ts'
import { EmptyState } from '../ui/display/states.tsx'
import { Button } from '../ui/form/Button.tsx'
import type { LogPart, LogPosition } from '../ui/table/LogPages.tsx'

/** How far a search came that had to stop. */
export const examinedText = (to: string) => m.events_examined({ count: formatNumber(examinedEvents), time: formatMoment(to) })

interface NoEventsProps {
  search: LogPosition
  part: LogPart<unknown> | undefined
  onChange: (position: LogPosition) => void
}

/** In place of rows: nothing, or how far a search came that had to stop before it found something. */
export function NoEvents({ search, part, onChange }: NoEventsProps) {
  if (part?.examinedTo && part.oldest !== null && search.after === undefined) {
    const { oldest } = part
    return (
      <EmptyState
        title={m.ui_no_matches()}
        actions={<Button onClick={() => onChange({ before: oldest })}>{m.events_search_older()}</Button>}
      >
        {examinedText(part.examinedTo)}
      </EmptyState>
    )
  }
  return <EmptyState title={m.events_empty_title()}>{m.events_empty_text()}</EmptyState>
}
