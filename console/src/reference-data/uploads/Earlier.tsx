import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import type { RateUpload } from '@steward/contract/reference-data/rates-schemas'
import { m } from '@steward/contract/paraglide/messages'
import { formatNumber } from '../../i18n/time.ts'
import { Timeline, type TimelineEntry } from '../../ui/display/Timeline.tsx'
import { RecordSection } from '../../ui/record/parts.tsx'
import { uploadStatusLabels, uploadTones } from './labels.ts'
import { isRunning } from './queries.ts'

/** The uploads of a vintage before the newest one. */
export function Earlier({ uploads }: { uploads: readonly RateUpload[] }) {
  if (uploads.length === 0) return null
  return (
    <RecordSection title={m.rates_earlier()} level={2}>
      <Timeline label={m.rates_earlier()} entries={uploads.map(entryOf)} hasMore={false} loadingMore={false} onMore={() => {}} />
    </RecordSection>
  )
}

const entryOf = (upload: RateUpload): TimelineEntry => ({
  id: upload.uploadId,
  time: upload.createdAt,
  icon: isRunning(upload) ? <LoaderCircle /> : upload.status === 'finished' ? <CircleCheck /> : <CircleAlert />,
  tone: uploadTones[upload.status],
  title: `${upload.fileName}: ${uploadStatusLabels[upload.status]()}`,
  detail: m.rates_earlier_detail({ name: upload.createdBy, result: resultOf(upload) }),
})

function resultOf(upload: RateUpload): string {
  if (upload.status === 'finished')
    return m.rates_finished_text({
      added: formatNumber(upload.added),
      changed: formatNumber(upload.changed),
      unchanged: formatNumber(upload.unchanged),
    })
  return upload.status === 'refused' ? m.rates_refused_count({ count: upload.refused }) : m.rates_upload_nothing_saved()
}
