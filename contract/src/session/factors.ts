import type { Endpoint } from '../http.ts'
import type {
  addPasskeyBody,
  addedFactorSchema,
  authenticatorSetupSchema,
  confirmAuthenticatorBody,
  confirmIdentityBody,
  confirmationSchema,
  decideFactorResetBody,
  decideFactorResetResponse,
  enrollAuthenticatorBody,
  enrollPasskeyBody,
  enrolledSignInSchema,
  factorParams,
  factorSchema,
  newRecoveryCodesResponse,
  ownFactorsSchema,
  passkeyCreationSchema,
  passkeyRequestSchema,
  renameFactorBody,
  resetFactorsBody,
  resetFactorsResponse,
  resetRequestParams,
  signInAnswerSchema,
  signInStepBody,
  signInWithCodeBody,
  signInWithPasskeyBody,
  signInWithPasskeyStepBody,
  userFactorsParams,
  userFactorsResponse,
  withoutFactorQuery,
  withoutFactorResponse,
} from './factors-schemas.ts'

/** Second factors, passkeys, and the confirmation that sensitive changes ask for (docs/adr/049). */

const pending = { public: 'the token of the pending sign-in and the cookie of its browser are the credential' } as const
const own = { signedIn: true, as: 'user' } as const

export const signInWithCode: Endpoint<{ body: typeof signInWithCodeBody; response: typeof signInAnswerSchema }> = {
  id: 'signInWithCode',
  method: 'POST',
  path: '/auth/v1/Login/factor',
  access: pending,
}

export const askPasskeyStep: Endpoint<{ body: typeof signInStepBody; response: typeof passkeyRequestSchema }> = {
  id: 'askPasskeyStep',
  method: 'POST',
  path: '/auth/v1/Login/factor/passkey/options',
  access: pending,
}

export const signInWithPasskeyStep: Endpoint<{ body: typeof signInWithPasskeyStepBody; response: typeof signInAnswerSchema }> = {
  id: 'signInWithPasskeyStep',
  method: 'POST',
  path: '/auth/v1/Login/factor/passkey',
  access: pending,
}

export const askPasskey: Endpoint<{ response: typeof passkeyRequestSchema }> = {
  id: 'askPasskey',
  method: 'POST',
  path: '/auth/v1/Login/passkey/options',
  access: { public: 'called before anyone has signed in' },
}

export const signInWithPasskey: Endpoint<{ body: typeof signInWithPasskeyBody; response: typeof signInAnswerSchema }> = {
  id: 'signInWithPasskey',
  method: 'POST',
  path: '/auth/v1/Login/passkey',
  access: { public: 'the passkey is the credential' },
}

export const enrollBeginAuthenticator: Endpoint<{ body: typeof signInStepBody; response: typeof authenticatorSetupSchema }> = {
  id: 'enrollBeginAuthenticator',
  method: 'POST',
  path: '/auth/v1/Login/enrollment/authenticator/setup',
  access: pending,
}

export const enrollAuthenticator: Endpoint<{ body: typeof enrollAuthenticatorBody; response: typeof enrolledSignInSchema }> = {
  id: 'enrollAuthenticator',
  method: 'POST',
  path: '/auth/v1/Login/enrollment/authenticator',
  access: pending,
}

export const enrollBeginPasskey: Endpoint<{ body: typeof signInStepBody; response: typeof passkeyCreationSchema }> = {
  id: 'enrollBeginPasskey',
  method: 'POST',
  path: '/auth/v1/Login/enrollment/passkey/options',
  access: pending,
}

export const enrollPasskey: Endpoint<{ body: typeof enrollPasskeyBody; response: typeof enrolledSignInSchema }> = {
  id: 'enrollPasskey',
  method: 'POST',
  path: '/auth/v1/Login/enrollment/passkey',
  access: pending,
}

export const listOwnFactors: Endpoint<{ response: typeof ownFactorsSchema }> = {
  id: 'listOwnFactors',
  method: 'GET',
  path: '/auth/profile/factors',
  access: own,
}

