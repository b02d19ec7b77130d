import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { z } from 'zod'
import type { Preview as PreviewOfCall } from '@steward/contract/changes/schemas'
import { problem } from '@steward/contract/errors'
import { fieldFaults } from '@steward/contract/field-faults'
import { type BodyOf, type Endpoint, type ParamsOf, type QueryOf, type ResponseOf, hasPreview } from '@steward/contract/http'
import type { Operation } from '@steward/contract/operations'
import { Operation as RunningOperation, PreviewDone, type Preview, runOperation, tryOut } from '../db/operation.ts'
import { compressAnswer } from './compression.ts'
import { formLimit } from './forms.ts'
import { paceOf } from './pace.ts'
import type { Gate, Principal } from './principal.ts'
import { responseJsonSchema } from './json-schema.ts'
import { type ErrorDialect, sendProblem } from './problems.ts'
import { acceptStreams, departureOf, streamLimit } from './streams.ts'

/** The input of a handler: everything validated, the principal authorized. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Throws `unauthenticated` on a public endpoint, which has no principal. */
  principal: Principal
  /** For endpoints with `freshness: 'sometimes'`. @throws freshness_required */
  requireFresh(): Promise<void>
  /**
   * Does the work as a dry run, and returns what it returned and what it would change.
   * @param changes whether work with this result would change something; otherwise there is no preview
   * @throws what refuses it
   */
  dryRun<T>(work: () => Promise<T>, changes: (result: T) => boolean): Promise<{ result: T; preview: PreviewOfCall | undefined }>
  /** The version that an edit is based on; undefined if none was given, or for `*`. */
  ifMatch: number | undefined
  /** Sets the ETag of the response to this version. */
  setEtag(version: number): void
  /** Aborts when the client leaves before it has its response: asked for by handlers whose work ends then. */
  readonly signal: AbortSignal
  request: FastifyRequest
  reply: FastifyReply
}

/** A handler returns the endpoint's response: nothing for an empty one, and text as a stream if it is long. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<NoInfer<Answer<ResponseOf<E>>> | typeof notModified>

/** The response of a conditional endpoint to a caller with the current ETag. */
export const notModified = Symbol('304')

type Answer<R> = [R] extends [undefined] ? void : [R] extends [string] ? NodeJS.ReadableStream | string : R

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The id of the endpoint in the contract. */
    operation?: string
  }
  interface FastifyRequest {
    principal: Principal | undefined
    /** The endpoint of the contract that handles the request; undefined if it needs no sign-in. */
    endpointId: string | undefined
  }
}

/** How one endpoint differs from the others. */
interface BoundOptions {
  errors?: ErrorDialect
  /** For JSON answers that can be long and have no secrets (`compression.ts`). */
  compresses?: boolean
}

export interface BindOptions {
  /** The schemas and the documentation of every endpoint, by id. */
  operations: ReadonlyMap<string, Operation>
  gate: Gate
  /** What the transaction of a call with `Prefer: preview` would change. */
  preview: (endpointId: string, offset: number) => Preview<PreviewOfCall>
  /** In development and tests every response is validated against the contract; an invalid one is a 500. */
  checkResponses: boolean
}

function bodyLimitOf({ media, largestBodyBytes }: Endpoint): number | undefined {
  return largestBodyBytes ?? (media?.streams ? streamLimit : media?.request && formLimit)
}

