import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { cancelTemporaryFile, deleteTemporaryFile } from '@steward/contract/exports/endpoints'
import type { TemporaryFile } from '@steward/contract/exports/schemas'
import { api } from '../api/client.ts'
import { invalidateTables } from '../api/query.ts'
import { formatList } from '../i18n/format.ts'
import { alertFailure } from '../api/alertFailure.ts'
import { alerts } from '../api/alerts.ts'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx'
import { runEach } from '../api/runEach.ts'
import { deselect } from '../ui/table/deselect.ts'
import { fileTables, isUnfinished, saveTemporaryFile } from './queries.ts'

export interface FileActions {
  download: (file: TemporaryFile) => void
  isDownloading: boolean
  cancel: (file: TemporaryFile) => void
  isCancelling: boolean
  /** Asks for confirmation; `onDeleted` is called if any of them was deleted. */
  delete: (files: readonly TemporaryFile[], onDeleted?: () => void) => void
  /** The confirmation dialog; the caller renders it. */
  dialogs: ReactNode
}

interface Deletion {
  files: readonly TemporaryFile[]
  onDeleted?: (() => void) | undefined
}

/** Downloads, cancels and deletes temporary files. */
export function useFileActions(): FileActions {
  const [deleting, setDeleting] = useState<Deletion>()
  const download = useMutation({
    mutationKey: ['download_temporary_file'],
    mutationFn: saveTemporaryFile,
    onSuccess: (_, { fileName }: TemporaryFile) => alerts.success(m.download_started({ name: fileName })),
    onError: (error) => {
      alertFailure(error, m.files_error_open())
      void invalidateTables(fileTables)
    },
  })
  const cancellation = useMutation({
    mutationKey: ['cancel_temporary_file'],
    mutationFn: ({ fileId }: TemporaryFile) => api(cancelTemporaryFile, { params: { fileId } }),
    onSuccess: ({ fileName }) => alerts.success(m.files_cancelled({ name: fileName })),
    onError: (error) => alertFailure(error, m.files_error_cancel()),
    onSettled: () => invalidateTables(fileTables),
  })
  const deletion = useMutation({
    mutationKey: ['delete_temporary_file'],
    mutationFn: ({ files }: Deletion) =>
      runEach(files, {
        id: (file) => file.fileId,
        name: (file) => file.fileName,
        run: (file) => api(deleteTemporaryFile, { params: { fileId: file.fileId } }),
        fallback: m.files_error_delete(),
      }),
    onSuccess: ({ succeeded, failed }, { onDeleted }) => {
      for (const failure of failed) alerts.danger(m.files_delete_failed({ name: failure.name, message: failure.message }))
      if (succeeded.length > 0) {
        alerts.success(m.files_deleted({ count: succeeded.length, name: succeeded[0]?.fileName ?? '' }))
        deselect(succeeded.map(({ fileId }) => fileId))
        onDeleted?.()
      }
      void invalidateTables(fileTables)
      setDeleting(undefined)
    },
  })
  return {
    download: download.mutate,
    isDownloading: download.isPending,
    cancel: cancellation.mutate,
    isCancelling: cancellation.isPending,
    delete: (files, onDeleted) => setDeleting({ files, onDeleted }),
    dialogs: deleting ? (
      <ConfirmDialog
        open
        onClose={() => setDeleting(undefined)}
        title={m.files_delete_title({ count: deleting.files.length, name: deleting.files[0]?.fileName ?? '' })}
        confirmLabel={m.files_delete_confirm({ count: deleting.files.length })}
        onConfirm={() => deletion.mutate(deleting)}
        loading={deletion.isPending}
      >
        <p>{m.files_delete_text({ names: formatList(deleting.files.map((file) => file.fileName)) })}</p>
        {deleting.files.some(isUnfinished) ? <p>{m.files_delete_running()}</p> : null}
      </ConfirmDialog>
    ) : null,
  }
}
