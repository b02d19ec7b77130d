import type { DeliveryFault, LogStreamFormat, LogStreamKind, LogStreamPauseReason } from '@steward/contract/log-streams/constants'
import type { Delivery, LogStream } from '@steward/contract/log-streams/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { formatList } from '../i18n/format.ts'
import { formatNumber } from '../i18n/time.ts'

export const kindLabels: Record<LogStreamKind, () => string> = { webhook: m.streams_kind_webhook, syslog: m.streams_kind_syslog }
export const formatLabels: Record<LogStreamFormat, () => string> = { array: m.streams_format_array, lines: m.streams_format_lines }

export const pauseTexts: Record<LogStreamPauseReason, () => string> = {
  by_hand: m.streams_paused_by_hand,
  failing: m.streams_paused_failing,
  gone: m.streams_paused_gone,
}

const faultTexts: Record<DeliveryFault, () => string> = {
  status: m.streams_fault_status,
  address: m.streams_fault_address,
  unknown_host: m.streams_fault_unknown_host,
  certificate: m.streams_fault_certificate,
  timeout: m.streams_fault_timeout,
  unreachable: m.streams_fault_unreachable,
  secret: m.streams_fault_secret,
}

/** How an attempt ended: the HTTP status, or why there was none. */
export function resultOf({ outcome, status, fault, detail }: Delivery): string {
  if (status !== null) return `HTTP ${status}`
  if (outcome === 'success' || fault === null) return m.streams_sent()
  return detail === '' ? faultTexts[fault]() : `${faultTexts[fault]()} (${detail})`
}

/** The logs that a stream sends. */
export const logsOf = ({ sendsAuditLog, sendsSystemLog }: LogStream): string =>
  formatList([...(sendsAuditLog ? [m.menu_audit_log()] : []), ...(sendsSystemLog ? [m.menu_system_log()] : [])])

/** The most that the server counts. */
const mostCounted = 10_000

export const waitingText = ({ waiting }: LogStream): string => {
  if (waiting === 0) return m.streams_up_to_date()
  return waiting >= mostCounted ? m.ui_more_than({ count: formatNumber(mostCounted - 1) }) : formatNumber(waiting)
}
