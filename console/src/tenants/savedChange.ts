import { m } from '@steward/contract/paraglide/messages'
import { alerts } from '../api/alerts.ts'
import { noteOwnChange, takeToldChange } from '../api/ownChanges.ts'

/** Saving settings reloads the page, and the message about it with its Undo: the page that loads next shows it again. */
const storageKey = 'steward.saved-settings'

/** Someone who goes to another page first is not told later. */
const keptMs = 30_000

/** Call before the message that is lost. Nothing is kept if several changes were made, which have no Undo together. */
export function keepSavedChange(): void {
  const changeId = takeToldChange()
  if (changeId === undefined) sessionStorage.removeItem(storageKey)
  else sessionStorage.setItem(storageKey, JSON.stringify([changeId, Date.now()]))
}

/** Says again that settings were saved, with Undo, also by Ctrl Z. */
export function tellSavedChange(): void {
  const [changeId, savedAt]: unknown[] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
  sessionStorage.removeItem(storageKey)
  if (typeof changeId !== 'string' || Date.now() - Number(savedAt) > keptMs) return
  noteOwnChange(new Headers({ 'change-id': changeId }))
  alerts.success(m.tenant_settings_saved_undo())
}
