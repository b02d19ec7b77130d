/** Finds pages and actions by what is typed: by the beginnings of words, inside of words, by initials, and past a slip. */

/** Letters as they are compared: without case, accents and width; katakana as hiragana. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
}

const wordsOf = (folded: string): string[] => folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')

const exact = 100
const beginning = 90
const initials = 80
const inside = 60
const slip = 40
/** What else a thing is found by counts less than its name. */
const keywordShare = 0.6

/**
 * How well a name fits what is typed, 0 to 100; 0 means not at all. Every word typed must be found, in any order.
 * @param keywords other words that lead to it
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
  if (text.includes(token)) return inside
  const allowed = token.length >= 7 ? 2 : token.length >= 4 ? 1 : 0
  if (allowed === 0) return 0
  const distance = Math.min(...words.map((word) => prefixDistance(token, word)))
  return distance <= allowed ? slip - 10 * distance : 0
}

/**
 * The fewest slips (a letter left out, added, replaced, or two swapped) that lead from `typed` to a beginning of `word`.
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
