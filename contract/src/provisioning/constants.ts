export const scimTokenSorts = ['tokenName', 'createdAt', 'lastUsedAt', 'expiresAt'] as const
export const scimTokenStates = ['active', 'expired', 'revoked'] as const

// --- The provisioning log --------------------------------------------------------------------------------------------

export const provisioningOperations = ['create', 'replace', 'patch', 'delete', 'read', 'bulk'] as const
export type ProvisioningOperation = (typeof provisioningOperations)[number]

/** The result of an operation; `limited` was refused by the deprovisioning limit, and the provider will send it again. */
export const provisioningOutcomes = ['changed', 'unchanged', 'failed', 'limited', 'read'] as const
export type ProvisioningOutcome = (typeof provisioningOutcomes)[number]

export const provisioningResources = ['User', 'Group'] as const
export type ProvisioningResource = (typeof provisioningResources)[number]

// --- The deprovisioning limit and the address ---------------------------------------------------------------------

/** `stopped` waits for an administrator; `kept`: an administrator chose to keep refusing; `released` allows everything for an hour. */
export const deprovisioningLimitStates = ['off', 'watching', 'stopped', 'kept', 'released'] as const
export type DeprovisioningLimitState = (typeof deprovisioningLimitStates)[number]

export const defaultDeprovisioningLimitSettings = { isOn: true, sharePercent: 10, minimumUsers: 20 }

export const deprovisioningLimitDecisions = ['release', 'keep', 'resume'] as const
export type DeprovisioningLimitDecision = (typeof deprovisioningLimitDecisions)[number]
