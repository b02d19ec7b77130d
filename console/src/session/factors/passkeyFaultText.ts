import { m } from '@steward/contract/paraglide/messages'
import type { PasskeyFault } from './passkeys.ts'

const texts: Record<PasskeyFault, () => string> = {
  canceled: m.passkey_canceled,
  registered: m.passkey_registered,
  unsuitable: m.passkey_unsuitable,
  address: m.passkey_address,
  failed: m.passkey_failed,
}

/** What to do after the browser or the authenticator refused. */
export const passkeyFaultText = (fault: PasskeyFault): string => texts[fault]()
