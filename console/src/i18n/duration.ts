import { m } from '@steward/contract/paraglide/messages'

const dayMs = 86_400_000

/** A duration as days and hh:mm:ss (second specification file, section 9): "2 days 03:04:05". */
export function formatDuration(ms: number): string {
  const whole = Math.max(0, Math.floor(ms / 1_000) * 1_000)
  const days = Math.floor(whole / dayMs)
  const time = new Date(whole - days * dayMs).toISOString().slice(11, 19)
  return days === 0 ? time : `${m.job_days({ count: days })} ${time}`
}
