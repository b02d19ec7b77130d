import { NetworkError, ProblemError } from '@steward/contract/http'
import { m } from '@steward/contract/paraglide/messages'

/**
 * The words for a failure (specification 1, section 8): the server's message below status 500, a network's failure as
 * such, otherwise the default of the action.
 */
export function problemMessage(error: unknown, fallback: string): string {
  if (error instanceof ProblemError && error.status < 500 && error.problem.message !== '') return error.problem.message
  if (error instanceof NetworkError && error.kind !== 'bad_response') return m.ui_error_network()
  return fallback
}

/** What to name when reporting a failure to the operator. */
export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ProblemError ? error.problem.requestId : undefined
}

/** The server's error code, such as `version_conflict`. */
export function problemCode(error: unknown): string | undefined {
  return error instanceof ProblemError ? error.problem.code : undefined
}

/** The HTTP status of a refusal. */
export function problemStatus(error: unknown): number | undefined {
  return error instanceof ProblemError ? error.status : undefined
}

/** Whether what was asked for is not there: it was deleted, or the address never named anything (a part of it is no id). */
export function isGone(error: unknown): boolean {
  if (!(error instanceof ProblemError)) return false
  return error.status === 404 || (error.problem.errors ?? []).some(({ field }) => field.startsWith('params.'))
}
