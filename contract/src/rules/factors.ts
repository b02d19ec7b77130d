/** Second factors and how a person confirms who they are; shared by schemas, texts and the server. */

/** What a person can set up. A passkey that verifies its user also signs in alone. */
export const factorKinds = ['authenticator', 'passkey'] as const
export type FactorKind = (typeof factorKinds)[number]

/** Filters of the list of users: who has a factor, of which kind, or none. */
export const factorFilters = ['any', 'none', ...factorKinds] as const
export type FactorFilter = (typeof factorFilters)[number]

/** How the second step of a sign-in is passed. */
export const secondStepKinds = [...factorKinds, 'recovery_code'] as const
export type SecondStepKind = (typeof secondStepKinds)[number]

/** How a person confirms who they are in an open session; with `provider` by signing in again at the identity provider. */
export const confirmationKinds = [...secondStepKinds, 'password', 'provider'] as const
export type ConfirmationKind = (typeof confirmationKinds)[number]

/** Whom a tenant asks for a second factor. */
export const factorAudiences = ['nobody', 'administrators', 'everybody'] as const
export type FactorAudience = (typeof factorAudiences)[number]

/** What resetting the factors of a person does: it takes effect, waits for another administrator, or would, but there is no other one. */
export const resetEffects = ['immediate', 'approval', 'no_approver'] as const
export type ResetEffect = (typeof resetEffects)[number]
/** How long a request to reset the factors of an administrator waits. */
export const resetRequestHours = 24

/** Who the caller is to such a request: who can approve it, who made it, whom it is about, or none of them. */
export const resetRequestRoles = ['approver', 'asker', 'person', 'reader'] as const
export type ResetRequestRole = (typeof resetRequestRoles)[number]

/** How long a confirmation counts for sensitive changes. */
export const confirmationMinutes = 10
/** How many recovery codes a person gets. */
export const recoveryCodeCount = 10
export const longestGraceDays = 90
export const longestRememberedDays = 90
/** How many passkeys a person can have. */
export const passkeyLimit = 20
