import type { PairSearch } from './search.ts'

/** The pair of a URL, or the anchor and the first other currency. */
export function pairOf({ from, to }: PairSearch, currencies: readonly string[]): { from: string; to: string } | undefined {
  const [anchor, first] = currencies
  if (anchor === undefined || first === undefined) return undefined
  const known = (code: string | undefined) => (code !== undefined && currencies.includes(code) ? code : undefined)
  const start = known(from) ?? (to === anchor ? first : anchor)
  return { from: start, to: known(to) ?? currencies.find((code) => code !== start) ?? first }
}
