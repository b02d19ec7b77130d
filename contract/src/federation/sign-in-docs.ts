import { operations } from '../operations.ts'
import { exampleTestResult } from './examples.ts'
import {
  federatedSignInParams,
  federatedSignInQuery,
  federatedSignInResponse,
  federatedSignOutResponse,
  verifyAuthCodeQuery,
  verifyAuthCodeResponse,
} from './sign-in-schemas.ts'
import * as endpoints from './sign-in.ts'

const tag = 'Session'

export const signInDocs = operations(endpoints, {
  federatedSignIn: {
    summary: 'Start a sign-in at the provider',
    description:
      'Sets a cookie that binds the sign-in to this browser for ten minutes. With `isTestIdp`, tests the draft; the caller must be able to configure single sign-on.',
    tag,
    params: federatedSignInParams,
    query: federatedSignInQuery,
    response: federatedSignInResponse,
    errors: ['federation_inactive', 'federation_no_draft', 'federation_provider_unreachable', 'unauthenticated', 'forbidden'],
    ratePerMinute: 600,
    examples: {
      params: { tenantName: 'demo' },
      response: { location: 'https://login.northwind-re.example/authorize?client_id=steward' },
    },
  },
  verifyAuthCode: {
    summary: 'Exchange the returned code for a session',
    description:
      'Works once, within a minute, in the browser that started the sign-in. Responds like a sign-in with a password and sets the refresh cookie. For a test, returns the received claims and what a sign-in would have done.',
    tag,
    query: verifyAuthCodeQuery,
    response: verifyAuthCodeResponse,
    errors: ['federation_refused', 'address_refused'],
    ratePerMinute: 600,
    examples: { query: { code: 'Zk1…', tenantName: 'demo' }, response: { test: exampleTestResult } },
  },
  federatedSignOut: {
    summary: 'Get the sign-out address at the provider',
    description: "Call it before signing out. Null if the session didn't come from a provider that offers sign-out.",
    tag,
    response: federatedSignOutResponse,
    errors: [],
    examples: { response: { location: 'https://login.northwind-re.example/logout?client_id=steward' } },
  },
})
