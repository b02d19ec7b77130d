/** The indexes of values that no line leads to: they get points. */
export function lonelyPoints(
  values: readonly (number | null)[],
  { spansGaps = false }: { spansGaps?: boolean | undefined } = {},
): number[] {
  const filled = values.flatMap((value, index) => (value === null ? [] : [index]))
  if (spansGaps) return filled.length === 1 ? filled : []
  const isFilled = (index: number) => (values[index] ?? null) !== null
  return filled.filter((index) => !isFilled(index - 1) && !isFilled(index + 1))
}
