import { Undo2 } from 'lucide-react'
import type { HistoryEntry } from '@steward/contract/history/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { askUndo } from '../api/undo.ts'
import { finalReason } from '../audit-log/finalReason.ts'
import { undoReason, type Can } from '../audit-log/undoReason.ts'
import { Badge } from '../ui/display/Badge.tsx'
import { Button } from '../ui/form/Button.tsx'
import type { TimelineEntry } from '../ui/display/Timeline.tsx'
import { sentenceOf } from '../change-text/sentence.ts'

const anchorOf = (changeId: string) => `change-${changeId}`

/** What the line of a change has because it can be undone, was undone, or undid another. */
export function undoOf(entry: HistoryEntry, can: Can): Pick<TimelineEntry, 'anchor' | 'mark' | 'action' | 'note'> {
  const { change } = entry
  if (change === null) return {}
  const title = sentenceOf(entry)
  const { changeId, undoneBy, undoOf: undone, isUndoable } = change
  return {
    anchor: anchorOf(changeId),
    mark: (
      <>
        {undone === null ? null : (
          <Mark to={undone} label={m.changes_undoes_link()}>
            {m.changes_undoes()}
          </Mark>
        )}
        {undoneBy === null ? null : (
          <Mark to={undoneBy} label={m.changes_undone_link()}>
            {m.changes_undone()}
          </Mark>
        )}
      </>
    ),
    note: isUndoable || undoneBy !== null ? undefined : finalReason(entry.parts),
    action: isUndoable ? (
      <Button
        kind="quiet"
        small
        icon={<Undo2 />}
        aria-label={m.changes_undo_named({ change: title })}
        disabledReason={undoReason(entry.parts, can)}
        onClick={() => askUndo({ changeId, title })}
      >
        {m.changes_undo()}
      </Button>
    ) : undefined,
  }
}

/** Leads to another change of the same list. */
function Mark({ to, label, children }: { to: string; label: string; children: string }) {
  return (
    <a href={`#${anchorOf(to)}`} aria-label={label}>
      <Badge>{children}</Badge>
    </a>
  )
}
