import { addPasskey, beginAuthenticator, beginPasskey, confirmAuthenticator, removeFactor } from '@steward/contract/session/factors'
import type { Factor } from '@steward/contract/session/factors-schemas'
import { api } from '../../api/client.ts'
import { canSignal, createPasskey, signalAccepted } from './passkeys.ts'

/** Changes of the signed-in user's own factors. */

export const startAuthenticator = () => api(beginAuthenticator, {})

export const addAuthenticator = (setupToken: string, code: string) => api(confirmAuthenticator, { body: { setupToken, code } })

/** Creates a passkey on this device, and adds it. @throws {PasskeyError}, and as every call */
export async function addPasskeyHere() {
  const credential = await createPasskey(await api(beginPasskey, {}))
  return api(addPasskey, { body: { credential } })
}

/** Removes a factor; the authenticator of a passkey is told, so that it is not offered any more. */
export async function removeOwnFactor({ factorId, kind }: Factor): Promise<void> {
  await api(removeFactor, { params: { factorId } })
  if (kind === 'passkey' && canSignal()) void tellAuthenticators().catch(() => undefined)
}

/** The options for another passkey list those that are accepted. */
const tellAuthenticators = async () => signalAccepted(await api(beginPasskey, {}))
