import type { z } from 'zod'
import { isProblem } from './errors.ts'
import type { Problem } from './problem-schemas.ts'
import type { PermissionName } from './rules/permissions.ts'

/**
 * Defines the calls between console and server. An area declares its calls in `endpoints.ts` (all a browser needs to make them), its
 * schemas in `schemas.ts`, and its documentation in `docs.ts`; docs/adr/028 explains the three files.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who can call an endpoint. There is no default: an endpoint without this does not compile. */
export type Access =
  /** Everyone, without a token. Gives the reason, because a test lists these. */
  | { public: string }
  /** Any signed-in principal of the tenant, for its own data only; with `as`, only a person, because keys have no such data. */
  | { signedIn: true; as?: 'user' }
  /** A principal with this permission, or with the other one. */
  | { permission: PermissionName; or?: PermissionName }
  /** Only a platform service whose token has this scope. */
  | { service: ServiceScope }

/** Scopes of service tokens (docs/adr/019). */
export const serviceScopes = ['entitlements', 'jobs', 'metrics', 'system-log'] as const
export type ServiceScope = (typeof serviceScopes)[number]

/** Whether tokens with a scope are bound to the product that reports. */
export const isProductScope = (scope: ServiceScope): boolean => scope === 'jobs' || scope === 'metrics'

/**
 * How a request is limited (docs/adr/035). `request`: the limits of most calls. `long`: it can take as long as a transfer.
 * `transfer`: an upload or download, with places of its own. `wait`: it waits for news. `always`: let in however busy the server is.
 */
export type Pace = 'request' | 'long' | 'transfer' | 'wait' | 'always'

/** The data of a call: path parameters, query, body and response. Parts that are left out are empty. */
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
  /**
   * Whether a person has to have confirmed who they are within the last ten minutes, or is asked to (`freshness_required`):
   * `always`, or `sometimes`, as the server finds in what is sent. Keys and services are not asked (docs/adr/049).
   */
  freshness?: 'always' | 'sometimes'
  /** Default: 200. 204 for an empty response. */
  status?: 200 | 201 | 202 | 204
  /** For edits of one entity: takes the version that the edit is based on (RFC 9110, section 13.1.1). The console always names it. */
  precondition?: 'optional'
  /** The response has the entity's version as its ETag. */
  etag?: boolean
  /**
   * For a change that has the same effect and response if sent twice: the console retries it if there was no response,
   * unless it names the version it is based on (docs/adr/012). GET is always idempotent.
   */
  repeatable?: true
  /** A POST that only reads. */
  isRead?: true
  /** A list or record with `asOf`. The console adds it to the query while it shows another moment. */
  hasPast?: true
  /**
   * Why the call refuses `Prefer: preview` (RFC 7240), which every other call that writes takes: it then returns what it would do,
   * and does nothing (docs/adr/050). `proof`: it checks a password or a code, and previews would be attempts that are not counted.
   * `draft`: what it writes counts only after a review of its own. `sends`: it sends something that cannot be taken back.
   */
  withoutPreview?: 'draft' | 'proof' | 'sends'
  /** Returns 304 if the ETag in If-None-Match is still current (RFC 9110, section 13.1.2). */
  conditional?: boolean
  /** A request or response body that is not JSON. */
  media?: {
    response?: 'text/csv' | 'application/jsonl' | 'application/octet-stream'
    request?: 'multipart/form-data' | 'text/csv'
    /**
     * The handler reads the request's file while it arrives (`uploadedFile` in files.ts): the body of `text/csv`, or the field `file`,
     * the last of a form. Without this, a form is small, and read as a whole.
     */
    streams?: true
  } & ({ request?: 'multipart/form-data' } | { request: 'text/csv'; streams: true })
  /** Default: `transfer` for files, `long` for large bodies, otherwise `request`. */
  pace?: Pace
  /** Maximum size of the body in bytes. Default: 1 MiB, 256 MiB for one that streams. */
  largestBodyBytes?: number
  /** A type only: the schemas are with the documentation, which only the server loads (`operations.ts`). */
  schemas?: S
}

