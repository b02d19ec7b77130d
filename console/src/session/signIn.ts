import { login, signInMethods } from '@steward/contract/session'
import type { ResponseOf } from '@steward/contract/http'
import { api } from '../api/client.ts'
import { rememberTenant } from './tenant.ts'
import { holdSignedIn } from './token.ts'

export type SignInMethods = ResponseOf<typeof signInMethods>

/** The step that shows an answer asks again for what the step before has just read. */
const rememberedMs = 10_000
let lastRead: { tenantName: string; methods: SignInMethods; at: number } | undefined

/**
 * How a tenant signs in; an unknown one answers like one with passwords. Outside the query cache, which is emptied while
 * a sign-out leads here.
 */
export async function readSignInMethods(tenantName: string): Promise<SignInMethods> {
  if (lastRead?.tenantName === tenantName && Date.now() - lastRead.at < rememberedMs) return lastRead.methods
  const methods = await api(signInMethods, { query: { tenantName } })
  lastRead = { tenantName, methods, at: Date.now() }
  return methods
}

export interface Credentials {
  tenantName: string
  username: string
  password: string
}

/** Signs in, and remembers the tenant for the next time. */
export async function signIn(credentials: Credentials): Promise<void> {
  const signedIn = await api(login, { body: credentials })
  rememberTenant(signedIn.user.tenantName)
  await holdSignedIn(signedIn)
}

/** Where the browser goes to sign in at the tenant's identity provider; it comes back to `redirect`. */
export function federatedSignInUrl(tenantName: string, redirect: string | undefined): string {
  const search = new URLSearchParams({ tenantName, ...(redirect === undefined ? {} : { redirect }) })
  return `/auth/v1/Login/federated?${search.toString()}`
}
