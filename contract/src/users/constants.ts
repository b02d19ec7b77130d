export const userSorts = ['username', 'givenName', 'familyName', 'status', 'createdTime', 'lastSignInTime'] as const

/** The bulk actions that change what people can do. Many users can be changed, and previewed, together. */
export const accessActions: ReadonlySet<string> = new Set(['delete', 'disable', 'enable', 'endSessions', 'addToGroup', 'removeFromGroup'])
