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
    summary: 'Where at the provider a sign-in begins',
    description:
      'Sets a cookie that binds the sign-in to this browser for ten minutes. With `isTestIdp` the draft is tried, by somebody who may configure single sign-on.',
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
    summary: 'Turn the code that came back into a session',
    description:
      'Works once, within a minute, in the browser that began the sign-in. Answers as a sign-in with a password does and sets the refresh cookie; for a test, the claims received and what a sign-in would have done. Not to be sent twice.',
    tag,
    query: verifyAuthCodeQuery,
    response: verifyAuthCodeResponse,
    errors: ['federation_refused', 'address_refused'],
    ratePerMinute: 600,
    examples: { query: { code: 'Zk1…', tenantName: 'demo' }, response: { test: exampleTestResult } },
  },
  federatedSignOut: {
    summary: 'Where at the provider the own session ends, too',
    description: 'Asked before signing out; null where the session did not come from a provider that offers logout.',
    tag,
    response: federatedSignOutResponse,
    errors: [],
    examples: { response: { location: 'https://login.northwind-re.example/logout?client_id=steward' } },
  },
})
