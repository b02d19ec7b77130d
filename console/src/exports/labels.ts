import { m } from '@steward/contract/paraglide/messages'
import type { FileKind } from '@steward/contract/rules/exports'
import type { ExportFailure, TemporaryFile, TemporaryFileStatus } from '@steward/contract/exports/schemas'
import { cached } from '../i18n/format.ts'
import type { Tone } from '../ui/display/Badge.tsx'
import { formatNumber } from '../i18n/time.ts'

export const kindLabels: Record<FileKind, () => string> = {
  users: m.files_kind_users,
  groups: m.files_kind_groups,
  roles: m.files_kind_roles,
  provisioning: m.files_kind_provisioning,
  'data-entitlements': m.files_kind_data_entitlements,
  'model-entitlements': m.files_kind_model_entitlements,
  tags: m.files_kind_tags,
  'audit-log': m.menu_audit_log,
  'audit-log-lines': m.files_kind_audit_log_lines,
  'system-log': m.menu_system_log,
  jobs: m.menu_job_log,
  rejectedUsers: m.files_kind_rejected_users,
  rejectedCurrencies: m.files_kind_rejected_currencies,
  rejectedSchemes: m.files_kind_rejected_schemes,
  rejectedRates: m.files_kind_rejected_rates,
}

/** The permission needed to see the data, as the pages label it. */
export const permissionLabels: Record<FileKind, () => string> = {
  users: m.users_view_permission,
  groups: m.groups_view_permission,
  roles: m.roles_view_permission,
  provisioning: m.scim_permission,
  'data-entitlements': m.licenses_view_permission,
  'model-entitlements': m.licenses_view_permission,
  tags: m.tags_view_permission,
  'audit-log': m.audit_permission,
  'audit-log-lines': m.audit_permission,
  'system-log': m.events_permission,
  jobs: m.jobs_permission,
  rejectedUsers: m.users_edit_permission,
  rejectedCurrencies: m.currencies_edit_permission,
  rejectedSchemes: m.schemes_edit_permission,
  rejectedRates: m.schemes_edit_permission,
}

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

export const failureLabels: Record<ExportFailure, () => string> = {
  forbidden: m.download_failed_forbidden,
  temporary_space_full: m.download_failed_space,
  internal: m.download_failed_internal,
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
