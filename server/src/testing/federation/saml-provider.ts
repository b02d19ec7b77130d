import { randomBytes } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import samlp, { type AuthOptions, type ProfileMapper, type Request, type Response, type SessionParticipant } from 'samlp'
import SessionParticipants from 'samlp/lib/sessionParticipants/index.js'
import { type SelfsignedOptions, generate } from 'selfsigned'
import { nameIdFormat, redirectBinding, signatureNs } from '../../federation/saml/names.ts'
import {
  type ServiceProvider,
  answer,
  derOf,
  escapeHtml,
  loginPage,
  page,
  readBody,
  readServiceProvider,
  requestOf,
  responseOf,
} from './saml-provider-web.ts'

/**
 * A real SAML provider on the loopback, for tests and browser tests: the npm package `samlp` with a form that accepts any known login
 * with any password.
 */

export interface SamlUser {
  /** The NameID; defaults to the login. */
  nameId?: string
  nameIdFormat?: string
  email?: string
  givenName?: string
  familyName?: string
  groups?: string[]
  /** More attributes, by name. */
  attributes?: Record<string, string | string[]>
}

/** How the provider responds; can be changed at any time. */
export interface SamlProviderSettings {
  signsResponse: boolean
  signsAssertion: boolean
  /** Encrypts for the certificate of the service provider's metadata. */
  encryption: 'none' | 'aes256-gcm' | 'aes256-cbc'
  /** Asks for signed requests in its metadata, and refuses others. */
  wantsSignedRequests: boolean
  signatureAlgorithm: 'rsa-sha256' | 'rsa-sha1'
  lifetimeSeconds: number
  /** Other options for samlp, such as another audience. */
  overrides: Partial<AuthOptions>
}

export interface KeyPair {
  privateKey: string
  /** PEM. */
  certificate: string
}

export interface SamlProvider {
  /** Entity id. */
  issuer: string
  metadataUrl: string
  origin: string
  /** Users by login; can be changed at any time. */
  users: Map<string, SamlUser>
  settings: SamlProviderSettings
  /** The certificates in the metadata; the first one signs. */
  keys: KeyPair[]
  /** Registers the service provider from the text of its metadata. */
  trust(metadata: string): void
  /** The first call publishes another key; the next call signs with it and removes the old one. */
  rotate(): Promise<void>
  /** The URL that starts a logout at the provider. */
  logoutUrl: string
  close(): Promise<void>
}

export interface SamlProviderOptions {
  users?: Record<string, SamlUser>
  settings?: Partial<SamlProviderSettings>
  /** A fixed port instead of one chosen by the system. */
  port?: number
}

/** A key with its own certificate. */
export async function makeKeyPair(
  name: string,
  choices: Pick<SelfsignedOptions, 'keyType' | 'keySize' | 'notBeforeDate' | 'notAfterDate'> = {},
): Promise<KeyPair> {
  // Valid from a minute ago: generating it takes a while, and a test can have read its "now" before that.
  const options = { keySize: 2048, algorithm: 'sha256', notBeforeDate: new Date(Date.now() - 60_000), ...choices }
  const { private: privateKey, cert: certificate } = await generate([{ name: 'commonName', value: name }], options)
  return { privateKey, certificate }
}

interface BrowserSession {
  /** Where samlp stores pending logouts. */
  store: Record<string, unknown>
  user: SamlUser | undefined
  login: string
  participants: SessionParticipant[]
}

