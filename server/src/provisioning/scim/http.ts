import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ProblemException, problem } from '@steward/contract/errors'
import { isStorable } from '@steward/contract/rules/characters'
import { contextOf } from '../../http/context.ts'
import type { Principal } from '../../http/principal.ts'
import { clientOf } from '../../http/client.ts'
import { toProblem } from '../../http/problems.ts'
import { bulkLimits } from './discovery.ts'
import { ScimError, invalid, refuse } from './error.ts'
import type { ScimAnswer } from './operation.ts'
import type { RunScimOperation } from './operation.ts'
import type { ScimCaller, ScimMethod, ScimRequest } from './types.ts'
import { refusal, scimError } from './run.ts'

/** SCIM over HTTP (RFC 7644, section 3): `/scim/v2` for the token's tenant, and the same below the tenant's name. */

export const scimBase = '/scim/v2'
const mediaType = 'application/scim+json'
const plainType = 'application/json'
/** The size limit of a body other than a Bulk: a PUT lists all members of a group, which can be a hundred thousand. */
const largestBody = 8_388_608
const methods: ScimMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const bulkPath = /\/bulk\/?(?:\?|$)/i
const tenantNameForm = /^[a-z\d][a-z\d-]*$/

export interface ScimHttpOptions {
  run: RunScimOperation
  /** Records a request that matched no operation. */
  refuse(caller: ScimCaller, request: ScimRequest, error: ScimError, options: { dryRun: boolean }): Promise<ScimAnswer>
  publicUrl: string
  /** The principal of the request's token. @throws unauthenticated */
  authenticate(request: FastifyRequest): Promise<Principal>
  /** The name of a tenant, which is the end of its base URL. */
  tenantName(tenantId: string): Promise<string | undefined>
}

/** Serves SCIM in a separate scope, with its own media type and error format. */
export async function serveScim(http: FastifyInstance, options: ScimHttpOptions): Promise<void> {
  await http.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser([mediaType, plainType], { parseAs: 'string', bodyLimit: largestBody }, parseJson)
    app.setErrorHandler((error, request, reply) => sendError(options, request, reply, error))
    for (const url of [scimBase, `${scimBase}/*`]) {
      app.route({
        method: methods,
        url,
        config: { pace: ({ method, url: path }) => (method === 'PATCH' || method === 'PUT' || bulkPath.test(path) ? 'long' : 'request') },
        onRequest: async (request) => {
          request.principal = await admitted(options, request)
        },
        handler: async (request, reply) => send(reply, await handle(options, request)),
      })
    }
  })
}

/** Clients send DELETE with a content type and no body. */
function parseJson({ url }: FastifyRequest, body: string | Buffer, done: (error: Error | null, body?: unknown) => void): void {
  const text = String(body)
  if (bulkPath.test(url) && Buffer.byteLength(text) > bulkLimits.maxPayloadSize) {
    return done(refuse(413, 'bulk_payload_exceeded', { maximum: bulkLimits.maxPayloadSize }))
  }
  if (text.trim() === '') return done(null, undefined)
  if (isDeeper(text, deepestBody)) return done(invalid('invalidSyntax', 'body_too_deep', { maximum: deepestBody }))
  try {
    done(null, mayNotBeStorable.test(text) ? JSON.parse(text, storable) : JSON.parse(text))
  } catch (error) {
    done(error instanceof ScimError ? error : invalid('invalidSyntax', 'body_not_json', {}))
  }
}

/** The deepest request of the RFC, a PATCH in a Bulk, has nine levels. */
const deepestBody = 64

/** Whether JSON is nested deeper than this, found without recursion. */
function isDeeper(text: string, deepest: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]
    if (mark === '"') at = endOfString(text, at)
    else if (mark === '{' || mark === '[') depth++
    else if (mark === '}' || mark === ']') depth--
    if (depth > deepest) return true
  }
  return false
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  for (; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++
  return at
}

/** Only an escape can produce a NUL or a lone surrogate in JSON. */
const mayNotBeStorable = /\\u(?:0000|d[89a-f])/i

function storable(name: string, value: unknown): unknown {
  if (!isStorable(name) || (typeof value === 'string' && !isStorable(value))) throw invalid('invalidValue', 'text_not_storable', {})
  return value
}

async function admitted({ authenticate }: ScimHttpOptions, request: FastifyRequest): Promise<Principal> {
  const principal = await authenticate(request)
  if (principal.type !== 'scim') throw refuse(403, 'token_not_scim', {})
  return principal
}

