import type { Protocol } from '../protocol.ts'
import type { SafeFetch } from '../../outgoing/safe-fetch.ts'
import { authenticationOf, documentOf } from './client.ts'
import { logout, readLogout } from './logout.ts'
import { isDiscoveryText, readMetadata } from './metadata.ts'
import { begin, complete } from './sign-in.ts'

/** OpenID Connect: authorization code flow with PKCE, with openid-client. */
export function createOidc(fetch: SafeFetch): Protocol {
  return {
    protocol: 'oidc',
    recognises: isDiscoveryText,
    authentication: (details, hasSecret) => authenticationOf(documentOf(details), hasSecret),
    readProvider: (source, tools) => readMetadata(source, fetch, tools),
    begin: (setup, flow, tools) => begin(setup, flow, fetch, tools),
    flowIdOf: ({ url }) => url.searchParams.get('state') ?? undefined,
    complete: (setup, remembered, incoming, tools) => complete(setup, remembered, incoming, fetch, tools),
    logout: (setup, _subject, session, tools) => logout(setup, session, fetch, tools),
    readLogout: (setup, incoming, tools) => readLogout(setup, incoming, fetch, tools),
  }
}
