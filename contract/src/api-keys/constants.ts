export const apiKeySorts = ['apiKeyName', 'createdAt', 'lastUsedAt', 'expiresAt'] as const