export const beginAuthenticator: Endpoint<{ response: typeof authenticatorSetupSchema }> = {
  id: 'beginAuthenticator',
  method: 'POST',
  path: '/auth/profile/factors/authenticator/setup',
  access: own,
  freshness: 'always',
}

export const confirmAuthenticator: Endpoint<{ body: typeof confirmAuthenticatorBody; response: typeof addedFactorSchema }> = {
  id: 'confirmAuthenticator',
  method: 'POST',
  path: '/auth/profile/factors/authenticator',
  withoutPreview: 'proof',
  access: own,
  status: 201,
}

export const beginPasskey: Endpoint<{ response: typeof passkeyCreationSchema }> = {
  id: 'beginPasskey',
  method: 'POST',
  path: '/auth/profile/factors/passkey/options',
  access: own,
  freshness: 'always',
}

export const addPasskey: Endpoint<{ body: typeof addPasskeyBody; response: typeof addedFactorSchema }> = {
  id: 'addPasskey',
  method: 'POST',
  path: '/auth/profile/factors/passkey',
  access: own,
  status: 201,
}

export const renameFactor: Endpoint<{ params: typeof factorParams; body: typeof renameFactorBody; response: typeof factorSchema }> = {
  id: 'renameFactor',
  method: 'PATCH',
  path: '/auth/profile/factors/{factorId}',
  access: own,
}

export const removeFactor: Endpoint<{ params: typeof factorParams }> = {
  id: 'removeFactor',
  method: 'DELETE',
  path: '/auth/profile/factors/{factorId}',
  access: own,
  freshness: 'always',
  status: 204,
}

export const renewRecoveryCodes: Endpoint<{ response: typeof newRecoveryCodesResponse }> = {
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: '/auth/profile/factors/recovery-codes',
  access: own,
  freshness: 'always',
}

export const forgetBrowsers: Endpoint<{}> = {
  id: 'forgetBrowsers',
  method: 'DELETE',
  path: '/auth/profile/factors/browsers',
  access: own,
  status: 204,
}

export const getConfirmation: Endpoint<{ response: typeof confirmationSchema }> = {
  id: 'getConfirmation',
  method: 'GET',
  path: '/auth/profile/confirmation',
  access: own,
}

export const askPasskeyConfirmation: Endpoint<{ response: typeof passkeyRequestSchema }> = {
  id: 'askPasskeyConfirmation',
  method: 'POST',
  path: '/auth/profile/confirmation/passkey/options',
  access: own,
}

export const confirmIdentity: Endpoint<{ body: typeof confirmIdentityBody; response: typeof confirmationSchema }> = {
  id: 'confirmIdentity',
  method: 'POST',
  path: '/auth/profile/confirmation',
  withoutPreview: 'proof',
  access: own,
}

export const listUserFactors: Endpoint<{ params: typeof userFactorsParams; response: typeof userFactorsResponse }> = {
  id: 'listUserFactors',
  method: 'GET',
  path: '/auth/v2/users/{userId}/factors',
  access: { permission: 'Admin.ViewUsers' },
}

export const resetUserFactors: Endpoint<{
  params: typeof userFactorsParams
  body: typeof resetFactorsBody
  response: typeof resetFactorsResponse
}> = {
  id: 'resetUserFactors',
  method: 'POST',
  path: '/auth/v2/users/{userId}/factors/reset',
  access: { permission: 'Admin.EditUsers' },
  freshness: 'always',
}

export const decideFactorReset: Endpoint<{
  params: typeof resetRequestParams
  body: typeof decideFactorResetBody
  response: typeof decideFactorResetResponse
}> = {
  id: 'decideFactorReset',
  method: 'POST',
  path: '/auth/v2/users/{userId}/factors/reset/{requestId}',
  access: { permission: 'Admin.EditUsers' },
  freshness: 'always',
}

export const listWithoutFactor: Endpoint<{ query: typeof withoutFactorQuery; response: typeof withoutFactorResponse }> = {
  id: 'listWithoutFactor',
  method: 'GET',
  path: '/tenantinfo/second-factor/missing',
  access: { permission: 'Admin.EditTenantSettings' },
}
