import type { Endpoint } from '../http.ts'
import type {
  federatedSignInParams,
  federatedSignInQuery,
  federatedSignInResponse,
  federatedSignOutResponse,
  verifyAuthCodeQuery,
  verifyAuthCodeResponse,
} from './sign-in-schemas.ts'

/**
 * Sign-in through the tenant's identity provider (second specification file, section 7). `federatedSignIn` returns an
 * address at the provider and binds the flow to the browser by a cookie. The provider redirects to the server, which
 * redirects to `/home/login#code=…&tenant=…` (`&test=true` for a test), or to `#refusal=…&tenant=…` with the id of
 * the attempt. The console then calls `verifyAuthCode`.
 */

export const federatedSignIn: Endpoint<{
  params: typeof federatedSignInParams
  query: typeof federatedSignInQuery
  response: typeof federatedSignInResponse
}> = {
  id: 'federatedSignIn',
  method: 'GET',
  path: '/auth/Login/federatedsignin/{tenantName}',
  access: { public: 'this is where a federated session starts; a test requires a token' },
}

export const verifyAuthCode: Endpoint<{ query: typeof verifyAuthCodeQuery; response: typeof verifyAuthCodeResponse }> = {
  id: 'verifyAuthCode',
  method: 'GET',
  path: '/auth/Login/authcode/verify',
  access: { public: 'the code and the cookie of the browser are the credential' },
}

export const federatedSignOut: Endpoint<{ response: typeof federatedSignOutResponse }> = {
  id: 'federatedSignOut',
  method: 'GET',
  path: '/auth/Login/federatedsignout',
  access: { signedIn: true },
}
