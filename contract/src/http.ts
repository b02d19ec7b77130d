import type { z } from 'zod'
import { isProblem } from './errors.ts'
import type { Problem } from './problem-schemas.ts'
import type { PermissionName } from './rules/permissions.ts'

/**
 * How console and server agree on a call. An area declares its calls in `endpoints.ts` (what a browser needs to make them), its
 * schemas in `schemas.ts`, and its documentation in `docs.ts`; docs/adr/028 says why these are three files.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who can call an endpoint. There is no default: an endpoint without a declaration does not compile. */
export type Access =
  /** Everyone, without a token. Says why, because a test lists these. */
  | { public: string }
  /** Any signed-in principal of the tenant; what it may see is its own. */
  | { signedIn: true }
  /** A principal for which this permission is granted. */
  | { permission: PermissionName }
  /** Only a platform service whose token has this scope. */
  | { service: ServiceScope }

/** What a service token can be for (docs/adr/019). */
export const serviceScopes = ['entitlements', 'metrics'] as const
export type ServiceScope = (typeof serviceScopes)[number]

/** Whether an edit names the version it was made from (RFC 9110, section 13.1.1). */
export type Precondition = 'required' | 'optional'

/** What travels: path parameters, query, body and answer. What is left out is empty. */
export interface EndpointSchemas {
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  response?: z.ZodType
}

export interface Endpoint<S extends EndpointSchemas = EndpointSchemas> {
  /** Unique, camelCase; the operation id in OpenAPI. */
  id: string
  method: Method
  /** With `{name}` for parameters, as in OpenAPI. */
  path: `/${string}`
  access: Access
  /** 200 if left out; 204 for an empty answer. */
  status?: 200 | 201 | 202 | 204
  /** Edits of one entity: whether If-Match is needed. */
  precondition?: Precondition
  /** The answer carries the entity's version as ETag. */
  etag?: boolean
  /**
   * For a change that, sent twice, does what it does once and answers the same: the console sends it again where no answer
   * came, unless it names the version it was made from (docs/adr/012). GET always is.
   */
  repeatable?: true
  /** Answers 304 to an If-None-Match that names the ETag of what it would answer (RFC 9110, section 13.1.2). */
  conditional?: boolean
  /** A body or an answer that is not JSON. */
  media?: { request?: 'multipart/form-data' | 'text/csv'; response?: 'text/csv' | 'application/octet-stream' }
  /** Bytes of the longest JSON body; 1 MiB if left out. */
  largestBodyBytes?: number
  /** Only a type: the schemas themselves are with the documentation, which only the server loads (`operations.ts`). */
  schemas?: S
}

export type SchemasOf<E extends Endpoint> = NonNullable<E['schemas']>
type NoFields = Record<string, never>

/** What a schema of an endpoint takes; `Empty` where the endpoint has none. */
export type InputOf<S extends EndpointSchemas, K extends keyof EndpointSchemas, Empty> = K extends keyof S
  ? S[K] extends z.ZodType
    ? z.input<S[K]>
    : z.input<NonNullable<EndpointSchemas[K]>> | Empty
  : Empty
/** What a schema of an endpoint gives. */
export type OutputOf<S extends EndpointSchemas, K extends keyof EndpointSchemas, Empty> = K extends keyof S
  ? S[K] extends z.ZodType
    ? z.output<S[K]>
    : z.output<NonNullable<EndpointSchemas[K]>> | Empty
  : Empty

export type ParamsOf<E extends Endpoint> = OutputOf<SchemasOf<E>, 'params', NoFields>
export type QueryOf<E extends Endpoint> = OutputOf<SchemasOf<E>, 'query', NoFields>
export type BodyOf<E extends Endpoint> = OutputOf<SchemasOf<E>, 'body', undefined>
export type ResponseOf<E extends Endpoint> = OutputOf<SchemasOf<E>, 'response', undefined>

// --- The typed client ------------------------------------------------------------------------------------------------

/** What a call is given: only the parts that the endpoint declares, and only where they are not optional. */
export type CallInput<E extends Endpoint> = Part<'params', InputOf<SchemasOf<E>, 'params', NoFields>> &
  Part<'query', InputOf<SchemasOf<E>, 'query', NoFields>> &
  Part<'body', InputOf<SchemasOf<E>, 'body', undefined>> & { ifMatch?: string; signal?: AbortSignal }

