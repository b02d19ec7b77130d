import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ProblemError } from '@steward/contract/http'

/** What remains for the summary after field errors were assigned to their fields. */
export interface ServerFault {
  message: string
  requestId?: string
}

/** Maps field names of the server's answer (`roles.0`) to form fields with another name. */
export type FieldNames<Values extends FieldValues> = Record<string, FieldPath<Values>>

/**
 * Assigns a server error to the form: each of its `errors[]` goes to its field, the rest to the summary. Returns what the
 * summary should show, if anything.
 */
export function applyServerError<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
  messageOf: (error: unknown) => string,
  names: FieldNames<Values> = {},
): ServerFault | undefined {
  if (error === null || error === undefined) return undefined
  if (!(error instanceof ProblemError)) return { message: messageOf(error) }
  const { problem } = error
  const known = new Set(Object.keys(form.getValues()))
  const unplaced: string[] = []
  for (const fault of problem.errors ?? []) {
    const name = names[fault.field] ?? names[fault.field.split('.')[0] ?? ''] ?? fault.field
    const top = name.split('.')[0] ?? ''
    // Checked above: the name is one of the form's fields.
    if (known.has(top)) form.setError((names[fault.field] ?? top) as FieldPath<Values>, { type: 'server', message: fault.message })
    else unplaced.push(fault.message)
  }
  const said = (problem.errors ?? []).length > unplaced.length
  if (unplaced.length > 0) return { message: unplaced.join(' '), requestId: problem.requestId }
  return said ? undefined : { message: messageOf(error), requestId: problem.requestId }
}
