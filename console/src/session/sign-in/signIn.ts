import { login, signInMethods } from '@steward/contract/session/endpoints'
import type { ResponseOf } from '@steward/contract/http'
import { api } from '../../api/client.ts'
import { rememberTenant } from './tenant.ts'
import { holdSignedIn } from '../token/token.ts'

export type SignInMethods = ResponseOf<typeof signInMethods>

/** The next step requests the answer that the previous step has just loaded. */
const rememberedMs = 10_000
let lastRead: { tenantName: string; methods: SignInMethods; at: number } | undefined

/**
 * How a tenant signs in; an unknown tenant looks like one with passwords. Outside the query cache, which is cleared while
 * a sign-out leads here.
 */
export async function readSignInMethods(tenantName: string): Promise<SignInMethods> {
  if (lastRead?.tenantName === tenantName && Date.now() - lastRead.at < rememberedMs) return lastRead.methods
  const methods = await api(signInMethods, { query: { tenantName } })
  lastRead = { tenantName, methods, at: Date.now() }
  return methods
}

/** How users with an email address sign in; `tenantName` is null if no tenant has verified its domain. */
export async function readMethodsByEmail(email: string): Promise<SignInMethods> {
  const methods = await api(signInMethods, { query: { email } })
  if (methods.tenantName !== null) lastRead = { tenantName: methods.tenantName, methods, at: Date.now() }
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
