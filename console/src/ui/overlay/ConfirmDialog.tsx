import type { ConfirmDialogProps } from './ConfirmDialogPopup.tsx'
import { deferred } from './deferred.tsx'
import { Dialog } from './Dialog.tsx'

/** Asks before an action that takes something away. Focus starts on the safe button. Its code loads with the first question. */
export const ConfirmDialog = deferred<ConfirmDialogProps>(async () => {
  const [{ ConfirmDialogPopup }] = await Promise.all([import('./ConfirmDialogPopup.tsx'), Dialog.preload()])
  return ConfirmDialogPopup
})
