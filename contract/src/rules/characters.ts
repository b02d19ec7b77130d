/**
 * Characters that are never accepted in text: control characters, line and paragraph separators, bidirectional embeddings,
 * overrides and isolates (they make text look different from what it is: Unicode Technical Report 36, section 2.5), and
 * lone surrogates.
 */
const refused = String.raw`\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069\p{Cs}`
const refusedInLine = new RegExp(`[${refused}]`, 'u')
const refusedInLines = new RegExp(`(?![\\n\\t])[${refused}]`, 'u')
/** Also refused in names: invisible characters, so that two names that look the same are the same. */
const refusedInName = new RegExp(String.raw`[${refused}\u00AD\u061C\u200B-\u200F\u2060-\u2064\uFEFF]`, 'u')

/** Whether a text is a single line of valid characters. */
export const isLine = (text: string): boolean => !refusedInLine.test(text)
/** Like `isLine`, but also allows line feeds and tabs. */
export const isLines = (text: string): boolean => !refusedInLines.test(text)
/** Like `isLine`, but without invisible characters. */
export const isVisible = (text: string): boolean => !refusedInName.test(text)
/** Whether PostgreSQL can store a text, and UTF-8 can carry it unchanged. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
