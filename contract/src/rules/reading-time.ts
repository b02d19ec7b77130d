/** Specification 1, section 9. */
const msPerWord = 1_000

/** Japanese writes no spaces: a word of it is about two characters. */
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu
const charactersPerWord = 2

/**
 * How long an alert stays: its words, split on whitespace, a second each (first specification file, section 4). What is written without
 * spaces counts as the words it would be in a language that writes them, instead of going after one second.
 */
export function readingTimeMs(message: string): number {
  const words = message
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== '')
    .reduce((sum, word) => sum + Math.max(1, Math.ceil((word.match(withoutSpaces)?.length ?? 0) / charactersPerWord)), 0)
  return words * msPerWord
}
