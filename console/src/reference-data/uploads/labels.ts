import { m } from '@steward/contract/paraglide/messages'
import type { UploadStatus } from '@steward/contract/reference-data/rates-schemas'
import type { Tone } from '../../ui/display/Badge.tsx'

export const uploadStatusLabels: Record<UploadStatus, () => string> = {
  receiving: m.rates_status_receiving,
  queued: m.rates_status_queued,
  reading: m.rates_status_reading,
  storing: m.rates_status_storing,
  finished: m.rates_status_finished,
  refused: m.rates_status_refused,
  failed: m.rates_status_failed,
}

export const uploadTones: Record<UploadStatus, Tone> = {
  receiving: 'info',
  queued: 'info',
  reading: 'info',
  storing: 'info',
  finished: 'success',
  refused: 'danger',
  failed: 'danger',
}
