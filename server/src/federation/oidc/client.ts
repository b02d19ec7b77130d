import { createPrivateKey } from 'node:crypto'
import * as openid from 'openid-client'
import type { FetchBody } from 'openid-client'
import type { ProviderSetup, ProtocolTools } from '../protocol.ts'
import { clockToleranceSeconds } from '../clock.ts'
import type { FetchSafely } from '../../outgoing/safe-fetch.ts'

/** Accepted signature algorithms of identity tokens: public keys only, never `none` or a shared secret. */
export const tokenAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** Our credentials for the token endpoint. */
export type ClientAuthentication = 'client_secret_post' | 'client_secret_basic' | 'private_key_jwt'

/** A discovery document (OpenID Connect Discovery 1.0, section 3) as stored. */
export type DiscoveryDocument = openid.ServerMetadata & { prompt_values_supported?: string[] }

/** @param details as written by `readProvider` */
export function documentOf(details: Record<string, unknown>): DiscoveryDocument {
  // Only readProvider writes it, after checking it.
  return details['document'] as DiscoveryDocument
}

/**
 * Client authentication. With a secret: `client_secret_post` unless discovery rules it out, because some providers do not URL-decode
 * basic credentials. Without one: a signed assertion.
 */
export function authenticationOf(document: DiscoveryDocument, hasSecret: boolean): ClientAuthentication {
  if (!hasSecret) return 'private_key_jwt'
  const methods = document.token_endpoint_auth_methods_supported
  const isBasicOnly = methods !== undefined && !methods.includes('client_secret_post') && methods.includes('client_secret_basic')
  return isBasicOnly ? 'client_secret_basic' : 'client_secret_post'
}

/** The provider's algorithms that we accept; RS256 if it lists none (Discovery 1.0 requires it). */
export function believedAlgorithms(document: DiscoveryDocument): string[] {
  return (document.id_token_signing_alg_values_supported ?? ['RS256']).filter((algorithm) => tokenAlgorithms.includes(algorithm))
}

/** The client of one setup. Signatures of identity tokens are always checked, even if the token came over TLS. */
export async function clientOf(setup: ProviderSetup, { fetch, now }: Pick<ProtocolTools, 'fetch' | 'now'>): Promise<openid.Configuration> {
  const document = documentOf(setup.details)
  const server = { ...document, id_token_signing_alg_values_supported: believedAlgorithms(document) }
  const skew = Math.round((now().getTime() - Date.now()) / 1000)
  const metadata = {
    [openid.clockSkew]: skew,
    [openid.clockTolerance]: clockToleranceSeconds,
    redirect_uris: [setup.relyingParty.responseUrl],
  }
  const config = new openid.Configuration(server, setup.clientId ?? '', metadata, await authentication(setup, document, skew))
  config[openid.customFetch] = fetcher(fetch)
  openid.enableNonRepudiationChecks(config)
  // safe-fetch decides whether a URL can be fetched without TLS, because it knows the operator's exceptions.
  openid.allowInsecureRequests(config)
  return config
}

async function authentication(setup: ProviderSetup, document: DiscoveryDocument, skew: number): Promise<openid.ClientAuth> {
  const { clientSecret, relyingParty } = setup
  if (clientSecret !== null) {
    const isBasic = authenticationOf(document, true) === 'client_secret_basic'
    return isBasic ? openid.ClientSecretBasic(clientSecret) : openid.ClientSecretPost(clientSecret)
  }
  const active = relyingParty.keys.find(({ status }) => status === 'active')
  if (!active) throw new Error('The relying party has no key to sign with')
  const der = createPrivateKey(active.privateKey).export({ type: 'pkcs8', format: 'der' })
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('pkcs8', new Uint8Array(der), algorithm, false, ['sign'])
  const { token_endpoint: tokenEndpoint } = document
  return openid.PrivateKeyJwt(
    { key, kid: active.keyId },
    {
      [openid.modifyAssertion](_header, payload) {
        if (setup.assertionAudience === 'token_endpoint' && tokenEndpoint !== undefined) payload['aud'] = tokenEndpoint
        for (const claim of ['iat', 'nbf', 'exp']) {
          const time = payload[claim]
          if (typeof time === 'number') payload[claim] = time + skew
        }
      },
    },
  )
}

/** Adapts safe-fetch to openid-client. */
export function fetcher(safeFetch: FetchSafely): openid.CustomFetch {
  return (url, { body, headers, method, signal }) => safeFetch(url, { body: sendable(body), headers, method, signal: signal ?? null })
}

function sendable(body: FetchBody): string | URLSearchParams | Uint8Array | ArrayBuffer | null | undefined {
  if (body instanceof ReadableStream) throw new Error('Nothing is streamed to a provider')
  return body
}
