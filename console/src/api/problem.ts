import { NetworkError, ProblemError } from '@steward/contract/http'
import { m } from '@steward/contract/paraglide/messages'
import { PastRefusedError } from './moment.ts'

/**
 * The message for a failure (specification 1, section 8): the server's message below status 500, a network message for a
 * network failure, otherwise the action's default.
 */
export function problemMessage(error: unknown, fallback: string): string {
  if (error instanceof ProblemError && error.status < 500 && error.problem.message !== '') return error.problem.message
  if (error instanceof PastRefusedError) return m.shell_moment_read_only()
  if (error instanceof NetworkError && error.kind !== 'bad_response') return m.ui_error_network()
  return fallback
}

/** The request ID to give when reporting a failure to the operator. */
export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ProblemError ? error.problem.requestId : undefined
}

/** The server's error code, such as `version_conflict`. */
export function problemCode(error: unknown): string | undefined {
  return error instanceof ProblemError ? error.problem.code : undefined
}

/** Whether the moment that was asked for is no longer kept, or not yet. */
export function isTooOld(error: unknown): boolean {
  return error instanceof ProblemError && (error.problem.errors ?? []).some(({ code }) => code === 'as_of_too_old')
}

/** The HTTP status of an error response. */
export function problemStatus(error: unknown): number | undefined {
  return error instanceof ProblemError ? error.status : undefined
}

/** Whether the failure means not found: the item was deleted, or the URL is invalid (a part of it isn't an id). */
export function isGone(error: unknown): boolean {
  if (!(error instanceof ProblemError)) return false
  return error.status === 404 || (error.problem.errors ?? []).some(({ field }) => field.startsWith('params.'))
}
