export const roleSorts = ['roleName', 'createdTime', 'userCount', 'groupCount'] as const
