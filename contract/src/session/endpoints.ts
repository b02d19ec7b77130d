import { z } from 'zod'
import { exactText, keyText, lineText, secretText } from '../text.ts'
import { endpoint, entityId, timestamp } from '../http.ts'

/** Sign-in, session and password (first specification file, sections 2 to 5 and 7; product decisions, "Sign-in and session"). */

const tag = 'Session'
const tenantName = keyText(64).meta({ example: 'demo' })
const username = keyText(320).meta({ example: 'ada.lindqvist@northwind-re.example' })
const password = secretText(256)

/** The user session of the first specification file, section 3. `apps` always holds `rms-owl`. */
export const sessionUserSchema = z.strictObject({
  userId: z.uuid(),
  username: z.string(),
  tenantId: z.uuid(),
  tenantName: z.string(),
  /** The tenant's display name, otherwise its name. */
  company: z.string(),
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  apps: z.array(z.string()),
  roles: z.array(z.string()),
  identityProvider: z.string().nullable(),
  isFederated: z.boolean(),
})
export type SessionUser = z.output<typeof sessionUserSchema>

export const signedInSchema = z.strictObject({
  accessToken: z.string(),
  expiresIn: z.number().int().meta({ description: 'Seconds until the access token ends' }),
  sessionId: z.uuid(),
  user: sessionUserSchema,
})
export type SignedIn = z.output<typeof signedInSchema>

const exampleUser = {
  userId: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44',
  username: 'ada.lindqvist@northwind-re.example',
  tenantId: '0199c0de-1111-7c11-9d59-3b8f5f1c2a44',
  tenantName: 'demo',
  company: 'Northwind Re',
  email: 'ada.lindqvist@northwind-re.example',
  givenName: 'Ada',
  familyName: 'Lindqvist',
  apps: ['rms-owl', 'rlax'],
  roles: ['Tenant Administrator'],
  identityProvider: null,
  isFederated: false,
}
const exampleSignedIn = {
  accessToken: 'eyJhbGciOiJFZERTQSJ9.e30.c2ln',
  expiresIn: 600,
  sessionId: '0199c0de-2222-7c11-9d59-3b8f5f1c2a44',
  user: exampleUser,
}

export const signInMethods = endpoint({
  id: 'signInMethods',
  method: 'GET',
  path: '/auth/v1/Login/methods',
  summary: 'How a tenant signs in',
  description:
    'By the name of the tenant, or by an email address whose domain the tenant has proven. An unknown tenant or domain answers like a tenant that signs in with passwords; whether a user exists is never told.',
  tag,
  access: { public: 'asked before anybody has signed in' },
  query: z.strictObject({ tenantName: tenantName.optional(), email: lineText(320).min(1).optional() }),
  response: z.strictObject({
    tenantName: z.string().nullable().meta({ description: 'The tenant asked for, or the one of the domain' }),
    password: z.boolean(),
    identityProvider: z.string().nullable().meta({ description: "The provider's name where the tenant is federated" }),
  }),
  errors: [],
  ratePerMinute: 60,
  examples: { query: { tenantName: 'demo' }, response: { tenantName: 'demo', password: true, identityProvider: null } },
})

export const login = endpoint({
  id: 'login',
  method: 'POST',
  path: '/auth/v1/Login',
  summary: 'Sign in with a password',
  description:
    'Answers an access token and sets the refresh token as a cookie. Unknown tenant, unknown user and wrong password answer the same in the same time.',
  tag,
  access: { public: 'this is where a session begins' },
  body: z.strictObject({ tenantName, username, password }),
  response: signedInSchema,
  errors: ['login_failed', 'sign_in_locked'],
  ratePerMinute: 60,
  examples: {
    body: { tenantName: 'demo', username: 'ada.lindqvist@northwind-re.example', password: 'Correct-horse-7-battery' },
    response: exampleSignedIn,
  },
})

export const implicitLogin = endpoint({
  id: 'implicitLogin',
  method: 'POST',
  path: '/auth/v1/Login/implicit',
  summary: 'Turn the refresh cookie into an access token on page load',
  tag,
  access: { public: 'the refresh cookie is the credential' },
  response: signedInSchema,
  errors: ['no_session'],
  examples: { response: exampleSignedIn },
})