/** Starts a provider; the caller closes it. */
export async function startSamlProvider(options: SamlProviderOptions = {}): Promise<SamlProvider> {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => answer(response, 500, page(`<p role="alert">${escapeHtml(String(error))}</p>`)))
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a TCP port
  const origin = `http://127.0.0.1:${port}`
  const issuer = `${origin}/metadata`
  const users = new Map(Object.entries(options.users ?? {}))
  const settings: SamlProviderSettings = {
    signsResponse: true,
    signsAssertion: true,
    encryption: 'none',
    wantsSignedRequests: false,
    signatureAlgorithm: 'rsa-sha256',
    lifetimeSeconds: 300,
    overrides: {},
    ...options.settings,
  }
  const keys = [await makeKeyPair('samlp')]
  const serviceProviders = new Map<string, ServiceProvider>()
  const sessions = new Map<string, BrowserSession>()
  /** Requests waiting for a login. */
  const pending = new Map<string, Pick<Request, 'query' | 'body'>>()

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', origin)
    const session = sessionOf(incoming, outgoing)
    const body = Object.fromEntries(new URLSearchParams(await readBody(incoming)))
    const query = Object.fromEntries(url.searchParams)
    const request = requestOf(incoming, { query, body, session: session.store })
    const response = responseOf(outgoing)
    const fail = (error?: unknown) => answer(outgoing, 400, page(`<p role="alert">${escapeHtml(String(error))}</p>`))
    if (url.pathname === '/metadata') return publish(request, outgoing, fail)
    if (url.pathname === '/sso') return signIn(request, response, session, fail)
    if (url.pathname === '/login') return logIn(request, response, session, fail)
    if (url.pathname === '/logout') return logOut(request, response, session, fail)
    return answer(outgoing, 404, page('<p>Not here</p>'))
  }

  function publish(request: Request, outgoing: ServerResponse, fail: (error?: unknown) => void): void {
    const [first, ...others] = keys
    const response: Response = {
      set: (name, value) => void outgoing.setHeader(name, value),
      redirect: () => undefined,
      send: (content) => void outgoing.end(withKeys(String(content), others)),
    }
    const endpoints = {
      redirectEndpointPath: '/sso',
      postEndpointPath: '/sso',
      logoutEndpointPaths: { redirect: '/logout', post: '/logout' },
    }
    samlp.metadata({ issuer, cert: first?.certificate ?? '', ...endpoints })(request, response, fail)
  }

  /** Elements that the package's template does not support. */
  function withKeys(metadata: string, others: readonly KeyPair[]): string {
    const descriptors = others.map(
      ({ certificate }) =>
        `<KeyDescriptor use="signing"><KeyInfo xmlns="${signatureNs}"><X509Data><X509Certificate>${derOf(certificate)}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
    )
    return metadata
      .replace('<IDPSSODescriptor ', `<IDPSSODescriptor WantAuthnRequestsSigned="${settings.wantsSignedRequests}" `)
      .replace('</KeyDescriptor>', `</KeyDescriptor>${descriptors.join('')}`)
  }

  function signIn(request: Request, response: Response, session: BrowserSession, fail: (error?: unknown) => void): void {
    samlp.parseRequest(request, {}, (error, data) => {
      const known = data?.issuer === undefined ? undefined : serviceProviders.get(data.issuer)
      if (error || !known) return fail(error ?? `${data?.issuer ?? 'no issuer'} is not known here`)
      if (session.user && data?.forceAuthn !== 'true') return respond(request, response, session, known, fail)
      const id = randomBytes(12).toString('hex')
      pending.set(id, { query: request.query, body: request.body })
      return response.send(loginPage(id))
    })
  }

  function logIn(request: Request, response: Response, session: BrowserSession, fail: (error?: unknown) => void): void {
    const { pending: id = '', login = '' } = request.body
    const waiting = pending.get(id)
    const user = users.get(login)
    if (!waiting) return fail('no sign-in is waiting')
    if (!user) return response.send(loginPage(id, `${login} is not known here`))
    pending.delete(id)
    Object.assign(session, { user, login })
    const original: Request = { ...request, ...waiting, method: waiting.query['SAMLRequest'] === undefined ? 'POST' : 'GET' }
    return samlp.parseRequest(original, {}, (error, data) => {
      const known = serviceProviders.get(data?.issuer ?? '')
      if (error || !known) return fail(error)
      return respond(original, response, session, known, fail)
    })
  }

  function respond(
    request: Request,
    response: Response,
    session: BrowserSession,
    to: ServiceProvider,
    fail: (error?: unknown) => void,
  ): void {
    const user = session.user ?? {}
    const nameId = user.nameId ?? session.login
    const sessionIndex = `_${randomBytes(12).toString('hex')}`
    const [key] = keys
    if (!key) return fail('no key')
    session.participants.push({
      serviceProviderId: to.entityId,
      serviceProviderLogoutURL: to.logoutUrl ?? '',
      nameId,
      nameIdFormat: user.nameIdFormat ?? nameIdFormat.persistent,
      sessionIndex,
      ...(to.signingCertificate === undefined ? {} : { cert: to.signingCertificate }),
    })
    const certificate = settings.encryption === 'none' ? undefined : to.encryptionCertificate
    return samlp.auth({
      issuer,
      cert: key.certificate,
      key: key.privateKey,
      destination: to.acsUrl,
      recipient: to.acsUrl,
      sessionIndex,
      lifetimeInSeconds: settings.lifetimeSeconds,
      signResponse: settings.signsResponse,
      signAssertion: settings.signsAssertion,
      signatureAlgorithm: settings.signatureAlgorithm,
      digestAlgorithm: settings.signatureAlgorithm === 'rsa-sha1' ? 'sha1' : 'sha256',
      ...(settings.wantsSignedRequests && to.signingCertificate !== undefined ? { signingCert: to.signingCertificate } : {}),
      ...(certificate === undefined
        ? {}
        : {
            encryptionCert: certificate,
            encryptionPublicKey: certificate,
            encryptionAlgorithm: contentAlgorithms[settings.encryption],
            // CBC, which many providers still use.
            disallowEncryptionWithInsecureAlgorithm: false,
            warnOnInsecureEncryptionAlgorithm: false,
          }),
      profileMapper: () => profileOf(user, nameId),
      getUserFromRequest: () => user,
      getPostURL: (_audience, _dom, _request, callback) => callback(null, to.acsUrl),
      RelayState: request.query['RelayState'] ?? request.body['RelayState'] ?? '',
      ...settings.overrides,
    })(request, response, fail)
  }

  function logOut(request: Request, response: Response, session: BrowserSession, fail: (error?: unknown) => void): void {
    const [key] = keys
    const clearIdPSession = (done: () => void) => {
      session.user = undefined
      done()
    }
    samlp.logout({
      issuer,
      cert: key?.certificate ?? '',
      key: key?.privateKey ?? '',
      deflate: true,
      protocolBinding: redirectBinding,
      sessionParticipants: new SessionParticipants(session.participants),
      clearIdPSession,
    })(request, response, fail)
  }

  function sessionOf(incoming: IncomingMessage, outgoing: ServerResponse): BrowserSession {
    const id = /(?:^|; )samlp=([\da-f]+)/.exec(incoming.headers.cookie ?? '')?.[1]
    const known = id === undefined ? undefined : sessions.get(id)
    if (known) return known
    const fresh: BrowserSession = { store: {}, user: undefined, login: '', participants: [] }
    const freshId = randomBytes(12).toString('hex')
    sessions.set(freshId, fresh)
    outgoing.setHeader('set-cookie', `samlp=${freshId}; Path=/; HttpOnly`)
    return fresh
  }

  return {
    issuer,
    metadataUrl: issuer,
    origin,
    users,
    settings,
    keys,
    logoutUrl: `${origin}/logout`,
    trust(metadata) {
      const read = readServiceProvider(metadata)
      serviceProviders.set(read.entityId, read)
    },
    async rotate() {
      const [current, next] = keys
      if (next) keys.splice(0, keys.length, next)
      else if (current) keys.push(await makeKeyPair('samlp renewed'))
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

const contentAlgorithms = {
  none: '',
  'aes256-gcm': 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'aes256-cbc': 'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
} as const

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'

function profileOf(user: SamlUser, nameId: string): ProfileMapper {
  return {
    getClaims: () => ({
      [`${claims}/emailaddress`]: user.email,
      [`${claims}/givenname`]: user.givenName,
      [`${claims}/surname`]: user.familyName,
      'http://schemas.xmlsoap.org/claims/Group': user.groups,
      ...user.attributes,
    }),
    getNameIdentifier: () => ({ nameIdentifier: nameId, nameIdentifierFormat: user.nameIdFormat ?? nameIdFormat.persistent }),
  }
}
