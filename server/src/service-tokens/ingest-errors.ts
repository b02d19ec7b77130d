import type { ErrorParameters, FieldFault } from '@steward/contract/errors'

/** How far a service's clock can be ahead. */
const clockSkewMs = 5 * 60_000
/** Errors in a refusal; a batch with more has a common cause. */
const mostErrors = 100
const dayMs = 86_400_000

/** The errors of a batch of a service, named by the index of their row. */
export interface IngestErrors {
  readonly list: readonly FieldFault[]
  /** Whether more errors would be left out. */
  readonly isFull: boolean
  add(index: number, field: string, code: string, parameters?: ErrorParameters): void
  /** Adds an error if a time is in the future, or more than `days` in the past; a row without the time is right. */
  checkTime(index: number, field: string, at: string | null, days: number): void
}

export function collectErrors(rows: string, now: Date): IngestErrors {
  const list: FieldFault[] = []
  const [earliest, latest] = [(days: number) => now.getTime() - days * dayMs, now.getTime() + clockSkewMs]
  const add: IngestErrors['add'] = (index, field, code, parameters = {}) => {
    if (list.length < mostErrors) list.push({ field: `${rows}.${index}.${field}`, code, parameters })
  }
  return {
    list,
    get isFull() {
      return list.length >= mostErrors
    },
    add,
    checkTime(index, field, at, days) {
      if (at === null) return
      const time = Date.parse(at)
      if (time > latest) add(index, field, 'ingest_time_future')
      if (time < earliest(days)) add(index, field, 'ingest_time_too_old', { days })
    },
  }
}
