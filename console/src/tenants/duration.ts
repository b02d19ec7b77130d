import { cached } from '../i18n/format.ts'

/** A whole number of minutes in the largest exact unit: "12 hours". */
export function formatMinutes(minutes: number): string {
  const [unit, length] =
    minutes % 1_440 === 0 ? (['day', 1_440] as const) : minutes % 60 === 0 ? (['hour', 60] as const) : (['minute', 1] as const)
  return cached(`long-${unit}`, (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })).format(
    minutes / length,
  )
}
