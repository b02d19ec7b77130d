/** How long the old secret of a regenerated key still works. */
export const apiKeyOverlaps = ['none', 'hour', 'day', 'week'] as const
export type ApiKeyOverlap = (typeof apiKeyOverlaps)[number]
export const apiKeyOverlapHours: Readonly<Record<ApiKeyOverlap, number>> = { none: 0, hour: 1, day: 24, week: 168 }

/** A key that expires within these days counts as expiring. */
export const apiKeyExpiringDays = 30

export const apiKeySorts = ['apiKeyName', 'createdAt', 'lastUsedAt', 'expiresAt'] as const
