export const scimTokenSorts = ['tokenName', 'createdAt', 'lastUsedAt', 'expiresAt'] as const
export const scimTokenStates = ['active', 'expired', 'revoked'] as const

// --- The provisioning log --------------------------------------------------------------------------------------------

export const provisioningOperations = ['create', 'replace', 'patch', 'delete', 'read', 'bulk'] as const
export type ProvisioningOperation = (typeof provisioningOperations)[number]

/** What became of an operation; `braked` was refused by the brake and is sent again by the provider. */
export const provisioningOutcomes = ['changed', 'unchanged', 'failed', 'braked', 'read'] as const
export type ProvisioningOutcome = (typeof provisioningOutcomes)[number]

export const provisioningResources = ['User', 'Group'] as const
export type ProvisioningResource = (typeof provisioningResources)[number]

// --- The brake and the address ---------------------------------------------------------------------------------------

/** `stopped` waits for an administrator, `kept` is an administrator's decision to refuse on, `released` lets all pass for an hour. */
export const brakeStates = ['off', 'watching', 'stopped', 'kept', 'released'] as const
export type BrakeState = (typeof brakeStates)[number]

export const defaultBrakeSettings = { isOn: true, sharePercent: 10, minimumUsers: 20 }

export const brakeDecisions = ['release', 'keep', 'resume'] as const
export type BrakeDecision = (typeof brakeDecisions)[number]
