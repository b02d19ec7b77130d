import type { Endpoint } from '../http.ts'
import type { signInAnswerSchema } from './factors-schemas.ts'
import type {
  changePasswordBody,
  forgotPasswordBody,
  getProfileGroupsResponse,
  jwksResponse,
  listOwnSessionsResponse,
  listUserSessionsParams,
  listUserSessionsResponse,
  loginBody,
  profileSchema,
  readPasswordLinkBody,
  readPasswordLinkResponse,
  readReportLinkBody,
  readReportLinkResponse,
  reportSignInBody,
  reportSignInResponse,
  revokeOwnSessionParams,
  revokeUserSessionParams,
  revokeUserSessionsParams,
  revokeUserSessionsResponse,
  setPasswordByLinkBody,
  setPasswordByLinkResponse,
  signInMethodsQuery,
  signInMethodsResponse,
  signedInSchema,
} from './schemas.ts'

/** Sign-in, session and password (first specification file, sections 2 to 5 and 7; product decisions, "Sign-in and session"). */

export const signInMethods: Endpoint<{ query: typeof signInMethodsQuery; response: typeof signInMethodsResponse }> = {
  id: 'signInMethods',
  method: 'GET',
  path: '/auth/v1/Login/methods',
  access: { public: 'called before anyone has signed in' },
}

export const login: Endpoint<{ body: typeof loginBody; response: typeof signInAnswerSchema }> = {
  id: 'login',
  method: 'POST',
  path: '/auth/v1/Login',
  access: { public: 'this is where a session starts' },
}

export const implicitLogin: Endpoint<{ response: typeof signedInSchema }> = {
  id: 'implicitLogin',
  method: 'POST',
  path: '/auth/v1/Login/implicit',
  access: { public: 'the refresh cookie is the credential' },
}

export const refreshLogin: Endpoint<{ response: typeof signedInSchema }> = {
  id: 'refreshLogin',
  method: 'POST',
  path: '/auth/v1/Login/refresh',
  access: { public: 'the refresh cookie is the credential' },
}

export const signOut: Endpoint<{}> = {
  id: 'signOut',
  method: 'POST',
  path: '/auth/v1/Profile/signout',
  access: { public: 'signing out must work with an expired access token; the refresh cookie identifies the session' },
  pace: 'always',
  status: 204,
}

export const forgotPassword: Endpoint<{ body: typeof forgotPasswordBody }> = {
  id: 'forgotPassword',
  method: 'POST',
  path: '/auth/v1/Login/password/forgot',
  access: { public: "people who forgot their password can't sign in" },
  status: 204,
}

export const readPasswordLink: Endpoint<{ body: typeof readPasswordLinkBody; response: typeof readPasswordLinkResponse }> = {
  id: 'readPasswordLink',
  method: 'POST',
  path: '/auth/v1/Login/password/link',
  access: { public: 'the link is the credential' },
}

export const setPasswordByLink: Endpoint<{ body: typeof setPasswordByLinkBody; response: typeof setPasswordByLinkResponse }> = {
  id: 'setPasswordByLink',
  method: 'POST',
  path: '/auth/v1/Login/password/reset',
  access: { public: 'the link is the credential' },
}

export const readReportLink: Endpoint<{ body: typeof readReportLinkBody; response: typeof readReportLinkResponse }> = {
  id: 'readReportLink',
  method: 'POST',
  path: '/auth/v1/Login/report/link',
  access: { public: 'the link is the credential' },
}

export const reportSignIn: Endpoint<{ body: typeof reportSignInBody; response: typeof reportSignInResponse }> = {
  id: 'reportSignIn',
  method: 'POST',
  path: '/auth/v1/Login/report',
  access: { public: 'the link is the credential' },
}

export const changePassword: Endpoint<{ body: typeof changePasswordBody }> = {
  id: 'changePassword',
  method: 'PUT',
  path: '/auth/profile/password',
  withoutPreview: 'proof',
  access: { signedIn: true, as: 'user' },
  status: 204,
}

export const getProfile: Endpoint<{ response: typeof profileSchema }> = {
  id: 'getProfile',
  method: 'GET',
  path: '/auth/profile',
  access: { signedIn: true, as: 'user' },
}

export const getProfileGroups: Endpoint<{ response: typeof getProfileGroupsResponse }> = {
  id: 'getProfileGroups',
  method: 'GET',
  path: '/auth/profile/groups',
  access: { signedIn: true, as: 'user' },
}

export const listOwnSessions: Endpoint<{ response: typeof listOwnSessionsResponse }> = {
  id: 'listOwnSessions',
  method: 'GET',
  path: '/auth/v1/Profile/sessions',
  access: { signedIn: true, as: 'user' },
}

export const revokeOwnSession: Endpoint<{ params: typeof revokeOwnSessionParams }> = {
  id: 'revokeOwnSession',
  method: 'DELETE',
  path: '/auth/v1/Profile/sessions/{sessionId}',
  access: { signedIn: true, as: 'user' },
  status: 204,
}

export const listUserSessions: Endpoint<{ params: typeof listUserSessionsParams; response: typeof listUserSessionsResponse }> = {
  id: 'listUserSessions',
  method: 'GET',
  path: '/auth/v2/users/{userId}/sessions',
  access: { permission: 'Admin.ViewUsers' },
}

export const revokeUserSessions: Endpoint<{ params: typeof revokeUserSessionsParams; response: typeof revokeUserSessionsResponse }> = {
  id: 'revokeUserSessions',
  method: 'DELETE',
  path: '/auth/v2/users/{userId}/sessions',
  access: { permission: 'Admin.EditUsers' },
}

export const revokeUserSession: Endpoint<{ params: typeof revokeUserSessionParams }> = {
  id: 'revokeUserSession',
  method: 'DELETE',
  path: '/auth/v2/users/{userId}/sessions/{sessionId}',
  access: { permission: 'Admin.EditUsers' },
  status: 204,
}

export const jwks: Endpoint<{ response: typeof jwksResponse }> = {
  id: 'jwks',
  method: 'GET',
  path: '/.well-known/jwks.json',
  access: { public: 'everyone who verifies a token needs them' },
}
