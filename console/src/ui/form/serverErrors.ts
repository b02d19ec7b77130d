import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ProblemError } from '@steward/contract/http'

/** What is left to say in the summary after every fault that belongs to a field of the form was put there. */
export interface ServerFault {
  message: string
  requestId?: string
}

/** Field names of the server's answer (`roles.0`) that stand for a field of the form with another name. */
export type FieldNames<Values extends FieldValues> = Record<string, FieldPath<Values>>

/**
 * Puts the server's refusal where it belongs: each of its `errors[]` under the field it names, the rest into the
 * summary. Answers what the summary has to say, if anything is left.
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
    // The name is one of the form's own, as just checked.
    if (known.has(top)) form.setError((names[fault.field] ?? top) as FieldPath<Values>, { type: 'server', message: fault.message })
    else unplaced.push(fault.message)
  }
  const said = (problem.errors ?? []).length > unplaced.length
  if (unplaced.length > 0) return { message: unplaced.join(' '), requestId: problem.requestId }
  return said ? undefined : { message: messageOf(error), requestId: problem.requestId }
}
