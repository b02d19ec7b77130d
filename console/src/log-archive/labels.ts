import type { LogArchive } from '@steward/contract/log-fields'
import { m } from '@steward/contract/paraglide/messages'
import { formatMonth } from '../i18n/time.ts'

/** "March 2019" */
export function monthName({ month, part }: Pick<LogArchive, 'month' | 'part'>): string {
  const name = formatMonth(month)
  return part === 1 ? name : m.archive_part({ month: name, part })
}
