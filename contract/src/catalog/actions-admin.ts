import { defineActions } from './define-actions.ts'

/**
 * The actions of the administration itself, exactly as in the second specification file, section 6. The reserved role
 * Tenant Administrator includes all of them.
 */
export const adminCenterActions = defineActions({
  applicationName: 'admin-center',
  prefix: '',
  entitlements: [],
  rows: [
    ['ViewApiKeys', 'API keys', 'View', 'View API keys', 'See the API keys of the tenant, their groups and their last use'],
    ['EditApiKeys', 'API keys', 'Edit', 'Edit API keys', 'Create, change, regenerate and delete API keys'],
    ['ViewCurrencies', 'Currencies', 'View', 'View currencies', 'See and export currencies'],
    ['EditCurrencies', 'Currencies', 'Edit', 'Edit currencies', 'Add, change and import currencies'],
    ['ViewCurrencySchemes', 'Currency schemes', 'View', 'View currency schemes', 'See currency schemes, their versions and rates'],
    ['EditCurrencySchemes', 'Currency schemes', 'Edit', 'Edit currency schemes', 'Add schemes and versions, upload exchange rates'],
    ['ViewGroups', 'Groups', 'View', 'View groups', 'See groups, their users and their roles'],
    ['EditGroups', 'Groups', 'Edit', 'Edit groups', 'Create, change, enable, disable and delete groups and resource groups'],
    ['ViewRoles', 'Roles', 'View', 'View roles', 'See roles and their actions'],
    ['EditRoles', 'Roles', 'Edit', 'Edit roles', 'Create, change and delete custom roles'],
    ['ViewUsers', 'Users', 'View', 'View users', 'See users, their groups, access and activity'],
    ['EditUsers', 'Users', 'Edit', 'Edit users', 'Invite, change, disable, import and delete users'],
    ['ViewSecurables', 'Securables', 'View', 'View securables', 'See who can use which data'],
    ['ManageSecurables', 'Securables', 'Manage', 'Manage securables', 'Decide who can use which data'],
    ['ViewLicenses', 'Licenses', 'View', 'View licenses', 'See the licenses of the company and when they expire'],
    ['ViewSystemLog', 'System log', 'View', 'View system log', 'See sign-ins, failures, exports and every change to tenant data'],
    ['ViewSystemUsage', 'System usage', 'View', 'View system usage', 'See how much the company uses its products'],
    ['ViewTenantInfo', 'Tenant', 'View', 'View tenant info', 'See the name and details of the tenant'],
    ['MonitorApiUsage', 'API usage', 'View', 'Monitor API usage', 'See calls, errors and latency by API key and endpoint'],
    ['ConfigureSSO', 'Single sign-on', 'Manage', 'Configure SSO', 'Connect the identity provider of the company and its SCIM tokens'],
    ['ViewIrpNavigator', 'AI', 'View', 'View IRP Navigator', 'Ask the assistant of the platform'],
  ],
})

/** Actions that come with a product. */
export const adminCenterProductActions = [
  ...defineActions({
    applicationName: 'admin-center',
    prefix: '',
    entitlements: ['RI-OME-NASDAQ'],
    rows: [
      ['ManageThirdPartyModels', 'Third-party models', 'Manage', 'Manage third-party models', 'Accept terms of models and enable them'],
    ],
  }),
  ...defineActions({
    applicationName: 'admin-center',
    prefix: '',
    entitlements: ['IC-DATABRIDGE'],
    rows: [
      ['ListDataBridgeServers', 'Data Bridge', 'View', 'List servers', 'See the managed SQL servers of the tenant'],
      ['ReadDataBridgeAccessControlList', 'Data Bridge', 'View', 'Read access control list', 'See which addresses reach the servers'],
      ['EditDataBridgeAccessControlList', 'Data Bridge', 'Edit', 'Edit access control list', 'Decide which addresses reach the servers'],
      ['ManageDataBridgeSecurables', 'Data Bridge', 'Manage', 'Manage securables', 'Decide who can use which database'],
      ['AccessDataExchange', 'Data exchange', 'View', 'Access data exchange', 'Receive data that partners share'],
      ['ManageDataExchangeShareKeys', 'Data exchange', 'Manage', 'Manage share keys', 'Create and revoke keys for partners'],
    ],
  }),
]