export const refreshLogin = endpoint({
  id: 'refreshLogin',
  method: 'POST',
  path: '/auth/v1/Login/refresh',
  summary: 'Rotate the refresh token and renew the access token',
  description: 'A replayed refresh token revokes its whole session. A session that was inactive too long, too old, or revoked answers 400.',
  tag,
  access: { public: 'the refresh cookie is the credential' },
  response: signedInSchema,
  errors: ['session_ended'],
  examples: { response: exampleSignedIn },
})

export const signOut = endpoint({
  id: 'signOut',
  method: 'POST',
  path: '/auth/v1/Profile/signout',
  summary: 'End the session of the refresh cookie',
  description: 'Answers 204 also where no session is left, so that signing out always succeeds.',
  tag,
  access: { public: 'signing out must work with an ended access token; the refresh cookie names the session' },
  response: z.undefined(),
  status: 204,
  errors: [],
  examples: {},
})

export const forgotPassword = endpoint({
  id: 'forgotPassword',
  method: 'POST',
  path: '/auth/v1/Login/password/forgot',
  summary: 'Send a link to reset a password',
  description: 'The answer never tells whether the address exists.',
  tag,
  access: { public: 'who forgot the password cannot sign in' },
  body: z.strictObject({ tenantName, username }),
  response: z.undefined(),
  status: 204,
  errors: [],
  ratePerMinute: 10,
  examples: { body: { tenantName: 'demo', username: 'ada.lindqvist@northwind-re.example' } },
})

export const readPasswordLink = endpoint({
  id: 'readPasswordLink',
  method: 'POST',
  path: '/auth/v1/Login/password/link',
  summary: 'Whom a mailed link is for, and whether it still holds',
  tag,
  access: { public: 'the link is the credential' },
  body: z.strictObject({ token: exactText(200).min(1) }),
  response: z.strictObject({
    kind: z.enum(['activation', 'reset']),
    tenantName: z.string(),
    company: z.string(),
    username: z.string(),
    givenName: z.string(),
    expiresAt: timestamp,
  }),
  errors: ['link_invalid'],
  ratePerMinute: 30,
  examples: { body: { token: 'Zk1…' } },
})

export const setPasswordByLink = endpoint({
  id: 'setPasswordByLink',
  method: 'POST',
  path: '/auth/v1/Login/password/reset',
  summary: 'Set a password with a mailed link',
  description: 'Works once. Ends every session of the user, and confirms a user who waited for activation.',
  tag,
  access: { public: 'the link is the credential' },
  body: z.strictObject({ token: exactText(200).min(1), newPassword: password }),
  response: z.strictObject({ tenantName: z.string(), username: z.string() }),
  errors: ['link_invalid', 'password_rules', 'password_unchanged'],
  ratePerMinute: 30,
  examples: { body: { token: 'Zk1…', newPassword: 'Correct-horse-7-battery' } },
})

export const changePassword = endpoint({
  id: 'changePassword',
  method: 'PUT',
  path: '/auth/profile/password',
  summary: 'Change the own password',
  description: 'Ends every session of the user, the current one too: the console signs in again.',
  tag,
  access: { signedIn: true },
  body: z.strictObject({ oldPassword: password, newPassword: password }),
  response: z.undefined(),
  status: 204,
  errors: ['old_password_wrong', 'password_rules', 'password_unchanged', 'password_managed_elsewhere', 'sign_in_locked'],
  ratePerMinute: 10,
  examples: { body: { oldPassword: 'Correct-horse-7-battery', newPassword: 'Another-horse-8-battery' } },
})

export const profileSchema = sessionUserSchema.extend({
  status: z.enum(['CONFIRMED', 'EXTERNAL_PROVIDER', 'FORCE_CHANGE_PASSWORD']),
  lastSignInTime: timestamp.nullable(),
  passwordChangedTime: timestamp.nullable(),
})

export const getProfile = endpoint({
  id: 'getProfile',
  method: 'GET',
  path: '/auth/profile',
  summary: 'The own profile',
  tag,
  access: { signedIn: true },
  response: profileSchema,
  errors: [],
  examples: {
    response: { ...exampleUser, status: 'CONFIRMED', lastSignInTime: '2026-03-14T09:26:53.589Z', passwordChangedTime: null },
  },
})