type Part<K extends string, T> = undefined extends T
  ? { [key in K]?: T }
  : Record<string, never> extends T
    ? { [key in K]?: T }
    : { [key in K]: T }

export interface CallResult<E extends Endpoint> {
  status: number
  data: ResponseOf<E>
  etag: string | undefined
  headers: Headers
}

/** The server answered with a problem (RFC 9457). */
export class ProblemError extends Error {
  readonly status: number
  readonly problem: Problem
  readonly retryAfterSeconds: number | undefined
  constructor(status: number, problem: Problem, retryAfterSeconds?: number) {
    super(problem.message)
    this.name = 'ProblemError'
    this.status = status
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** No answer arrived, or one that is not of this contract (a proxy's page, say). */
export class NetworkError extends Error {
  readonly kind: 'network' | 'bad_response' | 'timeout'
  constructor(kind: 'network' | 'bad_response' | 'timeout', cause?: unknown) {
    super(kind, { cause })
    this.name = 'NetworkError'
    this.kind = kind
  }
}

export interface ClientOptions {
  /** Prefix of every path, empty for the same origin. */
  baseUrl: string
  fetch: typeof fetch
  /** Headers of a call, `authorization` among them. */
  headers: (endpoint: Endpoint) => Promise<Record<string, string>> | Record<string, string>
  timeoutMs?: number
}

/** The address of a call. */
export function urlOf(declared: Endpoint, input: { params?: object; query?: object }): string {
  const path = declared.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((input.params as Record<string, unknown> | undefined)?.[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one))
    }
  }
  const query = search.toString()
  return query ? `${path}?${query}` : path
}

/**
 * A client for every endpoint of the contract.
 * @throws {ProblemError} the server refused; @throws {NetworkError} no usable answer; an AbortError when aborted.
 */
export function createClient(options: ClientOptions) {
  return async function call<E extends Endpoint>(declared: E, input: CallInput<E>): Promise<CallResult<E>> {
    const given: { params?: object; query?: object; body?: unknown; ifMatch?: string; signal?: AbortSignal } = input
    const headers: Record<string, string> = { accept: 'application/json', ...(await options.headers(declared)) }
    if (given.ifMatch !== undefined) headers['if-match'] = given.ifMatch
    let body: RequestInit['body']
    if (declared.media?.request === 'multipart/form-data') body = formOf(given.body)
    else if (declared.media?.request === 'text/csv') {
      headers['content-type'] = 'text/csv'
      body = given.body as RequestInit['body'] // text or a file, by the endpoint's declaration
    } else if (given.body !== undefined) {
      headers['content-type'] = 'application/json'
      body = JSON.stringify(given.body)
    }
    const timeout = AbortSignal.timeout(options.timeoutMs ?? 60_000)
    const signal = given.signal ? AbortSignal.any([given.signal, timeout]) : timeout
    let response: Response
    try {
      response = await options.fetch(options.baseUrl + urlOf(declared, given), {
        method: declared.method,
        headers,
        body,
        signal,
        credentials: 'same-origin',
      })
    } catch (error) {
      if (given.signal?.aborted) throw error
      throw new NetworkError(timeout.aborted ? 'timeout' : 'network', error)
    }
    if (!response.ok) throw await problemOf(response)
    const etag = response.headers.get('etag') ?? undefined
    const data = await readBody(declared, response)
    // The server sends what the contract declares; it checks that itself in tests.
    return { status: response.status, data: data as ResponseOf<E>, etag, headers: response.headers }
  }
}

/** Fields by name, as text but for files; what is undefined is left out. */
function formOf(fields: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields ?? {})) {
    if (value !== undefined) form.append(name, value instanceof Blob ? value : String(value))
  }
  return form
}

async function readBody(declared: Endpoint, response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  if (declared.media?.response) return response.blob()
  try {
    return await response.json()
  } catch (error) {
    throw new NetworkError('bad_response', error)
  }
}

async function problemOf(response: Response): Promise<ProblemError | NetworkError> {
  const body: unknown = await response.json().catch(() => undefined)
  if (!isProblem(body)) return new NetworkError('bad_response', new Error(`HTTP ${response.status}`))
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ProblemError(response.status, body, Number.isNaN(retryAfter) ? undefined : retryAfter)
}
