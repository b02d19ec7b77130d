import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx'
import type { Upload } from './useUpload.ts'

/**
 * Asks before a running upload is left: by a link, Back, a reload, or by closing its panel. Returns how to close the panel, and the
 * question to render.
 */
export function useLeaveUpload({ sending, cancel, isRunning }: Upload, onClose: () => void): { close: () => void; question: ReactNode } {
  /** The upload whose panel is to be closed. */
  const [closing, setClosing] = useState<string>()
  const isClosing = sending !== undefined && closing === sending.uploadId
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isRunning(),
    enableBeforeUnload: isRunning,
    withResolver: true,
  })
  const { status, reset } = blocker
  useEffect(() => {
    // It ended before the question was answered.
    if (status === 'blocked' && sending === undefined) reset()
  }, [status, reset, sending])
  const stay = () => {
    setClosing(undefined)
    blocker.reset?.()
  }
  const leave = () => {
    cancel()
    blocker.proceed?.()
    if (isClosing) onClose()
  }
  return {
    close: () => (sending ? setClosing(sending.uploadId) : onClose()),
    question: (
      <ConfirmDialog
        open={isClosing || (blocker.status === 'blocked' && sending !== undefined)}
        onClose={stay}
        title={m.ui_upload_leave_title()}
        confirmLabel={m.ui_upload_leave_confirm()}
        cancelLabel={m.ui_upload_leave_stay()}
        onConfirm={leave}
        loading={false}
      >
        {m.ui_upload_leave_text({ name: sending?.fileName ?? '' })}
      </ConfirmDialog>
    ),
  }
}
