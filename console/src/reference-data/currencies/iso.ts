import { currentLanguage } from '../../i18n/language.ts'

/** A currency of ISO 4217, with its name in the current language. */
export interface IsoCurrency {
  code: string
  name: string
}

/** Longest name of a currency (second specification file, section 9). */
const nameMaximum = 16
const notInNames = /[%'<>/?*()\n\t\r]/g

/**
 * The currencies of ISO 4217 that the browser knows. Former ones with a year in their name, such as "Belarusian Ruble
 * (2000–2016)", are left out.
 */
export function isoCurrencies(): IsoCurrency[] {
  const english = new Intl.DisplayNames('en', { type: 'currency' })
  const names = new Intl.DisplayNames(currentLanguage(), { type: 'currency' })
  return Intl.supportedValuesOf('currency')
    .filter((code) => !/\(\d{4}/.test(english.of(code) ?? ''))
    .map((code) => ({ code, name: names.of(code) ?? code }))
}

/**
 * A proposal for the name of a currency: at most 16 characters, without those that names can't have. Long names keep their
 * unit: "UAE Dirham", "Guatemala. Quetzal".
 */
export function shortName(name: string): string {
  const plain = name.replaceAll("'", '’').replace(notInNames, ' ').replace(/\s+/g, ' ').trim()
  if (plain.length <= nameMaximum) return plain
  const parts = plain.split(' ')
  const unit = parts.at(-1) ?? ''
  const [first = ''] = parts
  const left = nameMaximum - unit.length - 1
  if (parts.length === 2 && left > 3) return `${first.slice(0, left - 1)}. ${unit}`
  const initials = parts
    .slice(0, -1)
    .map((part) => part.charAt(0))
    .join('')
  return parts.length > 2 && initials.length <= left ? `${initials} ${unit}` : plain.slice(0, nameMaximum).trim()
}
