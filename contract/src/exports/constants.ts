export const temporaryFileSorts = ['fileName', 'createdAt', 'expiresAt', 'sizeBytes'] as const
