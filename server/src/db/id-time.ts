/** The IDs of log entries are UUIDs of version 7 (RFC 9562, section 5.7): they begin with the time at which the database made them. */

/** The first ID of a millisecond: all IDs made before it are smaller. */
export function firstIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** When the database made the ID, to the millisecond. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
