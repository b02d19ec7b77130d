import { useQuery } from '@tanstack/react-query'
import { m } from '@steward/contract/paraglide/messages'
import { getUploadProgress } from '@steward/contract/uploads/endpoints'
import { endpointQuery } from '../api/query.ts'
import { formatBytes } from '../exports/labels.ts'
import { formatNumber } from '../i18n/time.ts'
import { UploadProgress } from './UploadProgress.tsx'
import type { Sending, Upload } from './useUpload.ts'

const refreshMs = 1_000

interface RequestProgressProps {
  upload: Upload
  /** Whether the request saves nothing. */
  isDryRun?: boolean
}

/** How far the request of a file is: its bytes, then its lines. Nothing while none runs. */
export function RequestProgress({ upload: { sending, cancel }, isDryRun = false }: RequestProgressProps) {
  if (sending === undefined) return null
  return sending.sentBytes < sending.sizeBytes ? (
    <UploadProgress
      fileName={sending.fileName}
      step={0}
      isDryRun={isDryRun}
      share={sending.sentBytes / sending.sizeBytes}
      text={m.ui_upload_sent({ done: formatBytes(sending.sentBytes), total: formatBytes(sending.sizeBytes) })}
      hint={m.ui_upload_keep_open()}
      onCancel={cancel}
    />
  ) : (
    <LinesProgress sending={sending} isDryRun={isDryRun} onCancel={cancel} />
  )
}

/** The server reads lines while they arrive, so it says how far it is only when all were sent. */
function LinesProgress({
  sending: { uploadId, fileName, sizeBytes },
  isDryRun,
  onCancel,
}: {
  sending: Sending
  isDryRun: boolean
  onCancel: () => void
}) {
  const { data } = useQuery({ ...endpointQuery(getUploadProgress, [], { query: { uploadId } }), refetchInterval: refreshMs, gcTime: 0 })
  const { step = null, lines = 0, totalLines = null } = data ?? {}
  const isSaving = step === 'saving' && totalLines !== null
  return (
    <UploadProgress
      fileName={fileName}
      step={isSaving ? 2 : 1}
      isDryRun={isDryRun}
      share={isSaving && totalLines > 0 ? lines / totalLines : undefined}
      text={
        isSaving
          ? m.ui_upload_saving({ lines: formatNumber(lines), total: formatNumber(totalLines) })
          : step === 'reading'
            ? m.ui_upload_checked({ lines: formatNumber(lines) })
            : m.ui_upload_arrived({ total: formatBytes(sizeBytes) })
      }
      hint={m.ui_upload_keep_open()}
      onCancel={onCancel}
    />
  )
}
