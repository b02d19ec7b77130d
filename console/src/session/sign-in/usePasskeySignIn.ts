import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PasskeyAssertion } from '@steward/contract/session/factors-schemas'
import { problemCode } from '../../api/problem.ts'
import { askForPasskey, canOfferPasskeys, canSignal, endOffer, offerPasskeys, signalUnknown } from '../factors/passkeys.ts'
import { passkeyRequest } from './signIn.ts'

/** A passkey that the person chose, and whom it was asked for. */
interface Chosen {
  credential: PasskeyAssertion
  rpId: string
}

async function chooseInDialog(): Promise<Chosen> {
  const request = await passkeyRequest()
  return { credential: await askForPasskey(request), rpId: request.rpId }
}

/**
 * Signing in with a passkey alone: chosen among the suggestions of a field, which are offered while the page is shown, or in the
 * browser's dialog, which `mutate(undefined)` opens.
 */
export function usePasskeySignIn(signIn: (credential: PasskeyAssertion) => Promise<void>) {
  const asked = useMutation({
    mutationKey: ['auth_passkey'],
    mutationFn: async (offered: Chosen | undefined) => {
      const { credential, rpId } = offered ?? (await chooseInDialog())
      try {
        await signIn(credential)
      } catch (error) {
        if (problemCode(error) === 'passkey_unknown' && canSignal()) void signalUnknown(rpId, credential.id).catch(() => undefined)
        throw error
      }
    },
  })
  const { mutate, isPending } = asked
  useEffect(() => {
    // The dialog and an offer exclude each other; after a failure they are offered again.
    if (isPending) return
    let isOver = false
    let hasBegun = false
    const offer = async () => {
      if (!(await canOfferPasskeys())) return
      const request = await passkeyRequest()
      if (isOver) return
      hasBegun = true
      const credential = await offerPasskeys(request)
      if (!isOver) mutate({ credential, rpId: request.rpId })
    }
    // Without an offer there are still the button and the form.
    offer().catch(() => undefined)
    return () => {
      isOver = true
      if (hasBegun) void endOffer().catch(() => undefined)
    }
  }, [isPending, mutate])
  return asked
}