/** Whether the call takes `Prefer: preview`. */
export const hasPreview = ({ method, access, isRead, withoutPreview }: Endpoint): boolean =>
  method !== 'GET' && !('public' in access) && !isRead && withoutPreview === undefined

export type SchemasOf<E extends Endpoint> = NonNullable<E['schemas']>
type NoFields = Record<string, never>

/** The input type of an endpoint's schema; `Empty` if the endpoint has none. */
export type InputOf<S extends EndpointSchemas, K extends keyof EndpointSchemas, Empty> = K extends keyof S
  ? S[K] extends z.ZodType
    ? z.input<S[K]>
    : z.input<NonNullable<EndpointSchemas[K]>> | Empty
  : Empty
/** The output type of an endpoint's schema. */
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

/** The arguments of a call: only the parts that the endpoint declares, optional where the schema allows it. */
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

/** The server returned a problem (RFC 9457). */
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

/** There was no response, or it does not match this contract (such as a proxy's error page). */
export class NetworkError extends Error {
  readonly kind: 'network' | 'bad_response' | 'timeout'
  constructor(kind: 'network' | 'bad_response' | 'timeout', cause?: unknown) {
    super(kind, { cause })
    this.name = 'NetworkError'
    this.kind = kind
  }
}

export interface ClientOptions {
  /** Prefix for every path; empty for the same origin. */
  baseUrl: string
  fetch: typeof fetch
  /** Headers of a call, including `authorization`. */
  headers: (endpoint: Endpoint) => Promise<Record<string, string>> | Record<string, string>
  timeoutMs?: number
}

/** The URL of a call. */
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
 * @throws {ProblemError} the server refused; @throws {NetworkError} no usable response; an AbortError when aborted.
 */
export function createClient(options: ClientOptions) {
  const send = createSender(options)
  return async function call<E extends Endpoint>(declared: E, input: CallInput<E>): Promise<CallResult<E>> {
    const response = await send(declared, input)
    const etag = response.headers.get('etag') ?? undefined
    const data = await readBody(declared, response)
    // Not validated here: tests check that the server sends what the contract declares.
    return { status: response.status, data: data as ResponseOf<E>, etag, headers: response.headers }
  }
}

/** Sends calls, and returns the answer as it came. */
export function createSender(options: ClientOptions) {
  return async function send<E extends Endpoint>(declared: E, input: CallInput<E>): Promise<Response> {
    const given: { params?: object; query?: object; body?: unknown; ifMatch?: string; signal?: AbortSignal } = input
    const headers: Record<string, string> = { accept: 'application/json', ...(await options.headers(declared)) }
    if (given.ifMatch !== undefined) headers['if-match'] = given.ifMatch
    let body: RequestInit['body']
    if (declared.media?.request === 'multipart/form-data') body = formOf(given.body, declared.media.streams)
    else if (declared.media?.request === 'text/csv') {
      headers['content-type'] = 'text/csv'
      body = given.body as RequestInit['body'] // text or a file, as the endpoint declares
    } else if (given.body !== undefined) {
      headers['content-type'] = 'application/json'
      body = JSON.stringify(given.body)
    }
    // How long a large file takes depends on the connection; the server ends uploads that stall.
    const timeout = declared.media?.streams ? undefined : AbortSignal.timeout(options.timeoutMs ?? 60_000)
    const signal = AbortSignal.any([given.signal, timeout].filter((one) => one !== undefined))
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
      throw new NetworkError(timeout?.aborted ? 'timeout' : 'network', error)
    }
    if (!response.ok) throw await problemOf(response)
    return response
  }
}

/** Form fields: everything as text except files; undefined values are left out. A streamed file follows the fields. */
export function formOf(fields: unknown, streams?: true): FormData {
  const form = new FormData()
  const { file, ...others }: { file?: unknown } = fields ?? {}
  for (const [name, value] of Object.entries(streams ? others : (fields ?? {}))) {
    if (value !== undefined) form.append(name, value instanceof Blob ? value : String(value))
  }
  if (streams && file !== undefined) form.append('file', file instanceof Blob ? file : new Blob([String(file)]))
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
