import type { LogStream } from '@steward/contract/log-streams/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { Status } from '../ui/display/Badge.tsx'

/** Whether a stream delivers now. */
export function StreamStatus({ stream: { isPaused, pauseReason, failures } }: { stream: LogStream }) {
  if (isPaused) return <Status tone={pauseReason === 'by_hand' ? 'neutral' : 'danger'}>{m.streams_status_paused()}</Status>
  if (failures > 0) return <Status tone="warning">{m.streams_status_failing()}</Status>
  return <Status tone="success">{m.streams_status_active()}</Status>
}
