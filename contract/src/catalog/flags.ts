/**
 * Feature flags (first specification file, section 3) with their defaults, which the operator or an override can change.
 * Four of the specification's flags are named after tickets (risk data lake page, developer portal page, cometa page,
 * cyber launchpad tile); here they are named after what they show. Pages that are separate applications are tiles (`tiles.ts`).
 */

export interface FeatureFlag {
  flagName: string
  /** The value without overrides. */
  isEnabled: boolean
  /** Shows an unfinished feature: on for tenants that enabled feature previews in their settings. */
  isPreview?: boolean
  description: string
}

export const featureFlags = [
  { flagName: 'AccountSettings', isEnabled: true, description: 'Profile and preferences' },
  { flagName: 'ApiMonitoring', isEnabled: true, description: 'API monitoring page' },
  { flagName: 'AuditLog', isEnabled: true, description: 'Audit log page' },
  { flagName: 'ApplicationActionsV2', isEnabled: true, description: 'Second version of application actions' },
  { flagName: 'ClimateOnDemandUsage', isEnabled: true, description: 'System usage of Climate On Demand' },
  { flagName: 'CustomRoles', isEnabled: true, description: 'Custom roles' },
  { flagName: 'CustomRolesAdminCenter', isEnabled: true, description: 'Actions of the administration console in custom roles' },
  { flagName: 'CustomRolesAdminPortal', isEnabled: true, description: 'Actions of Admin Portal in custom roles' },
  { flagName: 'CustomRolesDataBridge', isEnabled: true, description: 'Actions of Data Bridge in custom roles' },
  { flagName: 'CustomRolesExposureIQ', isEnabled: true, description: 'Actions of ExposureIQ in custom roles' },
  { flagName: 'CustomRolesRiskModeler', isEnabled: true, description: 'Actions of Risk Modeler in custom roles' },
  { flagName: 'CustomRolesUnderwriterIQ', isEnabled: true, description: 'Actions of UnderwriteIQ in custom roles' },
  {
    flagName: 'EnterpriseDataVault',
    isEnabled: true,
    description: 'Usage, archive storage and resource groups of the enterprise data vault',
  },
  { flagName: 'ESGScoreCustomization', isEnabled: false, isPreview: true, description: 'ESG score customization page' },
  {
    flagName: 'ExposureIQBeta',
    isEnabled: false,
    isPreview: true,
    description: 'ExposureIQ Beta',
  },
  { flagName: 'InteractiveLanes', isEnabled: true, description: 'Lanes reserved for interactive jobs, and their quota' },
  { flagName: 'ResourceGroupsClimateOnDemand', isEnabled: true, description: 'Resource groups of Climate On Demand' },
  { flagName: 'TenantSettingsAdmin', isEnabled: true, description: 'Tenant settings page' },
  {
    flagName: 'RiskDataLakePage',
    isEnabled: false,
    isPreview: true,
    description: 'Risk Data Lake',
  },
  { flagName: 'DeveloperPortalPage', isEnabled: true, description: 'Developer portal link' },
  { flagName: 'CometaPage', isEnabled: false, isPreview: true, description: 'Cometa' },
  {
    flagName: 'CyberLaunchpadTile',
    isEnabled: false,
    isPreview: true,
    description: 'Cyber modeling',
  },
] as const satisfies readonly FeatureFlag[]

export type FlagName = (typeof featureFlags)[number]['flagName']
