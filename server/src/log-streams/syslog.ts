import type { OcsfEvent } from './ocsf.ts'

/** Facility 13, "log audit" (RFC 5424, section 6.2.1). */
const facility = 13
const warning = 4
const informational = 6
const host = 'steward'

/** An event as a message of syslog (RFC 5424), with its length before it for a stream (RFC 5425, section 4.3). */
export function syslogFrame(event: OcsfEvent): string {
  const priority = facility * 8 + (event.status_id === 1 ? informational : warning)
  const at = new Date(event.time).toISOString()
  const message = `<${priority}>1 ${at} ${host} steward - ${event.metadata.log_name} - ${JSON.stringify(event)}`
  return `${Buffer.byteLength(message)} ${message}`
}
