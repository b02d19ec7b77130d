import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT, exportJWK } from 'jose'

/**
 * A provider that can be told to send what a real one never would. It signs everyone in without a form; each test changes one thing.
 */

type Claims = Record<string, unknown>

export interface Lies {
  /** Changes the claims of the identity token. */
  claims?: (claims: Claims) => Claims
  /** Changes the encoded token. */
  token?: (claims: Claims, tools: ForgingTools) => Promise<string> | string
  /** Changes the parameters of the callback. */
  back?: (parameters: URLSearchParams) => void
  /** Replaces the user info response. */
  userInfo?: Claims
  /** Changes the discovery document. */
  discovery?: Claims
  status?: number
}

export interface ForgingTools {
  sign(claims: Claims, header?: object): Promise<string>
  /** The public key as PEM. */
  publicPem: string
  unsigned(header: object, claims: Claims): string
}

export interface ForgingProvider extends ForgingTools {
  issuer: string
  metadataUrl: string
  lies: Lies
  /** Logout tokens and others, correctly signed. */
  claimsOf(more: Claims): Claims
  close(): Promise<void>
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The classic algorithm confusion: the public key's text used as a shared secret. */
export function signWithPublicKey({ publicPem, unsigned }: ForgingTools, claims: Claims): string {
  const input = unsigned({ alg: 'HS256', typ: 'JWT', kid: 'forging-1' }, claims).replace(/\.$/, '')
  return `${input}.${createHmac('sha256', publicPem).update(input).digest('base64url')}`
}

export async function startForgingProvider(
  person: Claims = { sub: 'mallory', email: 'mallory@idp.example', groups: [] },
): Promise<ForgingProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'forging-1', use: 'sig', alg: 'RS256' }] }
  const flows = new Map<string, { nonce: string; clientId: string }>()
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a TCP port has an address of this shape.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const tools: ForgingTools = {
    sign: (claims, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'forging-1', typ: 'JWT', ...header }).sign(privateKey),
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }),
    unsigned: (header, claims) => `${encode(header)}.${encode(claims)}.`,
  }
  const provider: ForgingProvider = {
    ...tools,
    issuer,
    metadataUrl: `${issuer}/.well-known/openid-configuration`,
    lies: {},
    claimsOf: (more) => ({ iss: issuer, iat: seconds(), jti: randomUUID(), ...more }),
    close: () => new Promise((resolve) => void (server.close(() => resolve()), server.closeAllConnections())),
  }

  const seconds = () => Math.floor(Date.now() / 1000)
  const discovery = () => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/me`,
    jwks_uri: `${issuer}/jwks`,
    end_session_endpoint: `${issuer}/end`,
    code_challenge_methods_supported: ['S256'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    authorization_response_iss_parameter_supported: true,
    ...provider.lies.discovery,
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer)
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (url.pathname === '/.well-known/openid-configuration') return void json(discovery())
    if (url.pathname === '/jwks') return void json(jwks)
    if (url.pathname === '/me') return void json(provider.lies.userInfo ?? person)
    if (url.pathname === '/auth') return void sendBack(url, response)
    if (url.pathname === '/token') return void json(await tokens(await bodyOf(request)), provider.lies.status)
    response.writeHead(404).end()
  }

  function sendBack(url: URL, response: ServerResponse): void {
    const code = randomUUID()
    const { searchParams: asked } = url
    flows.set(code, { nonce: asked.get('nonce') ?? '', clientId: asked.get('client_id') ?? '' })
    const back = new URLSearchParams({ code, state: asked.get('state') ?? '', iss: issuer })
    provider.lies.back?.(back)
    response.writeHead(303, { location: `${asked.get('redirect_uri')}?${back.toString()}` }).end()
  }

  async function tokens(form: URLSearchParams) {
    const flow = flows.get(form.get('code') ?? '')
    const now = seconds()
    const honest = { iss: issuer, aud: flow?.clientId, iat: now, exp: now + 300, nonce: flow?.nonce, ...person }
    const claims = provider.lies.claims?.(honest) ?? honest
    const idToken = await (provider.lies.token ?? ((given) => tools.sign(given)))(claims, tools)
    return { access_token: 'an-access-token', token_type: 'Bearer', expires_in: 300, id_token: idToken }
  }
  return provider
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk as Uint8Array) // a stream without encoding
  return new URLSearchParams(Buffer.concat(chunks).toString())
}
