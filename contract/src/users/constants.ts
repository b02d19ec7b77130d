export const userSorts = ['username', 'givenName', 'familyName', 'status', 'createdTime', 'lastSignInTime'] as const

/** The most users that one call changes. */
export const mostUsersAtOnce = 2_000

/** The most users that one change in the background changes: as many as a list counts exactly. */
export const mostMatchingUsers = 10_000
