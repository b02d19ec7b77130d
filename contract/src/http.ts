import { z } from 'zod'
import { keyText } from './text.ts'
import { isProblem, type ErrorCode, type Problem } from './errors.ts'
import type { PermissionName } from './rules/permissions.ts'

/**
 * The contract between console and server: every call is declared once, here and in the area files, and both sides take
 * their types, their validation and their documentation from that declaration.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call an endpoint. There is no default: an endpoint without a declaration does not compile. */
export type Access =
  /** Anybody, without a token. Says why, because a test lists these. */
  | { public: string }
  /** Any signed-in principal of the tenant; what it may see is its own. */
  | { signedIn: true }
  /** A principal for which this permission is granted. */
  | { permission: PermissionName }
  /** A platform service whose token has this scope, and nobody else. */
  | { service: ServiceScope }

/** What a service token may be for (docs/adr/019). */
export const serviceScopes = ['entitlements', 'metrics'] as const
export type ServiceScope = (typeof serviceScopes)[number]

/** Whether an edit names the version it was made from (RFC 9110, section 13.1.1). */
export type Precondition = 'required' | 'optional'

type Shape = z.ZodObject

export interface EndpointDeclaration<P extends Shape, Q extends Shape, B extends z.ZodType, R extends z.ZodType> {
  /** Unique, camelCase; the operation id in OpenAPI and the handler's name on the server. */
  id: string
  method: Method
  /** With `{name}` for parameters, as in OpenAPI. */
  path: `/${string}`
  summary: string
  description?: string
  tag: string
  access: Access
  params: P
  query: Q
  body: B
  /** `z.undefined()` for an empty answer (204). */
  response: R
  /** 200 unless told. */
  status?: 200 | 201 | 202 | 204
  /** Beyond those that every endpoint can answer. */
  errors: readonly ErrorCode[]
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
  /** Bytes of the longest JSON body; 1 MiB unless told. */
  largestBodyBytes?: number
  /** Requests per minute and address beyond which it answers 429; for endpoints that cost or guess. */
  ratePerMinute?: number
  /** Shown in the API reference, and sent by the generated access tests. */
  examples: { params?: z.input<P>; query?: z.input<Q>; body?: z.input<B>; response?: z.output<R> }
}

export interface Endpoint<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> extends EndpointDeclaration<P, Q, B, R> {
  status: 200 | 201 | 202 | 204
}

const none = z.strictObject({})
type None = typeof none

/**
 * Declares an endpoint. Parameters, query and body default to "none": a request that carries more is refused with the
 * names of what was too much.
 */
export function endpoint<R extends z.ZodType, P extends Shape = None, Q extends Shape = None, B extends z.ZodType = z.ZodUndefined>(
  declaration: Omit<EndpointDeclaration<P, Q, B, R>, 'params' | 'query' | 'body'> & { params?: P; query?: Q; body?: B },
): Endpoint<P, Q, B, R> {
  const defaults = { params: none, query: none, body: z.undefined(), status: 200 }
  // The defaults stand in exactly where the type parameters default to the same schemas.
  return { ...defaults, ...declaration } as unknown as Endpoint<P, Q, B, R>
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>
export type QueryOf<E extends Endpoint> = z.output<E['query']>
export type BodyOf<E extends Endpoint> = z.output<E['body']>
export type ResponseOf<E extends Endpoint> = z.output<E['response']>

// --- Building blocks of the area files -------------------------------------------------------------------------------

/** The entities whose ids travel in parameters; the generated tests call every endpoint with another tenant's. */
export type EntityKind =
  | 'user'
  | 'username'
  | 'group'
  | 'resourceGroup'
  | 'role'
  | 'apiKey'
  | 'session'
  | 'notification'
  | 'pushSubscription'
  | 'temporaryFile'
  | 'scimToken'
  | 'provisioningEvent'

/** A UUID that names an entity of the caller's tenant. */
export const entityId = (entity: EntityKind) =>
  z.uuid().meta({ entity, description: `Identifier of a ${entity}`, example: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44' })

/** An entity named by something else than its UUID, such as a username. */
export const entityName = (entity: EntityKind) => keyText(320).meta({ entity })

/** A moment in UTC, ISO 8601. */
export const timestamp = z.iso.datetime().meta({ example: '2026-03-14T09:26:53.589Z' })

/** A query value that may be given once or repeated (`?include=A&include=B`). */
export const repeated = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), z.array(item).max(50).optional())

/** A boolean in a query string. */
export const queryBoolean = z.enum(['true', 'false']).transform((value) => value === 'true')

/** Paging of lists by the specification: page limit 20 unless told, at most 500 a page. */
export const paging = {
  limit: z.coerce.number().int().min(1).max(500).default(20),
  offset: z.coerce.number().int().min(0).default(0),
}

/** `field` or `-field` for descending, out of a whitelist. */
export const sortOf = <const F extends readonly [string, ...string[]]>(fields: F) =>
  z.enum(fields.flatMap((field) => [field, `-${field}`]) as unknown as readonly [F[number] | `-${F[number]}`])

/**
 * A page of a list (second specification file, section 3). `totalCount` is exact for unfiltered lists and up to 10,000
 * for filtered ones; beyond that `totalIsExact` is false and it reads "more than".
 */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({
    count: z.number().int().meta({ description: 'Items on this page' }),
    items: z.array(item),
    limit: z.number().int(),
    offset: z.number().int(),
    totalCount: z.number().int(),
    totalIsExact: z.boolean(),
  })

// --- The typed client ------------------------------------------------------------------------------------------------

/** What a call is given: only the parts that the endpoint declares, and only where they are not optional. */
export type CallInput<E extends Endpoint> = Part<'params', z.input<E['params']>> &
  Part<'query', z.input<E['query']>> &
  Part<'body', z.input<E['body']>> & { ifMatch?: string; signal?: AbortSignal }

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
