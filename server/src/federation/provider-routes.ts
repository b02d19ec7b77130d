import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '@steward/contract/errors'
import { clientOf } from '../http/client.ts'
import { findDeparture } from './departing-forms.ts'
import type { Flows, Returned } from './flows.ts'
import type { createLogout } from './logout.ts'
import type { FederationContext } from './context.ts'
import type { Departure, Incoming, Protocol } from './protocol.ts'
import type { RelyingPartyDocuments } from './relying-party-documents.ts'

/** Assertions with many groups are long. */
const formLimit = 1_048_576

type Named = { Params: { tenantName: string } }
type NamedRequest = FastifyRequest<Named>

/**
 * The endpoints called by a provider, or by a browser coming from it. They are not in the contract, because the protocols define
 * requests and responses.
 */
export async function serveProviderRoutes(
  http: FastifyInstance,
  context: FederationContext,
  { flows, logout, documents }: { flows: Flows; logout: ReturnType<typeof createLogout>; documents: RelyingPartyDocuments },
): Promise<void> {
  const { publicUrl } = context.settings
  await http.register(async (scope) => {
    // Parsed only here: other sites can post such forms, which must not be accepted as JSON elsewhere.
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: formLimit }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    const base = '/auth/federation/:tenantName'
    // A company's users share one address and sign in within the same minutes of the morning.
    const limited = { config: { pace: 'request', rateLimit: { max: 600, timeWindow: 60_000 } } } as const

    const comeBack = (protocol: Protocol['protocol']) => async (request: NamedRequest, reply: FastifyReply) => {
      const { tenantName } = request.params
      const returned = await flows.comeBack(tenantName, protocol, incomingOf(request, publicUrl), clientOf(request))
      if (returned.kind === 'start') return reply.redirect(returned.address, 303)
      return reply.redirect(`${publicUrl}/home/login#${fragmentOf(tenantName, returned)}`, 303)
    }
    scope.get<Named>(`${base}/callback`, limited, comeBack('oidc'))
    scope.post<Named>(`${base}/acs`, { ...limited, bodyLimit: formLimit }, comeBack('saml'))

    scope.get<Named>(`${base}/depart`, limited, async (request, reply) => {
      const flowId = incomingOf(request, publicUrl).url.searchParams.get('flow') ?? ''
      const form = await findDeparture(context, request.params.tenantName, flowId)
      if (!form) throw problem('not_found')
      return sendForm(reply, form)
    })

    const receiveLogout = async (request: NamedRequest, reply: FastifyReply) => {
      const answer = await logout.receive(request.params.tenantName, incomingOf(request, publicUrl), clientOf(request))
      switch (answer.kind) {
        case 'over':
          return reply.redirect(`${publicUrl}/home/login`, 303)
        case 'depart':
          return depart(reply, answer.departure)
        case 'ended':
          return reply.code(200).send()
        case 'refused':
          return reply.code(400).send()
      }
    }
    scope.get<Named>(`${base}/logout`, limited, receiveLogout)
    scope.post<Named>(`${base}/logout`, { ...limited, bodyLimit: formLimit }, receiveLogout)

    scope.get<Named>(`${base}/front-channel-logout`, limited, async (request, reply) => {
      const answer = await logout.receiveInFrame(request.params.tenantName, incomingOf(request, publicUrl), clientOf(request))
      if (answer.kind === 'refused') return reply.code(400).send()
      // The only page that others can frame, and only the provider: it is empty.
      const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors ${answer.framedBy.join(' ')}`
      return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send('<!doctype html><title>…</title>')
    })

    scope.get<Named>(`${base}/jwks.json`, limited, async (request, reply) => {
      const keys = await documents.jwks(request.params.tenantName, request.id)
      return reply.header('cache-control', 'public, max-age=300').type('application/jwk-set+json').send(keys)
    })

    scope.get<Named>(`${base}/metadata`, limited, async (request, reply) => {
      const text = await documents.metadata(request.params.tenantName, request.id)
      return reply.header('cache-control', 'public, max-age=300').type('application/samlmetadata+xml').send(text)
    })
  })
}

/** The call as the provider addressed it: below the public address, even behind a proxy. */
function incomingOf(request: FastifyRequest, publicUrl: string): Incoming {
  const body: unknown = request.body
  const entries = typeof body === 'object' && body !== null ? Object.entries(body) : []
  const form = Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
  return { method: request.method === 'POST' ? 'POST' : 'GET', url: new URL(`${publicUrl}${request.url}`), form }
}

/** The result for the login page, in the fragment, which browsers do not send to servers (docs/adr/004). */
function fragmentOf(tenantName: string, returned: Exclude<Returned, { kind: 'start' }>): string {
  return new URLSearchParams({
    ...(returned.kind === 'code'
      ? { code: returned.code }
      : { refusal: returned.refusal.code, ...(returned.attemptId === undefined ? {} : { attempt: returned.attemptId }) }),
    tenant: tenantName,
    ...(returned.isTest ? { test: 'true' } : {}),
  }).toString()
}

const depart = (reply: FastifyReply, departure: Departure) =>
  departure.kind === 'redirect' ? reply.redirect(departure.url, 303) : sendForm(reply, departure)

const script = 'document.forms[0].submit()'
const scriptHash = createHash('sha256').update(script).digest('base64')
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A page with only a form that submits automatically. Browsers also check the provider's redirects against its form-action policy. */
function sendForm(reply: FastifyReply, { action, fields }: { action: string; fields: Record<string, string> }) {
  const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
  const { origin } = new URL(action)
  const policy = `default-src 'none'; script-src 'sha256-${scriptHash}'; form-action ${origin} https:; base-uri 'none'; frame-ancestors 'none'`
  // The button is for browsers without scripts.
  const page = `<!doctype html><meta charset="utf-8"><title>…</title><form method="post" action="${escaped(action)}">${inputs.join('')}<noscript><button>→</button></noscript></form><script>${script}</script>`
  return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page)
}
