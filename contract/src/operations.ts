import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { none } from './fields.ts'
import type { Endpoint, EndpointSchemas, InputOf, OutputOf, SchemasOf } from './http.ts'

/** Endpoints with their schemas and documentation, for validation and the API reference on the server. A browser never loads this. */

export interface Documentation<S extends EndpointSchemas = EndpointSchemas> {
  summary: string
  description?: string
  tag: string
  /** Error codes besides those that every endpoint can return. */
  errors: readonly ErrorCode[]
  /** The bodies of errors, for an external protocol. Default: a problem (RFC 9457). */
  failure?: { type: string; schema: z.ZodType }
  /** Requests per minute and address before it returns 429; for endpoints that are expensive or could be used for guessing. */
  ratePerMinute?: number
  /** Shown in the API reference, and sent by the generated access tests. */
  examples: {
    params?: InputOf<S, 'params', never>
    query?: InputOf<S, 'query', never>
    body?: InputOf<S, 'body', never>
    response?: OutputOf<S, 'response', never>
  }
}

export interface Operation extends Endpoint, Documentation {
  status: NonNullable<Endpoint['status']>
  params: z.ZodObject
  query: z.ZodObject
  body: z.ZodType
  /** `z.undefined()` for an empty response. */
  response: z.ZodType
}

/** The names of a module's endpoints. */
type EndpointNames<M> = { [K in keyof M]: M[K] extends Endpoint ? K : never }[keyof M]
type Documented<E> = E extends Endpoint ? SchemasOf<E> & Documentation<SchemasOf<E>> : never

/**
 * Joins the endpoints of a module with their schemas and documentation. An endpoint without them does not compile,
 * nor does one whose schema does not match its type.
 */
export function operations<M extends object>(module: M, documented: { [K in EndpointNames<M>]: Documented<M[K]> }): Operation[] {
  return Object.entries(documented).map(([name, docs]) => {
    // The type of `documented` guarantees that its keys are the endpoints' names and its values belong to them.
    const declared = (module as Record<string, Endpoint>)[name]
    return operation(declared as Endpoint, docs as Documentation & EndpointSchemas)
  })
}

/** One endpoint with its schemas and documentation. Unknown fields in a request are refused by name. */
export function operation<S extends EndpointSchemas>(declared: Endpoint<S>, docs: Documented<Endpoint<S>>): Operation {
  const defaults = { status: 200, params: none, query: none, body: z.undefined(), response: z.undefined() } as const
  // The documentation of one endpoint is assignable to that of any.
  return { ...defaults, ...declared, ...(docs as Documentation & EndpointSchemas) } as Operation
}
