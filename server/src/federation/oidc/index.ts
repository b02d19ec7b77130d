import type { Protocol } from '../protocol.ts'
import { authenticationOf, documentOf } from './client.ts'
import { logout, readLogout } from './logout.ts'
import { isDiscoveryText, readMetadata } from './metadata.ts'
import { begin, complete } from './sign-in.ts'

/** OpenID Connect: authorization code flow with PKCE, with openid-client. */
export function createOidc(): Protocol {
  return {
    protocol: 'oidc',
    recognizes: isDiscoveryText,
    authentication: (details, hasSecret) => authenticationOf(documentOf(details), hasSecret),
    readProvider: readMetadata,
    begin,
    flowIdOf: ({ url }) => url.searchParams.get('state') ?? undefined,
    complete,
    logout: (setup, _subject, session, tools) => logout(setup, session, tools),
    readLogout,
  }
}