/** Binds endpoints of the contract to handlers: `bind(listUsers, async ({ query }) => …)`. */
export function binder(app: FastifyInstance, { operations, gate, preview, checkResponses }: BindOptions) {
  return function bind<E extends Endpoint>(endpoint: E, handler: Handler<E>, options: BoundOptions = {}): void {
    const { errors, compresses = false } = options
    const declared = operations.get(endpoint.id)
    if (!declared) throw new Error(`The endpoint ${endpoint.id} is missing in contract/src/endpoints.ts.`)
    const bodyLimit = bodyLimitOf(declared)
    const route: RouteOptions = {
      method: declared.method,
      url: declared.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit,
      config: {
        operation: declared.id,
        pace: paceOf(declared),
        takesForms: declared.media?.request === 'multipart/form-data',
        ...(declared.ratePerMinute === undefined ? {} : { rateLimit: { max: declared.ratePerMinute, timeWindow: 60_000 } }),
      },
      schema: { response: responseJsonSchema(declared) },
      onRequest: async (request) => admit(gate, declared, request),
      ...(compresses ? { onSend: compressAnswer } : {}),
      ...(errors ? { errorHandler: (error, request, reply) => void sendProblem(request, reply, error, errors) } : {}),
      handler: async (request, reply) => {
        const wanted = wantedPreview(declared, request)
        const isPreview = wanted !== undefined
        let signal: AbortSignal | undefined
        const call: Call<E> = {
          params: parse(declared.params, request.params, 'params.') as ParamsOf<E>,
          query: parse(declared.query, request.query, 'query.') as QueryOf<E>,
          body: parse(declared.body, request.body ?? undefined, '') as BodyOf<E>,
          get principal() {
            if (!request.principal) throw problem('unauthenticated')
            return request.principal
          },
          requireFresh: async () => {
            if (!isPreview) await gate.requireFresh(call.principal)
          },
          dryRun: <T>(work: () => Promise<T>, changes: (result: T) => boolean) =>
            tryOut(
              declared.id,
              // What the transaction returned is what the work returns.
              async (tx, changeId, result) => (changes(result as T) ? preview(declared.id, 0)(tx, changeId) : undefined),
              work,
            ),
          ifMatch: precondition(request),
          setEtag: (version) => void reply.header('etag', `"${version}"`),
          get signal() {
            signal ??= departureOf(reply)
            return signal
          },
          request,
          reply,
        }
        const operation = new RunningOperation(declared.id, wanted && preview(declared.id, wanted.offset))
        const { principal } = request
        if (principal && !isPreview) operation.requireFresh = (tx) => gate.requireFresh(principal, tx)
        const answer = await runOperation(operation, () => handler(call)).catch((error: unknown) => {
          if (!(error instanceof PreviewDone)) throw error
          return error
        })
        if (answer instanceof PreviewDone) return sendPreview(reply, answer.preview)
        if (isPreview) throw new Error(`${declared.id} has no transaction to preview`)
        const [changeId] = operation.changeIds
        if (changeId !== undefined) reply.header('change-id', changeId)
        if (answer === notModified) return reply.code(304).send()
        reply.code(declared.status)
        if (declared.media?.response) {
          if (!reply.hasHeader('content-type')) reply.type(declared.media.response)
        } else if (checkResponses) hold(declared, answer)
        return answer
      },
    }
    const { request: type, streams } = declared.media ?? {}
    if (!type || !streams) return void app.route(route)
    void app.register(async (scope) => {
      acceptStreams(scope, type, bodyLimit ?? streamLimit)
      scope.route(route)
    })
  }
}

export type Bind = ReturnType<typeof binder>

async function admit(gate: Gate, declared: Endpoint, request: FastifyRequest): Promise<void> {
  if ('public' in declared.access) return
  const principal = await gate.authenticate(request)
  request.principal = principal
  request.endpointId = declared.id
  // Services can only call endpoints declared for services, and users and keys only the others.
  const scope = 'service' in declared.access ? declared.access.service : undefined
  if (scope !== undefined || principal.type === 'service') {
    if (scope === undefined) throw problem('token_not_accepted')
    if (!principal.scopes?.includes(scope)) throw problem('service_scope_missing', { scope })
  }
  // A SCIM client can only call `/scim/v2`, nothing of this contract, including endpoints for everyone signed in.
  if (principal.type === 'scim') throw problem('token_not_accepted')
  if ('signedIn' in declared.access && declared.access.as === 'user' && principal.type !== 'user') throw problem('person_needed')
  if ('permission' in declared.access) {
    const { permission, or } = declared.access
    const isGranted = (await gate.isGranted(principal, permission)) || (or !== undefined && (await gate.isGranted(principal, or)))
    if (!isGranted) throw problem('forbidden', { permission, ...(or === undefined ? {} : { or }) })
  }
  // A preview changes nothing, so no one has to confirm who they are.
  if (declared.freshness === 'always' && !wantedPreview(declared, request)) await gate.requireFresh(principal)
}

/**
 * RFC 7240: `preview`, or `preview; offset=20` for the people after the first 20. Reads have nothing to preview.
 * @throws preview_unavailable, instead of doing what was only to be previewed
 */
function wantedPreview(declared: Endpoint, request: FastifyRequest): { offset: number } | undefined {
  const preferences = String(request.headers['prefer'] ?? '').split(',')
  const found = preferences.map((one) => /^\s*preview\s*(?:;(.*))?$/i.exec(one)).find((match) => match !== null)
  if (declared.method === 'GET' || declared.isRead || found === undefined) return undefined
  if (!hasPreview(declared)) throw problem('preview_unavailable')
  const [, offset = '0'] = /\boffset\s*=\s*"?(\d{1,7})\b/i.exec(found[1] ?? '') ?? []
  return { offset: Number(offset) }
}

function sendPreview(reply: FastifyReply, preview: unknown): FastifyReply {
  return reply
    .code(200)
    .removeHeader('etag')
    .header('preference-applied', 'preview')
    .type('application/json')
    .serializer(JSON.stringify)
    .send(preview)
}

function parse(schema: z.ZodType, input: unknown, prefix: string): unknown {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw problem('invalid_request', {}, { fields: fieldFaults(result.error.issues, input, prefix) })
}

function precondition(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined) return undefined
  if (header.trim() === '*') return undefined
  const match = /^\s*(?:W\/)?"(\d+)"\s*$/.exec(header)
  // An ETag that we never sent can't be the current one.
  if (!match) throw problem('version_conflict')
  return Number(match[1])
}

function hold(declared: Operation, answer: unknown): void {
  const result = declared.response.safeParse(answer)
  if (!result.success) {
    throw new Error(`${declared.id} answered what the contract does not declare: ${result.error.message}`)
  }
}
