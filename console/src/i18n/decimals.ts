import { cached } from './format.ts'
import { formatNumber } from './time.ts'

/** The sign before the decimals of the user's language and region. */
const decimalSign = (): string => formatNumber(0.5).charAt(1)

const grouped = /^(?<whole>[1-9]\d{0,2}(?<sign>[.,'’ ])\d{3}(?:\k<sign>\d{3})*)(?:(?!\k<sign>)[.,](?<decimals>\d+))?$/
const plain = /^\d+(?:[.,]\d+)?$/

/**
 * The number that someone typed, such as "1234.5"; undefined for any other text. Digits can have full width and groups. A single
 * sign with three digits behind it is read as the language writes it: "1.500" is 1500 in German and 1.5 in English.
 */
export function plainNumber(text: string): string | undefined {
  const typed = text.normalize('NFKC').trim()
  const { whole, sign, decimals } = grouped.exec(typed)?.groups ?? {}
  if (whole !== undefined && (sign !== decimalSign() || decimals !== undefined || whole.length > 7)) {
    return whole.replaceAll(/\D/g, '') + (decimals === undefined ? '' : `.${decimals}`)
  }
  return plain.test(typed) ? typed.replace(',', '.') : undefined
}

export function typedNumber(text: string): number | undefined {
  const number = plainNumber(text)
  return number === undefined ? undefined : Number(number)
}

/** A decimal such as "1234.50" with all its digits: "1,234.50". */
export function formatDecimal(decimal: string): string {
  const digits = decimal.split('.')[1]?.length ?? 0
  const format = cached(
    `decimal-${digits}`,
    (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  )
  // A text keeps digits that a number would lose.
  return format.format(decimal as Intl.StringNumericLiteral)
}

/** A number such as "1234.5" as it is typed in the user's language. */
export const shownNumber = (number: string): string => number.replace('.', decimalSign())
