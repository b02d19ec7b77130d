import { overwriteGetLocale } from '@steward/contract/paraglide/runtime'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Language } from '@steward/contract/languages'
import { exactTime, formatDate, formatDay, formatNumber, relativeTime } from './time.ts'
import { compareText, formatList, midSentence } from './format.ts'

const inLanguage = (language: Language, wished: string[] = []) => {
  overwriteGetLocale(() => language)
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(wished)
}
afterEach(() => {
  overwriteGetLocale(() => 'en')
  vi.restoreAllMocks()
})

const moment = '2026-03-14T09:26:53.589Z'
const hoursLater = Date.parse('2026-03-14T12:30:00Z')

describe('formats by language', () => {
  test('English, in the browser’s variant', () => {
    inLanguage('en', ['de', 'en-GB'])
    expect(formatDate(moment)).toBe('14 Mar 2026')
    expect(formatNumber(1234567.5)).toBe('1,234,567.5')
    expect(relativeTime(moment, hoursLater)).toBe('3 hours ago')
    expect(formatList(['Analysts', 'Auditors', 'Editors'])).toBe('Analysts, Auditors, Editors')
    expect([midSentence('Group'), midSentence('API key')]).toEqual(['group', 'API key'])
    inLanguage('en')
    expect(formatDate(moment)).toBe('Mar 14, 2026')
  })

  test('German', () => {
    inLanguage('de', ['de-DE'])
    expect(formatDate(moment)).toBe('14.03.2026')
    expect(formatNumber(1234567.5)).toBe('1.234.567,5')
    expect(relativeTime(moment, hoursLater)).toBe('vor 3 Stunden')
    expect(formatDay(moment, new Date(moment))).toBe('Heute')
    expect(formatList(['Analyse', 'Prüfung', 'Vertrieb'])).toBe('Analyse, Prüfung und Vertrieb')
    expect(['Zebra', 'Äpfel', 'Apfel', 'Ost 10', 'Ost 9'].toSorted(compareText)).toEqual(['Apfel', 'Äpfel', 'Ost 9', 'Ost 10', 'Zebra'])
    expect(midSentence('Gruppe')).toBe('Gruppe')
    inLanguage('de', ['de-CH'])
    expect(formatNumber(1234567.5)).toBe("1'234'567.5")
  })

  test('Japanese', () => {
    inLanguage('ja', ['en-US'])
    expect(formatDate(moment)).toBe('2026/03/14')
    expect(exactTime(moment)).toContain('2026/03/14 9:26:53 UTC')
    expect(relativeTime(moment, hoursLater)).toBe('3 時間前')
    expect(formatList(['分析', '監査', '営業'])).toBe('分析、監査、営業')
  })
})
