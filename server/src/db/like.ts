/** Text as a literal part of a LIKE pattern. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
