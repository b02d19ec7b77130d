import { ProblemError } from '@steward/contract/http'

/** The ETag of a row that doesn't exist yet: creating with it can't change an existing one. */
export const newRow = '"0"'

/** Turns the conflict of `newRow` into an error of the field with the code. */
export function alreadyExists(error: unknown, field: string, message: string): unknown {
  if (!(error instanceof ProblemError) || error.problem.code !== 'version_conflict') return error
  return new ProblemError(error.status, { ...error.problem, errors: [{ field, code: 'exists', message }] })
}
