/** Specification 1, section 9. */
const msPerWord = 1_000

/** How long an alert stays: its words, split on whitespace, a second each (first specification file, section 4). */
export function readingTimeMs(message: string): number {
  const words = message
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== '').length
  return words * msPerWord
}
