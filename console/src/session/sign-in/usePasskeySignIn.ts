import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PasskeyAssertion } from '@steward/contract/session/factors-schemas'
import { askForPasskey, canOfferPasskeys, endOffer, offerPasskeys } from '../factors/passkeys.ts'
import { passkeyRequest } from './signIn.ts'

/**
 * Signing in with a passkey alone: chosen among the suggestions of a field, which are offered while the page is shown, or in the
 * browser's dialog, which `mutate(undefined)` opens.
 */
export function usePasskeySignIn(signIn: (credential: PasskeyAssertion) => Promise<void>) {
  const asked = useMutation({
    mutationKey: ['auth_passkey'],
    mutationFn: async (chosen: PasskeyAssertion | undefined) => signIn(chosen ?? (await askForPasskey(await passkeyRequest()))),
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
      const chosen = await offerPasskeys(request)
      if (!isOver) mutate(chosen)
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
