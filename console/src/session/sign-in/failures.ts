import { ProblemError } from '@steward/contract/http'
import { problemMessage } from '../../api/problem.ts'

/** Why a call before sign-in failed, as the screens show it. */
export type Failure =
  /** No attempt is possible before this time (local clock, ms); `isLock`: the account or address is locked, not only the call. */
  | { kind: 'wait'; until: number; isLock: boolean }
  /** Email and password do not match. */
  | { kind: 'refused' }
  | { kind: 'message'; text: string }

/**
 * Specification 1, section 8: the combination that does not match, the lock with the time left, the server's message below
 * status 500, a network error as such, otherwise the default message of the action.
 * @param now ms
 */
export function failureOf(error: unknown, fallback: string, now: number): Failure {
  if (error instanceof ProblemError) {
    const { code } = error.problem
    if (code === 'login_failed') return { kind: 'refused' }
    if (error.status === 429) {
      const seconds = error.retryAfterSeconds ?? Number(error.problem.parameters.retryAfterSeconds)
      if (Number.isFinite(seconds)) return { kind: 'wait', until: now + seconds * 1_000, isLock: code === 'sign_in_locked' }
    }
  }
  return { kind: 'message', text: problemMessage(error, fallback) }
}

/**
 * The error below the form's title on the change-password screen; undefined if an alert with the fixed text shows
 * instead. A message that is itself JSON has the text in its own `message` (specification 1, section 8).
 */
export function changePasswordError(error: unknown): string | undefined {
  if (!(error instanceof ProblemError) || error.status >= 500 || error.problem.message === '') return undefined
  return innerMessage(error.problem.message) ?? error.problem.message
}

function innerMessage(text: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    const inner = typeof parsed === 'object' && parsed !== null && 'message' in parsed ? parsed.message : undefined
    return typeof inner === 'string' && inner !== '' ? inner : undefined
  } catch {
    return undefined
  }
}

/** "0:09", "4:05" or "1:02:05". */
export function clock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
