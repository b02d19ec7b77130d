import type { AuditArchive } from '@steward/contract/audit-log/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { formatMonth } from '../../i18n/time.ts'

/** "March 2019" */
export function monthName({ month, part }: Pick<AuditArchive, 'month' | 'part'>): string {
  const name = formatMonth(month)
  return part === 1 ? name : m.audit_archive_part({ month: name, part })
}
