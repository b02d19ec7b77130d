export const groupSorts = ['groupName', 'createdTime', 'userCount', 'roleCount', 'status'] as const
