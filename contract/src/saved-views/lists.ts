/** The lists of the console whose views can be saved, with the page of each. */
export const viewedLists = {
  users: '/user-administration/users',
  groups: '/user-administration/groups',
  roles: '/user-administration/roles',
  'resource-groups': '/user-administration/resource-groups',
  'api-keys': '/developer-administration/access-credentials',
  'system-log': '/monitoring/system-log',
  'job-log': '/monitoring/job-log',
  'audit-log': '/monitoring/audit-log',
  currencies: '/reference-data/currencies/currency',
  schemes: '/reference-data/currencies/currency-schemes',
  tags: '/reference-data/data-tags',
} as const

export type ViewedList = keyof typeof viewedLists

export const viewedListNames = Object.keys(viewedLists) as [ViewedList, ...ViewedList[]] // the keys above
