import { useEffect } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { lastOwnChange } from '../api/ownChanges.ts'
import { askUndo, closeUndo, useUndoRequest } from '../api/undo.ts'
import { isFree } from '../theme/singleKeys.ts'
import { deferred } from '../ui/overlay/deferred.tsx'

const UndoDialog = deferred(() => import('./UndoDialog.tsx').then((module) => module.UndoDialog))

/** Asks before a change is undone: from a history, an alert, or by Ctrl Z. */
export function UndoHost() {
  const request = useUndoRequest()
  useUndoKey()
  return request === undefined ? null : <UndoDialog key={request.changeId} {...request} onClose={closeUndo} />
}

/** Ctrl Z asks for the last change of this page to be undone; in a field it undoes typing, as everywhere. */
function useUndoKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const changeId = lastOwnChange()
      if (changeId === undefined || !isUndoKey(event)) return
      event.preventDefault()
      askUndo({ changeId, title: m.changes_last() })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Ctrl Z or ⌘ Z */
const isUndoKey = (event: KeyboardEvent): boolean =>
  event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && !event.defaultPrevented && isFree(event)
