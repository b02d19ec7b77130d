import { z } from 'zod'

export const fieldProblemSchema = z.object({
  field: z.string().meta({ description: 'Path of the field in the request, such as `givenName` or `roles.0`' }),
  code: z.string(),
  message: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
})

/** The body of every error response: `application/problem+json` (RFC 9457) with our own members. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  errors: z.array(fieldProblemSchema).optional(),
})

export type FieldProblem = z.output<typeof fieldProblemSchema>
export type Problem = z.output<typeof problemSchema>
