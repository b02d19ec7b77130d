import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'
import { fieldFaults, fieldFaultText } from '@steward/contract/field-faults'
import { m } from '@steward/contract/paraglide/messages'

/**
 * Validates a form with a contract schema, so rules and messages match the server's. The form keeps the schema's input type;
 * `onSubmit` gets its output. If a field has several errors, the first is shown.
 */
export function contractResolver<Input extends FieldValues, Output extends FieldValues>(
  schema: z.ZodType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return (values) => {
    const result = schema.safeParse(values)
    if (result.success) return { values: result.data, errors: {} }
    const errors: Record<string, unknown> = {}
    for (const fault of fieldFaults(result.error.issues, values)) {
      const message = fieldFaultText(fault) ?? m.field_invalid_value()
      assign(errors, fault.field === '' ? ['root'] : fault.field.split('.'), { type: fault.code, message })
    }
    // react-hook-form types nested errors after the values; this builds them from the path of each issue.
    return { values: {}, errors: errors as never }
  }
}

function assign(errors: Record<string, unknown>, path: string[], error: { type: string; message: string }): void {
  const [head, ...rest] = path
  if (head === undefined) return
  if (rest.length === 0) {
    errors[head] ??= error
    return
  }
  const nested = errors[head]
  const inner = typeof nested === 'object' && nested !== null ? nested : {}
  errors[head] = inner
  // The branch was created here or by an earlier issue; both are plain records.
  assign(inner as Record<string, unknown>, rest, error)
}
