import { formatDecimal } from '../../i18n/decimals.ts'
import { cached, formatLocale } from '../../i18n/format.ts'

let names: { locale: string; of: Intl.DisplayNames } | undefined

/** The name of a currency by ISO 4217; undefined for a code of the tenant's own. */
export function currencyName(code: string): string | undefined {
  const locale = formatLocale()
  if (names?.locale !== locale) names = { locale, of: new Intl.DisplayNames(locale, { type: 'currency', fallback: 'none' }) }
  try {
    return names.of.of(code)
  } catch {
    // Not three letters.
    return undefined
  }
}

/** "EUR, Euro"; the code alone if it isn't of ISO 4217. */
export function currencyText(code: string): string {
  const name = currencyName(code)
  return name === undefined ? code : `${code}, ${name}`
}

/** A rate with all its digits; a dash where a vintage has none. */
export const rateText = (rate: string | null): string => (rate === null ? '–' : formatDecimal(rate))

/** A share in percent with its sign: "+34.2%"; small ones with more digits, so that none reads as zero. */
export function formatMove(percent: number): string {
  const digits = Math.abs(percent) < 1 ? 4 : 2
  const format = cached(
    `move-${digits}`,
    (locale) => new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: digits }),
  )
  return format.format(percent / 100)
}
