interface Values {
  values: readonly (number | null)[]
  texts?: readonly (string | null)[]
}

/** A value of a series as it is read; undefined where nothing was measured. */
export function valueText({ values, texts }: Values, index: number, formatValue: (value: number) => string): string | undefined {
  const value = values[index]
  return value == null ? undefined : (texts?.[index] ?? formatValue(value))
}
