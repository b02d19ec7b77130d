import { expect, test } from 'vitest'
import { fold, hasWords, searchWords } from './search-words.ts'

test.each([
  ['Ärger ＡＢＣ Straße カタカナ', 'arger abc strasse かたかな'],
  ['ﾊﾅｺ ｶﾞﾄｳ', 'はなこ がとう'],
  ['Søren Łukasz Æðelþryð', 'soren lukasz aedelthryd'],
  ['İpek Işık', 'ipek isik'],
  ['O’Brien, O´Brien', 'obrien  obrien'],
  ['López‑Ortiz', 'lopez ortiz'],
])('%j is compared as %j', (text, expected) => {
  expect(fold(text)).toBe(expected)
})

test('words can be in any order, and in several texts', () => {
  const found = hasWords(' Ortiz, MARÍA')
  expect(found('María', undefined, 'López-Ortiz')).toBe(true)
  expect(found('Maria Ortega', null)).toBe(false)
})

test('a word is not found across two texts', () => {
  expect(hasWords('ab')('a', 'b')).toBe(false)
})

test('punctuation alone is not searched for', () => {
  expect(searchWords(" -, '")).toEqual([])
  expect(hasWords("'")('Ada')).toBe(true)
})
