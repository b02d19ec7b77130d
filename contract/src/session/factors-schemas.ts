import { z } from 'zod'
import { entityId, timestamp } from '../fields.ts'
import { confirmationKinds, factorAudiences, factorKinds, resetEffects, resetRequestRoles, secondStepKinds } from '../rules/factors.ts'
import { exactText, lineText, nameText, secretText } from '../text.ts'
import { signedInSchema } from './schemas.ts'

const base64url = (maximum: number) => exactText(maximum).regex(/^[\w-]+$/)
const stepToken = exactText(200).min(1).meta({ description: 'The token of the pending sign-in' })
const code = lineText(40).min(1)

export const factorKind = z.enum(factorKinds)

/** A sign-in that is not finished: the password was right, and a step is left. It gives no session. */
export const pendingSignInSchema = z.strictObject({
  next: z.enum(['factor', 'enrollment']).meta({ description: '`factor`: provide a second factor. `enrollment`: set one up first' }),
  token: z.string().meta({ description: 'Identifies the sign-in in the next step, only in the same browser' }),
  expiresTime: timestamp,
  kinds: z.array(z.enum(secondStepKinds)).meta({ description: 'Kinds to provide, or to set up' }),
  rememberDays: z.number().int().meta({ description: 'How long this browser can be remembered; 0: not at all' }),
})
export type PendingSignIn = z.output<typeof pendingSignInSchema>

/** The answer to a password or a second factor: a session, or the step that is left. */
export const signInAnswerSchema = z.union([signedInSchema, pendingSignInSchema])
export type SignInAnswer = z.output<typeof signInAnswerSchema>

const credentialDescriptor = z.strictObject({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})

/** PublicKeyCredentialRequestOptionsJSON (WebAuthn Level 3, section 5.1.9). */
export const passkeyRequestSchema = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  userVerification: z.enum(['required', 'preferred', 'discouraged']),
  allowCredentials: z.array(credentialDescriptor).optional(),
})
export type PasskeyRequest = z.output<typeof passkeyRequestSchema>

/** PublicKeyCredentialCreationOptionsJSON (WebAuthn Level 3, section 5.1.9). */
export const passkeyCreationSchema = z.strictObject({
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.number().int() })),
  timeout: z.number().int(),
  excludeCredentials: z.array(credentialDescriptor),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreation = z.output<typeof passkeyCreationSchema>

// Browsers add members of their own to these, which are left out.
const credential = { id: base64url(1500), rawId: base64url(1500), type: z.literal('public-key') }

/** AuthenticationResponseJSON (WebAuthn Level 3, section 5.1.8.2). */
export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(4096),
    signature: base64url(8192),
    userHandle: base64url(128).optional(),
  }),
})
export type PasskeyAssertion = z.output<typeof passkeyAssertion>

/** RegistrationResponseJSON (WebAuthn Level 3, section 5.1.8.1). */
export const passkeyAttestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4096),
    attestationObject: base64url(32_768),
    transports: z.array(lineText(32)).max(16).optional(),
  }),
})
export type PasskeyAttestation = z.output<typeof passkeyAttestation>

const rememberDevice = z.boolean().default(false).meta({ description: "Don't ask for a second factor in this browser for some days" })

export const signInStepBody = z.strictObject({ token: stepToken })
export const signInWithCodeBody = z.strictObject({
  token: stepToken,
  kind: z.enum(['authenticator', 'recovery_code']),
  code,
  rememberDevice,
})
export const signInWithPasskeyStepBody = z.strictObject({ token: stepToken, credential: passkeyAssertion, rememberDevice })
export const signInWithPasskeyBody = z.strictObject({ credential: passkeyAssertion })

/** A new authenticator's secret, until a code proves that it has been taken over. */
export const authenticatorSetupSchema = z.strictObject({
  setupToken: z.string().meta({ description: 'To send with the first code, within ten minutes' }),
  secret: z.string().meta({ description: 'Base32, for typing' }),
  address: z.string().meta({ description: '`otpauth:` URI for the QR code' }),
})
export type AuthenticatorSetup = z.output<typeof authenticatorSetupSchema>

const factorName = nameText(64)
const setupToken = exactText(2000).min(1)

export const confirmAuthenticatorBody = z.strictObject({ setupToken, code, name: factorName.optional() })
export const addPasskeyBody = z.strictObject({ credential: passkeyAttestation, name: factorName.optional() })
export const enrollAuthenticatorBody = confirmAuthenticatorBody.extend({ token: stepToken })
export const enrollPasskeyBody = addPasskeyBody.extend({ token: stepToken })