async function handle(options: ScimHttpOptions, request: FastifyRequest): Promise<ScimAnswer> {
  const { principal } = request
  if (!principal) throw problem('unauthenticated')
  const { path, tenantName } = await pathOf(options, request, principal)
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers
  return options.run(
    callerOf(options, request, principal, tenantName),
    {
      ...requestLine(request, path),
      body: request.body ?? undefined,
      ...(ifMatch === undefined ? {} : { ifMatch }),
      ...(ifNoneMatch === undefined ? {} : { ifNoneMatch }),
      ...preferenceOf(request),
    },
    { dryRun: principal.isDryRun ?? false },
  )
}

function callerOf({ publicUrl }: ScimHttpOptions, request: FastifyRequest, principal: Principal, tenantName?: string): ScimCaller {
  const { address, userAgent } = clientOf(request)
  return {
    ...contextOf(principal, request.id),
    baseUrl: `${publicUrl}${scimBase}${tenantName === undefined ? '' : `/${tenantName}`}`,
    address,
    userAgent,
  }
}

/** Only SCIM's methods are routed here, and HEAD, which gets the response of GET without a body. */
const requestLine = (request: FastifyRequest, path: string) => ({
  method: request.method === 'HEAD' ? 'GET' : (request.method as ScimMethod),
  path,
  query: queryOf(request),
})

/**
 * The path below the base URL. Only the token's own tenant has one of its own: the name of another tenant is a path where nothing
 * is, whether or not that tenant exists.
 */
async function pathOf(options: ScimHttpOptions, request: FastifyRequest, principal: Principal) {
  const path = pathBelow(request)
  const [, first = '', ...rest] = path.split('/')
  // Tenant names are lower case, so a segment with capitals is a resource, known or not.
  if (!tenantNameForm.test(first)) return { path, tenantName: undefined }
  const tenantName = await options.tenantName(principal.tenantId)
  return first === tenantName ? { path: `/${rest.join('/')}`, tenantName } : { path, tenantName: undefined }
}

/** The path below `/scim/v2`; a base URL configured with a trailing slash leads to two. */
const pathBelow = ({ url }: FastifyRequest): string =>
  (url.split('?')[0] ?? '').slice(scimBase.length).replace(/\/+/g, '/').replace(/\/$/, '')

/** The last of several values counts. */
function queryOf(request: FastifyRequest): Record<string, string> {
  const parameters = new URLSearchParams(request.url.split('?').slice(1).join('?'))
  return Object.fromEntries(parameters)
}

/** What a PATCH is to answer with (RFC 7240, section 4.2). */
function preferenceOf({ method, headers }: FastifyRequest): Pick<ScimRequest, 'prefer'> {
  const [, prefer] = /(?:^|[,;\s])return\s*=\s*"?(minimal|representation)\b/i.exec(String(headers['prefer'] ?? '')) ?? []
  return method === 'PATCH' && prefer !== undefined ? { prefer: prefer.toLowerCase() === 'minimal' ? 'minimal' : 'representation' } : {}
}

const statusOfPreference = { minimal: 204, representation: 200 } as const

function send(reply: FastifyReply, { status, body, etag, location, retryAfterSeconds, allow }: ScimAnswer): FastifyReply {
  const { prefer } = preferenceOf(reply.request)
  if (prefer && status === statusOfPreference[prefer]) reply.header('preference-applied', `return=${prefer}`)
  if (allow !== undefined) reply.header('allow', allow.join(', '))
  if (etag !== undefined) reply.header('etag', etag)
  if (location !== undefined) reply.header('location', location)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  reply.code(status).header('cache-control', 'no-store')
  if (body === undefined) return reply.send()
  return reply.type(`${answerType(reply.request.headers.accept)}; charset=utf-8`).send(JSON.stringify(body))
}

/** Clients that only accept plain JSON get that media type (RFC 7644, section 3.8); the body is the same. */
const answerType = (accept = ''): string =>
  accept.includes(plainType) && !accept.includes(mediaType) && !accept.includes('*') ? plainType : mediaType

/** Errors outside an operation, in the format of RFC 7644, section 3.12; recorded if the request had a valid token. */
async function sendError(options: ScimHttpOptions, request: FastifyRequest, reply: FastifyReply, thrown: unknown): Promise<FastifyReply> {
  const known = thrown instanceof ScimError || thrown instanceof ProblemException
  const foreseen = known ? thrown : toProblem(thrown, largestBody)
  const error = scimError(request.log, foreseen instanceof ProblemException && foreseen.code === 'internal' ? thrown : foreseen)
  if (error.status === 401) reply.header('www-authenticate', 'Bearer')
  const { principal } = request
  if (principal?.type !== 'scim') return send(reply, refusal(error))
  const line = requestLine(request, pathBelow(request))
  const refused = { ...line, body: request.body ?? (line.method === 'GET' || line.method === 'DELETE' ? undefined : notKept) }
  return send(reply, await options.refuse(callerOf(options, request, principal), refused, error, { dryRun: principal.isDryRun ?? false }))
}

/** An unreadable body, logged like one that is too long. */
const notKept = { truncated: true, start: '' }
