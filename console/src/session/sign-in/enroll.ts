import { enrollAuthenticator, enrollBeginAuthenticator, enrollBeginPasskey, enrollPasskey } from '@steward/contract/session/factors'
import type { PendingSignIn } from '@steward/contract/session/factors-schemas'
import type { ResponseOf } from '@steward/contract/http'
import { api } from '../../api/client.ts'
import { createPasskey } from '../factors/passkeys.ts'
import { keepSignedIn } from './signIn.ts'

/** Setting up a second factor while signing in; each signs in, and returns the recovery codes where there are new ones. */

async function signedIn({ recoveryCodes, ...session }: ResponseOf<typeof enrollPasskey>): Promise<readonly string[] | null> {
  await keepSignedIn(session)
  return recoveryCodes
}

export const beginAuthenticatorStep = ({ token }: PendingSignIn) => api(enrollBeginAuthenticator, { body: { token } })

export const enrollAuthenticatorStep = async ({ token }: PendingSignIn, setupToken: string, code: string) =>
  signedIn(await api(enrollAuthenticator, { body: { token, setupToken, code } }))

export async function enrollPasskeyStep({ token }: PendingSignIn) {
  const credential = await createPasskey(await api(enrollBeginPasskey, { body: { token } }))
  return signedIn(await api(enrollPasskey, { body: { token, credential } }))
}
