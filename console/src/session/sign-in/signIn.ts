import { login, signInMethods } from '@steward/contract/session/endpoints'
import { askPasskey, askPasskeyStep, signInWithCode, signInWithPasskey, signInWithPasskeyStep } from '@steward/contract/session/factors'
import type { PasskeyAssertion, PendingSignIn, SignInAnswer } from '@steward/contract/session/factors-schemas'
import type { SignedIn } from '@steward/contract/session/schemas'
import type { ResponseOf } from '@steward/contract/http'
import { api } from '../../api/client.ts'
import { askForPasskey } from '../factors/passkeys.ts'
import type { Proof } from '../factors/proof.ts'
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

/** Keeps the session, and remembers the tenant for the next time. */
export async function keepSignedIn(signedIn: SignedIn): Promise<void> {
  rememberTenant(signedIn.user.tenantName)
  await holdSignedIn(signedIn)
}

/** The step that is left; undefined if the person is signed in now. */
async function stepLeft(answer: SignInAnswer): Promise<PendingSignIn | undefined> {
  if ('next' in answer) return answer
  await keepSignedIn(answer)
  return undefined
}

export const signIn = async (credentials: Credentials): Promise<PendingSignIn | undefined> =>
  stepLeft(await api(login, { body: credentials }))

/** Gives a second factor. @throws {PasskeyError}, and as every call */
export async function signInStep({ token }: PendingSignIn, proof: Proof, rememberDevice: boolean): Promise<PendingSignIn | undefined> {
  switch (proof.kind) {
    case 'passkey': {
      const credential = await askForPasskey(await api(askPasskeyStep, { body: { token } }))
      return stepLeft(await api(signInWithPasskeyStep, { body: { token, credential, rememberDevice } }))
    }
    case 'password':
      throw new Error('A password isn’t a second factor')
    default:
      return stepLeft(await api(signInWithCode, { body: { token, kind: proof.kind, code: proof.code, rememberDevice } }))
  }
}

/** What a passkey without a name has to answer. */
export const passkeyRequest = () => api(askPasskey, {}, { retry: false })

/** Signs in with a passkey alone. */
export const signInAlone = async (credential: PasskeyAssertion): Promise<PendingSignIn | undefined> =>
  stepLeft(await api(signInWithPasskey, { body: { credential } }))
