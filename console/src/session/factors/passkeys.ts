import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from '@steward/contract/session/factors-schemas'

/** Passkeys as the browser has them (WebAuthn Level 3). The code that talks to the authenticator is loaded when it is used. */

const library = () => import('@simplewebauthn/browser')

/** Whether this browser knows passkeys; where it does not, nothing about them is shown. */
export const hasPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function'

/** Why the browser or the authenticator did not answer. `canceled`: also when no one chose in time, which browsers do not tell apart. */
export type PasskeyFault = 'canceled' | 'registered' | 'unsuitable' | 'address' | 'failed'

export class PasskeyError extends Error {
  readonly fault: PasskeyFault
  constructor(fault: PasskeyFault, cause: unknown) {
    super(fault, { cause })
    this.name = 'PasskeyError'
    this.fault = fault
  }
}

const faults: Partial<Record<string, PasskeyFault>> = {
  AbortError: 'canceled',
  NotAllowedError: 'canceled',
  InvalidStateError: 'registered',
  ConstraintError: 'unsuitable',
  NotSupportedError: 'unsuitable',
  SecurityError: 'address',
}

/** By the name of the browser's own error, which the library keeps as the cause of its own. */
function passkeyError(error: unknown): PasskeyError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return new PasskeyError((cause instanceof Error ? faults[cause.name] : undefined) ?? 'failed', cause)
}

async function asking<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony
  } catch (error) {
    throw passkeyError(error)
  }
}

// The library's types name the values that the contract leaves open, such as transports.
const creation = (options: PasskeyCreation) => options as PublicKeyCredentialCreationOptionsJSON
const request = (options: PasskeyRequest) => options as PublicKeyCredentialRequestOptionsJSON

/** Creates a passkey. @throws {PasskeyError} */
export async function createPasskey(options: PasskeyCreation): Promise<PasskeyAttestation> {
  const { startRegistration } = await library()
  return asking(startRegistration({ optionsJSON: creation(options) }))
}

/** Asks for a passkey in the browser's dialog; a request of `offerPasskeys` ends. @throws {PasskeyError} */
export async function askForPasskey(options: PasskeyRequest): Promise<PasskeyAssertion> {
  const { startAuthentication } = await library()
  return asking(startAuthentication({ optionsJSON: request(options) }))
}

/** Whether the browser can offer passkeys among the suggestions of a field. */
export const canOfferPasskeys = async (): Promise<boolean> =>
  hasPasskeys() && (await globalThis.PublicKeyCredential.isConditionalMediationAvailable?.()) === true

/**
 * Offers passkeys among the suggestions of the field whose `autocomplete` ends in `webauthn`; settles when one is chosen, or when
 * another request or `endOffer` ends it. @throws {PasskeyError}
 */
export async function offerPasskeys(options: PasskeyRequest): Promise<PasskeyAssertion> {
  const { startAuthentication } = await library()
  return asking(startAuthentication({ optionsJSON: request(options), useBrowserAutofill: true }))
}

export async function endOffer(): Promise<void> {
  const { WebAuthnAbortService } = await library()
  WebAuthnAbortService.cancelCeremony()
}

/** Whether the browser tells authenticators which passkeys are still accepted (WebAuthn Level 3, section 5.1.10). */
export const canSignal = (): boolean => hasPasskeys() && 'signalAllAcceptedCredentials' in globalThis.PublicKeyCredential

/** Lets the authenticator hide a passkey that the server does not know any more. No answer is expected. */
export async function signalUnknown(rpId: string, credentialId: string): Promise<void> {
  const { sendSignal } = await library()
  await sendSignal({ signalName: 'unknownCredential', rpID: rpId, credentialID: credentialId })
}

/** Lets authenticators hide the passkeys of the user that are not in the list any more. No answer is expected. */
export async function signalAccepted({ rp, user, excludeCredentials }: PasskeyCreation): Promise<void> {
  const { sendSignal } = await library()
  const allAcceptedCredentialIDs = excludeCredentials.map(({ id }) => id)
  await sendSignal({ signalName: 'allAcceptedCredentials', rpID: rp.id, userID: user.id, allAcceptedCredentialIDs })
}
