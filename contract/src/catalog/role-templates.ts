import { adminCenterActions } from './actions-admin.ts'

export interface RoleTemplate {
  id: string
  name: string
  description: string
  actionNames: readonly string[]
}

/** What new roles can start from: one for each job that administrators usually delegate. */
export const roleTemplates: readonly RoleTemplate[] = [
  {
    id: 'auditor',
    name: 'Auditor',
    description: 'Sees the whole administration, changes nothing',
    actionNames: [
      ...adminCenterActions.filter((action) => action.accessLevel === 'View').map((action) => action.actionName),
      'DataAdmin.ViewJobLog',
    ],
  },
  {
    id: 'help-desk',
    name: 'Help desk',
    description: 'Invites people, resets their sign-in and explains their access',
    actionNames: ['ViewUsers', 'EditUsers', 'ViewGroups', 'ViewRoles', 'ViewSystemLog'],
  },
  {
    id: 'access-manager',
    name: 'Access manager',
    description: 'Decides through groups and roles who can do what',
    actionNames: ['ViewUsers', 'EditUsers', 'ViewGroups', 'EditGroups', 'ViewRoles', 'EditRoles', 'ViewSystemLog'],
  },
  {
    id: 'reference-data',
    name: 'Reference data manager',
    description: 'Maintains currencies, currency schemes, exchange rates and tags',
    actionNames: ['ViewCurrencies', 'EditCurrencies', 'ViewCurrencySchemes', 'EditCurrencySchemes'],
  },
  {
    id: 'quota-manager',
    name: 'Quota manager',
    description: 'Allocates quota to resource groups and watches licenses and usage',
    actionNames: ['ViewGroups', 'EditGroups', 'ViewLicenses', 'ViewTenantInfo', 'ViewSystemUsage'],
  },
  {
    id: 'operations',
    name: 'Operations',
    description: 'Watches jobs, usage and logs, and manages jobs',
    actionNames: ['DataAdmin.ViewJobLog', 'DataAdmin.ManageJobs', 'ViewSystemLog', 'ViewSystemUsage', 'MonitorApiUsage'],
  },
  {
    id: 'integration',
    name: 'Integration developer',
    description: 'Creates API keys and watches their traffic',
    actionNames: ['ViewApiKeys', 'EditApiKeys', 'MonitorApiUsage', 'ViewGroups'],
  },
  {
    id: 'identity',
    name: 'Identity administrator',
    description: 'Connects the identity provider and its provisioning',
    actionNames: ['ConfigureSSO', 'ViewUsers', 'ViewGroups', 'ViewSystemLog'],
  },
]
