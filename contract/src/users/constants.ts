export const userSorts = ['username', 'givenName', 'familyName', 'status', 'createdTime', 'lastSignInTime'] as const
