import { ProblemError } from '@steward/contract/http'
import { m } from '@steward/contract/paraglide/messages'
import { formatMoment } from '../i18n/time.ts'

/** The earliest moment that is kept, in ISO 8601, from the failure of a read of an earlier one; undefined for any other failure. */
export function earliestMoment(error: unknown): string | undefined {
  const fault = error instanceof ProblemError ? error.problem.errors?.find(({ code }) => code === 'as_of_too_old') : undefined
  const earliest = fault?.parameters?.['earliest']
  return typeof earliest === 'string' ? earliest : undefined
}

/** That a moment is not kept, and since when, in the reader's time zone; undefined for any other failure. */
export function tooOldText(error: unknown): string | undefined {
  const earliest = earliestMoment(error)
  return earliest === undefined ? undefined : m.error_as_of_too_old({ earliest: formatMoment(earliest) })
}
