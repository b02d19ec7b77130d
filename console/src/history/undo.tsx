import { Undo2 } from 'lucide-react'
import type { HistoryEntry } from '@steward/contract/history/schemas'
import { m } from '@steward/contract/paraglide/messages'
import type { PermissionName } from '@steward/contract/rules/permissions'
import { askUndo } from '../api/undo.ts'
import { permissionLabel } from '../session/permissions/permissionLabel.ts'
import { Badge } from '../ui/display/Badge.tsx'
import { Button } from '../ui/form/Button.tsx'
import type { TimelineEntry } from '../ui/display/Timeline.tsx'
import { sentenceOf } from './sentence.ts'

export type Can = (name: PermissionName) => boolean

/** The permission to change a kind of record, by its category in the audit log. The server decides; this only says so early. */
const editPermissions: Readonly<Record<string, PermissionName>> = {
  'API key': 'Admin.EditApiKeys',
  'ESG scores': 'Admin.EditESGScores',
  Currency: 'Admin.EditCurrencies',
  'Currency scheme': 'Admin.EditCurrencySchemes',
  Group: 'Admin.EditGroups',
  'Resource group': 'Admin.EditResourceGroups',
  Role: 'Admin.EditRoles',
  Setting: 'Admin.EditTenantSettings',
  User: 'Admin.EditUsers',
}

/** Why a change cannot be undone by this person; undefined if they have the permissions for it. */
export function undoReason({ parts }: Pick<HistoryEntry, 'parts'>, can: Can): string | undefined {
  const missing = parts.map(({ category }) => editPermissions[category]).find((name) => name !== undefined && !can(name))
  return missing === undefined ? undefined : m.changes_undo_reason({ permission: permissionLabel(missing) })
}

const anchorOf = (changeId: string) => `change-${changeId}`

/** What the line of a change has because it can be undone, was undone, or undid another. */
export function undoOf(entry: HistoryEntry, can: Can): Pick<TimelineEntry, 'anchor' | 'mark' | 'action'> {
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
    action: isUndoable ? (
      <Button
        kind="quiet"
        small
        icon={<Undo2 />}
        aria-label={m.changes_undo_named({ change: title })}
        disabledReason={undoReason(entry, can)}
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
