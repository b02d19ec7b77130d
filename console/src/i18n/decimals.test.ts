import { overwriteGetLocale } from '@steward/contract/paraglide/runtime'
import { afterEach, expect, test, vi } from 'vitest'
import type { Language } from '@steward/contract/languages'
import { formatDecimal, plainNumber, shownNumber, typedNumber } from './decimals.ts'

const inLanguage = (language: Language, wished: string) => {
  overwriteGetLocale(() => language)
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([wished])
}
afterEach(() => {
  overwriteGetLocale(() => 'en')
  vi.restoreAllMocks()
})

test.each([
  ['en', 'en-US', '1,500', '1500'],
  ['en', 'en-US', '1.500', '1.500'],
  ['en', 'en-US', '12,5', '12.5'],
  ['en', 'en-US', '1,234,567.89', '1234567.89'],
  ['en', 'en-US', '1.234,5', '1234.5'],
  ['de', 'de-DE', '1.500', '1500'],
  ['de', 'de-DE', '1,500', '1.500'],
  ['de', 'de-DE', '12,5', '12.5'],
  ['de', 'de-DE', '12.5', '12.5'],
  ['de', 'de-DE', '1.234.567,89', '1234567.89'],
  ['de', 'de-DE', '0.125', '0.125'],
  ['de', 'de-CH', '1’500.5', '1500.5'],
  ['de', 'de-CH', '1.500', '1.500'],
  ['ja', 'ja-JP', '１，５００．５', '1500.5'],
  ['ja', 'ja-JP', '３０', '30'],
  ['en', 'en-US', ' 1 500 ', '1500'],
  ['en', 'en-US', '1\u202f500', '1500'],
  ['en', 'en-US', '7', '7'],
] as const)('in %s (%s), %j is %s', (language, region, typed, number) => {
  inLanguage(language, region)
  expect(plainNumber(typed)).toBe(number)
  expect(typedNumber(typed)).toBe(Number(number))
})

test.each(['', ' ', '-1', '1e3', '0x10', '.5', '1.', '1,50,000', '1,234,5', '1,500.000,5', 'soon', '5 %', 'Infinity', '１つ'])(
  '%j is not a number',
  (typed) => {
    inLanguage('en', 'en-US')
    expect(plainNumber(typed)).toBeUndefined()
    expect(typedNumber(typed)).toBeUndefined()
  },
)

test('shows a number as it is typed, and reads it back', () => {
  for (const [language, region, shown] of [
    ['en', 'en-US', '1500.125'],
    ['de', 'de-DE', '1500,125'],
    ['de', 'de-CH', '1500.125'],
  ] as const) {
    inLanguage(language, region)
    expect(shownNumber('1500.125')).toBe(shown)
    expect(plainNumber(shown)).toBe('1500.125')
    expect(plainNumber(shownNumber('1.125'))).toBe('1.125')
  }
})

test('shows a decimal with all its digits', () => {
  inLanguage('en', 'en-US')
  expect(formatDecimal('1234.50')).toBe('1,234.50')
  expect(formatDecimal('123456789012345678.123456789012345678')).toBe('123,456,789,012,345,678.123456789012345678')
  inLanguage('de', 'de-DE')
  expect(formatDecimal('3.878')).toBe('3,878')
  expect(formatDecimal('1234')).toBe('1.234')
})
