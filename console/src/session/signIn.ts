import { login, signInMethods } from '@steward/contract/session'
import type { ResponseOf } from '@steward/contract/http'
import { api } from '../api/client.ts'
import { endpointQuery, queryClient } from '../api/query.ts'
import { rememberTenant } from './tenant.ts'
import { holdSignedIn } from './token.ts'

export type SignInMethods = ResponseOf<typeof signInMethods>

/** How a tenant signs in; an unknown one answers like one with passwords. Somebody waits for it, so it is asked once. */
export const readSignInMethods = (tenantName: string): Promise<SignInMethods> =>
  queryClient.fetchQuery({ ...endpointQuery(signInMethods, ['federation_config'], { query: { tenantName } }), retry: false })

export interface Credentials {
  tenantName: string
  username: string
  password: string
}

/** Signs in, and remembers the tenant for the next time. */
export async function signIn(credentials: Credentials): Promise<void> {
  const signedIn = await api(login, { body: credentials })
  rememberTenant(signedIn.user.tenantName)
  holdSignedIn(signedIn)
}

/** Where the browser goes to sign in at the tenant's identity provider; it comes back to `redirect`. */
export function federatedSignInUrl(tenantName: string, redirect: string | undefined): string {
  const search = new URLSearchParams({ tenantName, ...(redirect === undefined ? {} : { redirect }) })
  return `/auth/v1/Login/federated?${search.toString()}`
}
