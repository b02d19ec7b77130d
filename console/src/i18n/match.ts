import { fold } from '@steward/contract/rules/search-words'

/** Matches pages and actions against the typed text: by prefixes of words, inside words, by initials, and despite a typo. */

const wordsOf = (folded: string): string[] => folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')

const exact = 100
const beginning = 90
const initials = 80
const inside = 60
const slip = 40
/** Keywords count less than the name. */
const keywordShare = 0.6

/**
 * How well a name matches the typed text, 0 to 100; 0 means not at all. Every typed word must match, in any order.
 * @param keywords other search terms
 */
export function matchScore(typed: string, name: string, keywords = ''): number {
  const tokens = wordsOf(fold(typed))
  if (tokens.length === 0) return 0
  const named = fold(name)
  const others = fold(keywords)
  let sum = 0
  for (const token of tokens) {
    const best = Math.max(tokenScore(token, named), keywordShare * tokenScore(token, others))
    if (best === 0) return 0
    sum += best
  }
  return sum / tokens.length
}

/** The items with a score above 0, best first. */
export const bestFirst = <T>(items: readonly T[], scoreOf: (item: T) => number): T[] =>
  items
    .map((item) => ({ item, score: scoreOf(item) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item)

/** Two letters are inside too many words, a single Japanese character is not. */
const isTelling = (token: string): boolean => token.length > 2 || /[^\p{ASCII}]/u.test(token)

function tokenScore(token: string, text: string): number {
  const words = wordsOf(text)
  if (words.includes(token)) return exact
  if (words.some((word) => word.startsWith(token))) return beginning
  if (
    token.length > 1 &&
    words
      .map((word) => word[0])
      .join('')
      .startsWith(token)
  )
    return initials
  if (isTelling(token) && text.includes(token)) return inside
  const allowed = token.length >= 7 ? 2 : token.length >= 4 ? 1 : 0
  if (allowed === 0) return 0
  const distance = Math.min(...words.map((word) => prefixDistance(token, word)))
  return distance <= allowed ? slip - 10 * distance : 0
}

/**
 * The fewest typos (a letter omitted, added, replaced, or two swapped) that turn a prefix of `word` into `typed`.
 */
export function prefixDistance(typed: string, word: string): number {
  const [from, to] = [[...typed], [...word]]
  let before: number[] = []
  let row = to.map((_, index) => index)
  row.push(to.length)
  for (const [i, letter] of from.entries()) {
    const next = [i + 1]
    for (const [j, other] of to.entries()) {
      const [left = 0, above = 0, diagonal = 0] = [next[j], row[j + 1], row[j]]
      let cost = Math.min(left + 1, above + 1, diagonal + (letter === other ? 0 : 1))
      if (i > 0 && j > 0 && letter === to[j - 1] && from[i - 1] === other) cost = Math.min(cost, (before[j - 1] ?? 0) + 1)
      next.push(cost)
    }
    before = row
    row = next
  }
  return Math.min(...row)
}
