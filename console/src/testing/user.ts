import type { SessionUser } from '@steward/contract/session/schemas'

/** The signed-in user. */
export function buildUser(given: Partial<SessionUser> = {}): SessionUser {
  const id = '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44'
  return {
    userId: id,
    username: 'ada@company.com',
    tenantId: id,
    tenantName: 'demo',
    company: 'Company',
    email: 'ada@company.com',
    givenName: 'Ada',
    familyName: 'Lindqvist',
    apps: [],
    roles: [],
    identityProvider: null,
    isFederated: false,
    ...given,
  }
}
