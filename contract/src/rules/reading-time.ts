/** Specification 1, section 9. */
const msPerWord = 1_000

/** Japanese has no spaces: a word is about two characters. */
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu
const charactersPerWord = 2

/**
 * How long an alert stays: a second for each word, split on whitespace (first specification file, section 4). Text without
 * spaces is estimated, so that it doesn't disappear after one second.
 */
export function readingTimeMs(message: string): number {
  const words = message
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== '')
    .reduce((sum, word) => sum + Math.max(1, Math.ceil((word.match(withoutSpaces)?.length ?? 0) / charactersPerWord)), 0)
  return words * msPerWord
}
