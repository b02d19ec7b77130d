/** Escapes text for use in a LIKE pattern. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
