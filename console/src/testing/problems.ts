import { errors, type ErrorCode, type ErrorParameters } from '@steward/contract/errors'
import type { Problem } from '@steward/contract/problem-schemas'
import { ProblemError } from '@steward/contract/http'

/** The body of an error response. */
export const buildProblemBody = (code: ErrorCode, status: number, message: string = code): Problem => ({
  type: 'about:blank',
  title: code,
  status,
  code,
  message,
  requestId: 'req-1',
  parameters: {},
})

/** An error as the client throws it. */
export function buildProblem(
  code: ErrorCode,
  message: string,
  options: { parameters?: ErrorParameters; retryAfterSeconds?: number } = {},
): ProblemError {
  const status = errors[code]
  const problem = { ...buildProblemBody(code, status, message), parameters: options.parameters ?? {} }
  return new ProblemError(status, problem, options.retryAfterSeconds)
}
