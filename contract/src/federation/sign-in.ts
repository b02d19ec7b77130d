import { z } from 'zod'
import { exactText, keyText, lineText } from '../text.ts'
import { exampleTestResult } from './examples.ts'
import { testResultSchema } from './schemas.ts'
import { endpoint, queryBoolean } from '../http.ts'
import { signedInSchema } from '../session/endpoints.ts'

/**
 * Signing in through the tenant's identity provider (second specification file, section 7). The way: `federatedSignIn` answers
 * an address at the provider and binds the flow to the browser by a cookie; the provider sends people back to the server, which
 * answers with a redirect to `/home/login#code=…&tenant=…` (`&test=true` for a test), or `#refusal=…&tenant=…` with the id of
 * the attempt; the console then calls `verifyAuthCode`.
 */

const tag = 'Session'
const tenantName = keyText(64).meta({ example: 'demo' })

export const federatedSignIn = endpoint({
  id: 'federatedSignIn',
  method: 'GET',
  path: '/auth/Login/federatedsignin/{tenantName}',
  summary: 'Where at the provider a sign-in begins',
  description:
    'Sets a cookie that binds the sign-in to this browser for ten minutes. With `isTestIdp` the draft is tried, by somebody who may configure single sign-on.',
  tag,
  access: { public: 'this is where a federated session begins; a test asks for a token itself' },
  params: z.strictObject({ tenantName }),
  query: z.strictObject({ isTestIdp: queryBoolean.optional(), loginHint: lineText(254).optional() }),
  response: z.strictObject({ location: z.string() }),
  errors: ['federation_inactive', 'federation_no_draft', 'federation_provider_unreachable', 'unauthenticated', 'forbidden'],
  ratePerMinute: 600,
  examples: {
    params: { tenantName: 'demo' },
    response: { location: 'https://login.northwind-re.example/authorize?client_id=steward' },
  },
})

export const verifyAuthCode = endpoint({
  id: 'verifyAuthCode',
  method: 'GET',
  path: '/auth/Login/authcode/verify',
  summary: 'Turn the code that came back into a session',
  description:
    'Works once, within a minute, in the browser that began the sign-in. Answers as a sign-in with a password does and sets the refresh cookie; for a test, the claims received and what a sign-in would have done. Not to be sent twice.',
  tag,
  access: { public: 'the code and the cookie of the browser are the credential' },
  query: z.strictObject({
    code: exactText(200).min(1),
    tenantName,
    adminGroupName: lineText(256).optional().meta({ description: 'Where given, must be the one that is set up' }),
  }),
  response: z.union([signedInSchema, z.strictObject({ test: testResultSchema })]),
  errors: ['federation_refused', 'address_refused'],
  ratePerMinute: 600,
  examples: { query: { code: 'Zk1…', tenantName: 'demo' }, response: { test: exampleTestResult } },
})

export const federatedSignOut = endpoint({
  id: 'federatedSignOut',
  method: 'GET',
  path: '/auth/Login/federatedsignout',
  summary: 'Where at the provider the own session ends, too',
  description: 'Asked before signing out; null where the session did not come from a provider that offers logout.',
  tag,
  access: { signedIn: true },
  response: z.strictObject({ location: z.string().nullable() }),
  errors: [],
  examples: { response: { location: 'https://login.northwind-re.example/logout?client_id=steward' } },
})
