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
 * The currencies of ISO 4217 that the browser has names for. Former ones with a year in their name, such as "Belarusian Ruble
 * (2000–2016)", are left out.
 */
export function isoCurrencies(): IsoCurrency[] {
  const english = new Intl.DisplayNames('en', { type: 'currency' })
  const names = new Intl.DisplayNames(currentLanguage(), { type: 'currency' })
  return Intl.supportedValuesOf('currency')
    .filter((code) => !/\(\d{4}/.test(english.of(code) ?? ''))
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .filter(({ code, name }) => name !== code)
}

/**
 * A proposal for the name of a currency: at most 16 characters, without those that names can't have. A longer one becomes its
 * code and unit, such as "AED Dirham".
 */
export function shortName({ code, name }: IsoCurrency): string {
  const plain = name.replaceAll("'", '’').replace(notInNames, ' ').replace(/\s+/g, ' ').trim()
  if (plain.length <= nameMaximum) return plain
  const short = `${code} ${plain.split(' ').at(-1)}`
  return short.length <= nameMaximum ? short : plain.slice(0, nameMaximum).trim()
}