const recoveryCodes = z
  .array(z.string())
  .nullable()
  .meta({ description: 'Shown only here, with the first factor; null if there are codes already' })

export const enrolledSignInSchema = signedInSchema.extend({ recoveryCodes })

export const factorSchema = z.strictObject({
  factorId: z.uuid(),
  kind: factorKind,
  name: z.string().meta({ description: "Empty if it wasn't named: show its kind" }),
  createdTime: timestamp,
  lastUsedTime: timestamp.nullable(),
  isBackedUp: z.boolean().nullable().meta({ description: 'Whether a passkey is synchronized by its provider; null for an authenticator' }),
})
export type Factor = z.output<typeof factorSchema>

export const addedFactorSchema = z.strictObject({ factor: factorSchema, recoveryCodes })

export const ownFactorsSchema = z.strictObject({
  factors: z.array(factorSchema),
  recoveryCodes: z.strictObject({ left: z.number().int(), createdTime: timestamp }).nullable(),
  allowedKinds: z.array(factorKind),
  isRequired: z.boolean().meta({ description: 'Whether the tenant asks this person for a second factor' }),
  dueTime: timestamp.nullable().meta({ description: "Deadline for setting one up, if there isn't one yet" }),
  rememberedBrowsers: z.number().int().meta({ description: "Browsers that aren't asked for a second factor" }),
})
export type OwnFactors = z.output<typeof ownFactorsSchema>

export const factorParams = z.strictObject({ factorId: entityId('factor') })
export const renameFactorBody = z.strictObject({ name: factorName })
export const newRecoveryCodesResponse = z.strictObject({ recoveryCodes: z.array(z.string()) })

export const confirmIdentityBody = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('password'), password: secretText(256) }),
  z.strictObject({ kind: z.literal('authenticator'), code }),
  z.strictObject({ kind: z.literal('recovery_code'), code }),
  z.strictObject({ kind: z.literal('passkey'), credential: passkeyAssertion }),
])
export const confirmationSchema = z.strictObject({
  kinds: z.array(z.enum(confirmationKinds)).meta({ description: 'How this person can confirm who they are' }),
  freshUntil: timestamp.nullable().meta({ description: "Until when sensitive changes don't need a confirmation; null: they need one now" }),
})
export type Confirmation = z.output<typeof confirmationSchema>

export const userFactorsParams = z.strictObject({ userId: entityId('user') })
export const resetRequestSchema = z.strictObject({
  requestId: z.uuid(),
  reason: z.string(),
  askedBy: z.string().meta({ description: 'Username of the administrator who asked' }),
  askedTime: timestamp,
  expiresTime: timestamp,
  callerIs: z
    .enum(resetRequestRoles)
    .meta({ description: 'Only an `approver` can approve; the requester and the person concerned can refuse' }),
})
export type ResetRequest = z.output<typeof resetRequestSchema>

export const userFactorsResponse = z.strictObject({
  factors: z.array(factorSchema),
  recoveryCodesLeft: z.number().int(),
  resetEffect: z.enum(resetEffects).meta({
    description: "What a reset does: `approval` waits for another administrator; `no_approver` would, but there isn't one",
  }),
  resetRequest: resetRequestSchema.nullable().meta({ description: 'A request that waits for another administrator' }),
})
export const resetFactorsBody = z.strictObject({ reason: nameText(200) })
export const resetFactorsResponse = z.strictObject({
  removed: z.number().int(),
  request: resetRequestSchema.nullable().meta({ description: 'Nothing was removed: another administrator has to approve this' }),
})

export const resetRequestParams = userFactorsParams.extend({ requestId: entityId('factorReset') })
export const decideFactorResetBody = z.strictObject({ decision: z.enum(['approve', 'refuse']) })
export const decideFactorResetResponse = z.strictObject({ removed: z.number().int() })

export const withoutFactorQuery = z.strictObject({
  audience: z.enum(factorAudiences).meta({ description: 'Whom the setting would ask for a second factor' }),
})
export const withoutFactorResponse = z.strictObject({
  count: z.number().int().meta({ description: 'Active people with a password whom the setting would ask, and who have no factor' }),
  people: z
    .array(
      z.strictObject({
        userId: z.uuid(),
        username: z.string(),
        givenName: z.string(),
        familyName: z.string(),
        isAdministrator: z.boolean(),
      }),
    )
    .meta({ description: 'Administrators first; at most ten' }),
})
