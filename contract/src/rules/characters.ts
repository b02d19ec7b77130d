/**
 * Characters that no text of the product has: control characters, line and paragraph separators, bidirectional embeddings,
 * overrides and isolates (they make text read differently from what it is: Unicode Technical Report 36, section 2.5), and
 * lone surrogates.
 */
const refused = String.raw`\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069\p{Cs}`
const refusedInLine = new RegExp(`[${refused}]`, 'u')
const refusedInLines = new RegExp(`(?![\\n\\t])[${refused}]`, 'u')
/** Besides: characters that cannot be seen, so that two names that look the same are the same. */
const refusedInName = new RegExp(String.raw`[${refused}\u00AD\u061C\u200B-\u200F\u2060-\u2064\uFEFF]`, 'u')

/** Whether a text can be shown in one line as it is. */
export const isLine = (text: string): boolean => !refusedInLine.test(text)
/** As `isLine`, with line feeds and tabs. */
export const isLines = (text: string): boolean => !refusedInLines.test(text)
/** As `isLine`, without characters that cannot be seen. */
export const isVisible = (text: string): boolean => !refusedInName.test(text)
/** Whether PostgreSQL can store a text, and UTF-8 can carry it unchanged. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
