import { m } from '@steward/contract/paraglide/messages'
import type { TemporaryFile, TemporaryFileStatus } from '@steward/contract/exports/schemas'
import { cached } from '../i18n/format.ts'
import type { Tone } from '../ui/display/Badge.tsx'
import { formatNumber } from '../i18n/time.ts'

export const statusLabels: Record<TemporaryFileStatus, () => string> = {
  queued: m.files_status_queued,
  running: m.files_status_running,
  ready: m.files_status_ready,
  failed: m.files_status_failed,
  cancelled: m.files_status_cancelled,
  expired: m.files_status_expired,
}

export const statusTones: Record<TemporaryFileStatus, Tone> = {
  queued: 'neutral',
  running: 'info',
  ready: 'success',
  failed: 'danger',
  cancelled: 'neutral',
  expired: 'warning',
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** "21.5 MB", in powers of 1000. */
export function formatBytes(bytes: number): string {
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const unit = units[step] ?? 'byte'
  const format = cached(
    `bytes-${unit}`,
    (locale) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: step === 0 ? 'long' : 'short', maximumFractionDigits: 1 }),
  )
  return format.format(bytes / 1000 ** step)
}

/** Progress from 0 to 1; undefined while the total is unknown. */
export function shareOf({ rowCount, totalRows }: Pick<TemporaryFile, 'rowCount' | 'totalRows'>): number | undefined {
  if (totalRows === null) return undefined
  return totalRows === 0 ? 1 : Math.min(1, rowCount / totalRows)
}

/** "45%" */
export const formatShare = (share: number): string =>
  cached('share', (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })).format(
    Math.floor(share * 100) / 100,
  )

/** "1,200 of 5,000 rows" */
export const progressText = ({ rowCount, totalRows }: Pick<TemporaryFile, 'rowCount' | 'totalRows'>): string =>
  m.files_progress({ done: formatNumber(rowCount), total: formatNumber(totalRows ?? rowCount) })
