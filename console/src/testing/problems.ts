import { errors, type ErrorCode, type ErrorParameters } from '@steward/contract/errors'
import { ProblemError } from '@steward/contract/http'

/** A refusal as the server sends it. */
export function buildProblem(
  code: ErrorCode,
  message: string,
  options: { parameters?: ErrorParameters; retryAfterSeconds?: number } = {},
): ProblemError {
  const status = errors[code]
  const problem = { type: 'about:blank', title: code, status, code, message, requestId: 'req-1', parameters: options.parameters ?? {} }
  return new ProblemError(status, problem, options.retryAfterSeconds)
}
