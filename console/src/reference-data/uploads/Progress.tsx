import { useMutation } from '@tanstack/react-query'
import { cancelRateUpload } from '@steward/contract/reference-data/rates'
import type { RateUpload } from '@steward/contract/reference-data/rates-schemas'
import { m } from '@steward/contract/paraglide/messages'
import { alertFailure } from '../../api/alertFailure.ts'
import { alerts } from '../../api/alerts.ts'
import { api } from '../../api/client.ts'
import { invalidateTables } from '../../api/query.ts'
import { formatBytes } from '../../exports/labels.ts'
import { formatNumber } from '../../i18n/time.ts'
import { UploadProgress, type UploadProgressProps } from '../../uploads/UploadProgress.tsx'
import { useEditReason } from '../schemes/permissions.ts'
import { uploadTables } from './queries.ts'
import type { Sending } from './store.ts'

/** A file of rates that is being sent from this tab. */
export function SendingProgress({ sending: { fileName, sizeBytes, sentBytes, cancel } }: { sending: Sending }) {
  return (
    <UploadProgress
      fileName={fileName}
      step={0}
      share={sentBytes / sizeBytes}
      text={m.ui_upload_sent({ done: formatBytes(sentBytes), total: formatBytes(sizeBytes) })}
      hint={m.rates_progress_sent_hint()}
      onCancel={cancel}
    />
  )
}

/** An upload that the server is working on. */
export function RunningProgress({ upload }: { upload: RateUpload }) {
  const canCancel = useEditReason() === undefined
  const cancel = useMutation({
    mutationKey: ['CurrencyRates_cancel_upload'],
    mutationFn: () => api(cancelRateUpload, { params: { uploadId: upload.uploadId } }),
    onSuccess: () => alerts.info(m.ui_upload_canceled({ name: upload.fileName })),
    onError: (error) => alertFailure(error, m.rates_error_upload()),
    onSettled: () => invalidateTables(uploadTables),
  })
  return (
    <UploadProgress
      fileName={upload.fileName}
      {...progressOf(upload)}
      onCancel={canCancel ? () => cancel.mutate() : undefined}
      isCanceling={cancel.isPending}
    />
  )
}

function progressOf({
  status,
  sizeBytes,
  readBytes,
  rowCount,
  createdBy,
}: RateUpload): Pick<UploadProgressProps, 'step' | 'share' | 'text' | 'hint'> {
  const hint = m.rates_progress_leave_hint()
  if (status === 'receiving') return { step: 0, share: undefined, text: m.rates_progress_receiving({ name: createdBy }) }
  if (status === 'storing') return { step: 2, share: undefined, text: m.rates_progress_storing({ count: rowCount }), hint }
  if (status === 'queued' || sizeBytes === 0) return { step: 1, share: undefined, text: m.rates_progress_queued(), hint }
  return { step: 1, share: readBytes / sizeBytes, text: m.rates_progress_read({ rows: formatNumber(rowCount) }), hint }
}
