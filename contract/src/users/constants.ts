export const userSorts = ['username', 'givenName', 'familyName', 'status', 'createdTime', 'lastSignInTime'] as const

/** The most users that one call changes. */
export const mostUsersAtOnce = 2_000
