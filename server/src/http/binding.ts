import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { problem } from '@steward/contract/errors'
import { fieldFaults } from '@steward/contract/field-faults'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@steward/contract/http'
import type { Operation } from '@steward/contract/operations'
import { formLimit } from './forms.ts'
import type { Gate, Principal } from './principal.ts'
import { responseJsonSchema } from './json-schema.ts'
import { type ErrorDialect, sendProblem } from './problems.ts'

/** What a handler is given: everything validated, the principal allowed in. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Throws `unauthenticated` on a public endpoint: there is nobody. */
  principal: Principal
  /** The version an edit was made from; undefined where none was named and none is needed, or for `*`. */
  ifMatch: number | undefined
  /** Answers with this version as ETag. */
  setEtag(version: number): void
  request: FastifyRequest
  reply: FastifyReply
}

/** A handler answers the endpoint's response: nothing for an empty one, and text as a stream where it is long. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<NoInfer<Answer<ResponseOf<E>>> | typeof notModified>

/** The answer of a conditional endpoint whose ETag the caller has already. */
export const notModified = Symbol('304')

type Answer<R> = [R] extends [undefined] ? void : [R] extends [string] ? NodeJS.ReadableStream | string : R

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined
    /** The endpoint of the contract that answers; undefined where nobody needs to sign in. */
    endpointId: string | undefined
  }
}

export interface BindOptions {
  /** The schemas and the documentation of every endpoint, by its id. */
  operations: ReadonlyMap<string, Operation>
  gate: Gate
  /** In development and tests every answer is held against the contract; a wrong one is a 500. */
  checkResponses: boolean
}

const bodyLimits = { 'text/csv': 16 * 1024 * 1024, 'multipart/form-data': formLimit }

/** Binds endpoints of the contract to handlers: `bind(listUsers, async ({ query }) => …)`. */
export function binder(app: FastifyInstance, { operations, gate, checkResponses }: BindOptions) {
  return function bind<E extends Endpoint>(endpoint: E, handler: Handler<E>, options: { errors?: ErrorDialect } = {}): void {
    const { errors } = options
    const declared = operations.get(endpoint.id)
    if (!declared) throw new Error(`The endpoint ${endpoint.id} is missing in contract/src/endpoints.ts.`)
    app.route({
      method: declared.method,
      url: declared.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: declared.media?.request ? bodyLimits[declared.media.request] : declared.largestBodyBytes,
      config: {
        takesForms: declared.media?.request === 'multipart/form-data',
        ...(declared.ratePerMinute === undefined ? {} : { rateLimit: { max: declared.ratePerMinute, timeWindow: 60_000 } }),
      },
      schema: { response: responseJsonSchema(declared) },
      onRequest: async (request) => admit(gate, declared, request),
      ...(errors ? { errorHandler: (error, request, reply) => void sendProblem(request, reply, error, errors) } : {}),
      handler: async (request, reply) => {
        const call: Call<E> = {
          params: parse(declared.params, request.params, 'params.') as ParamsOf<E>,
          query: parse(declared.query, request.query, 'query.') as QueryOf<E>,
          body: parse(declared.body, request.body ?? undefined, '') as BodyOf<E>,
          get principal() {
            if (!request.principal) throw problem('unauthenticated')
            return request.principal
          },
          ifMatch: precondition(declared, request),
          setEtag: (version) => void reply.header('etag', `"${version}"`),
          request,
          reply,
        }
        const answer = await handler(call)
        if (answer === notModified) return reply.code(304).send()
        reply.code(declared.status)
        if (declared.media?.response) reply.type(declared.media.response)
        else if (checkResponses) hold(declared, answer)
        return answer
      },
    })
  }
}

export type Bind = ReturnType<typeof binder>

async function admit(gate: Gate, declared: Endpoint, request: FastifyRequest): Promise<void> {
  if ('public' in declared.access) return
  const principal = await gate.authenticate(request)
  request.principal = principal
  request.endpointId = declared.id
  // Services may what is declared for them; what is for people and their programs is none of theirs, and the other way round.
  const scope = 'service' in declared.access ? declared.access.service : undefined
  if (scope !== undefined || principal.type === 'service') {
    if (scope === undefined) throw problem('forbidden', { permission: 'permission' in declared.access ? declared.access.permission : '' })
    if (!principal.scopes?.includes(scope)) throw problem('service_scope_missing', { scope })
  }
  // A SCIM client may `/scim/v2` and nothing of this contract, also not what is open to whoever is signed in.
  if (principal.type === 'scim') {
    throw problem('forbidden', { permission: 'permission' in declared.access ? declared.access.permission : '' })
  }
  if ('permission' in declared.access && !(await gate.isGranted(principal, declared.access.permission))) {
    throw problem('forbidden', { permission: declared.access.permission })
  }
}

function parse(schema: z.ZodType, input: unknown, prefix: string): unknown {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw problem('invalid_request', {}, { fields: fieldFaults(result.error.issues, input, prefix) })
}

function precondition(declared: Endpoint, request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined) {
    if (declared.precondition === 'required') throw problem('precondition_required')
    return undefined
  }
  if (header.trim() === '*') return undefined
  const match = /^\s*(?:W\/)?"(\d+)"\s*$/.exec(header)
  // An ETag that we never gave cannot be the current one.
  if (!match) throw problem('version_conflict')
  return Number(match[1])
}

function hold(declared: Operation, answer: unknown): void {
  const result = declared.response.safeParse(answer)
  if (!result.success) {
    throw new Error(`${declared.id} answered what the contract does not declare: ${result.error.message}`)
  }
}
