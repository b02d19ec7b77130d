import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type JSONWebKeySet, exportJWK, generateKeyPair } from 'jose'
import { Provider, type ClientMetadata, type Configuration } from 'oidc-provider'

/**
 * A real OpenID provider on the loopback, for tests and browser tests: the npm package `oidc-provider` with a form that accepts any
 * known login with any password.
 */

export interface ProviderUser {
  /** The subject; defaults to the login. */
  sub?: string
  email?: string
  emailVerified?: boolean
  givenName?: string
  familyName?: string
  groups?: string[]
  /** Authentication methods (RFC 8176). */
  amr?: string[]
}

export interface ProviderClient {
  clientId: string
  clientSecret?: string
  /** Redirect URIs. */
  redirectUris: string[]
  authentication?: 'client_secret_post' | 'client_secret_basic' | 'private_key_jwt'
  /** For a client that authenticates with its key: the URL of its keys, or the keys. */
  jwksUri?: string
  jwks?: JSONWebKeySet
  backchannelLogoutUri?: string
  postLogoutRedirectUris?: string[]
}

export interface OidcProvider {
  issuer: string
  /** The URL of the discovery document. */
  metadataUrl: string
  /** Users by login; can be changed at any time. */
  users: Map<string, ProviderUser>
  addClient(client: ProviderClient): Promise<void>
  close(): Promise<void>
}

export interface OidcProviderOptions {
  users?: Record<string, ProviderUser>
  clients?: ProviderClient[]
  /** More settings of the package. */
  configuration?: Partial<Configuration>
  /** A fixed port instead of one chosen by the system. */
  port?: number
}

const metadataOf = (client: ProviderClient): ClientMetadata => ({
  client_id: client.clientId,
  ...(client.clientSecret === undefined ? {} : { client_secret: client.clientSecret }),
  redirect_uris: client.redirectUris,
  token_endpoint_auth_method: client.authentication ?? (client.clientSecret === undefined ? 'private_key_jwt' : 'client_secret_post'),
  ...(client.jwksUri === undefined ? {} : { jwks_uri: client.jwksUri }),
  ...(client.jwks === undefined ? {} : { jwks: client.jwks }),
  ...(client.backchannelLogoutUri === undefined
    ? {}
    : { backchannel_logout_uri: client.backchannelLogoutUri, backchannel_logout_session_required: true }),
  post_logout_redirect_uris: client.postLogoutRedirectUris ?? [],
})

/** The claims of a user, by their OpenID Connect names. */
function claimsOf(login: string, user: ProviderUser) {
  return {
    sub: user.sub ?? login,
    email: user.email,
    email_verified: user.emailVerified ?? true,
    given_name: user.givenName,
    family_name: user.familyName,
    name: [user.givenName, user.familyName].filter(Boolean).join(' ') || undefined,
    groups: user.groups,
  }
}

/** Starts a provider; the caller closes it. */
export async function startOidcProvider(options: OidcProviderOptions = {}): Promise<OidcProvider> {
  const users = new Map(Object.entries(options.users ?? {}))
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  // A server that listens on a TCP port has an address of this shape.
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, await configurationOf(users, options))
  // The package's own store and clients: clients added later are kept next to the configured ones.
  const store = new Map<string, ClientMetadata>()
  const find = provider.Client.find.bind(provider.Client)
  provider.Client.find = async (clientId) => {
    const added = store.get(clientId)
    // The types lack this constructor argument.
    return added ? Reflect.construct(provider.Client, [added]) : find(clientId)
  }
  server.on('request', provider.callback())
  return {
    issuer,
    metadataUrl: `${issuer}/.well-known/openid-configuration`,
    users,
    addClient: async (client) => void store.set(client.clientId, metadataOf(client)),
    close: () => closeServer(server),
  }
}

async function configurationOf(users: Map<string, ProviderUser>, options: OidcProviderOptions): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const ttl = 3_600
  return {
    clients: (options.clients ?? []).map(metadataOf),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'provider-1', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['only for tests'] },
    scopes: ['openid', 'profile', 'email', 'groups'],
    claims: {
      openid: ['sub', 'sid', 'amr'],
      profile: ['given_name', 'family_name', 'name'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    conformIdTokenClaims: false,
    ttl: { AccessToken: ttl, AuthorizationCode: 60, IdToken: ttl, Interaction: ttl, Session: ttl, Grant: ttl },
    features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true }, backchannelLogout: { enabled: true } },
    // Skips the consent page, so that tests of several tenants sign in directly.
    async loadExistingGrant(ctx) {
      const { client, session, provider } = ctx.oidc
      if (!client || !session?.accountId) return undefined
      session.amr = users.get(session.accountId)?.amr
      const grant = Object.assign(new provider.Grant(), { clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid profile email groups')
      await grant.save()
      return grant
    },
    // The login is the account; the package refuses unknown ones.
    async findAccount(_ctx, id) {
      const found = [...users].find(([login, user]) => login === id || user.sub === id)
      return found && { accountId: found[0], claims: async () => claimsOf(...found) }
    },
    ...options.configuration,
  }
}

const closeServer = (server: Server) =>
  new Promise<void>((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()))
    server.closeAllConnections()
  })