export const getProfileGroups = endpoint({
  id: 'getProfileGroups',
  method: 'GET',
  path: '/auth/profile/groups',
  summary: 'The groups one belongs to',
  tag,
  access: { signedIn: true },
  response: z.array(z.strictObject({ groupId: z.uuid(), groupName: z.string(), status: z.enum(['Enabled', 'Disabled']) })),
  errors: [],
  examples: { response: [{ groupId: exampleUser.userId, groupName: 'Analysts', status: 'Enabled' }] },
})

export const sessionSchema = z.strictObject({
  sessionId: z.uuid(),
  isCurrent: z.boolean(),
  createdTime: timestamp,
  lastSeenTime: timestamp,
  expiresTime: timestamp,
  address: z.string().nullable(),
  /** What the user agent calls itself, such as "Firefox 140 on Windows". */
  device: z.string(),
})
export type Session = z.output<typeof sessionSchema>

const exampleSession = {
  sessionId: '0199c0de-2222-7c11-9d59-3b8f5f1c2a44',
  isCurrent: true,
  createdTime: '2026-03-14T09:26:53.589Z',
  lastSeenTime: '2026-03-14T09:46:53.589Z',
  expiresTime: '2026-03-14T21:26:53.589Z',
  address: '127.0.0.1',
  device: 'Firefox 140 on Windows',
}

export const listOwnSessions = endpoint({
  id: 'listOwnSessions',
  method: 'GET',
  path: '/auth/v1/Profile/sessions',
  summary: 'The own sessions that are still alive',
  tag,
  access: { signedIn: true },
  response: z.array(sessionSchema),
  errors: [],
  examples: { response: [exampleSession] },
})

export const revokeOwnSession = endpoint({
  id: 'revokeOwnSession',
  method: 'DELETE',
  path: '/auth/v1/Profile/sessions/{sessionId}',
  summary: 'End one of the own sessions',
  tag,
  access: { signedIn: true },
  params: z.strictObject({ sessionId: entityId('session') }),
  response: z.undefined(),
  status: 204,
  errors: ['not_found'],
  examples: { params: { sessionId: exampleSession.sessionId } },
})

export const listUserSessions = endpoint({
  id: 'listUserSessions',
  method: 'GET',
  path: '/auth/v2/users/{userId}/sessions',
  summary: 'The sessions of a user that are still alive',
  tag,
  access: { permission: 'Admin.ViewUsers' },
  params: z.strictObject({ userId: entityId('user') }),
  response: z.array(sessionSchema),
  errors: ['not_found'],
  examples: { params: { userId: exampleUser.userId }, response: [exampleSession] },
})

export const revokeUserSessions = endpoint({
  id: 'revokeUserSessions',
  method: 'DELETE',
  path: '/auth/v2/users/{userId}/sessions',
  summary: 'End every session of a user',
  tag,
  access: { permission: 'Admin.EditUsers' },
  params: z.strictObject({ userId: entityId('user') }),
  response: z.strictObject({ ended: z.number().int() }),
  errors: ['not_found'],
  examples: { params: { userId: exampleUser.userId }, response: { ended: 2 } },
})

export const revokeUserSession = endpoint({
  id: 'revokeUserSession',
  method: 'DELETE',
  path: '/auth/v2/users/{userId}/sessions/{sessionId}',
  summary: 'End one session of a user',
  tag,
  access: { permission: 'Admin.EditUsers' },
  params: z.strictObject({ userId: entityId('user'), sessionId: entityId('session') }),
  response: z.undefined(),
  status: 204,
  errors: ['not_found'],
  examples: { params: { userId: exampleUser.userId, sessionId: exampleSession.sessionId } },
})

export const jwks = endpoint({
  id: 'jwks',
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'The public keys that access tokens are signed with (RFC 7517)',
  tag,
  access: { public: 'whoever verifies a token needs them' },
  response: z.strictObject({
    keys: z.array(z.strictObject({ kty: z.string(), crv: z.string(), x: z.string(), kid: z.string(), alg: z.string(), use: z.string() })),
  }),
  errors: [],
  examples: { response: { keys: [{ kty: 'OKP', crv: 'Ed25519', x: '11qY…', kid: '0199…', alg: 'EdDSA', use: 'sig' }] } },
})
