import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { acceptedLanguage, languageNames, languages, matchLanguage } from './languages.ts'

describe('the language of a header', () => {
  test.each([
    ['de', 'de'],
    ['de-CH, fr;q=0.9', 'de'],
    ['fr-FR, fr;q=0.9, ja;q=0.8, en;q=0.7', 'ja'],
    ['en;q=0.5, JA ; q=0.9', 'ja'],
    ['de;q=0, en', 'en'],
    ['en;q=0.8, de;q=0.8', 'en'],
    ['fr, *;q=0.1', 'en'],
    ['fr', undefined],
    ['', undefined],
    [undefined, undefined],
    [';;;,,q=1', undefined],
    ['x'.repeat(10_000), undefined],
  ])('%s is answered with %s', (header, expected) => {
    expect(acceptedLanguage(header)).toBe(expected)
  })
})

test('uses the first known tag', () => {
  expect(matchLanguage(['zh-TW', 'ja-JP', 'de'])).toBe('ja')
  expect(matchLanguage([])).toBeUndefined()
})

test('names every language in that language', () => {
  expect(Object.keys(languageNames).toSorted()).toEqual([...languages].toSorted())
})

test('all messages are one module in ASCII, of which Node keeps a byte for each character', () => {
  const source = readFileSync(new URL('paraglide/all-messages.js', import.meta.url), 'utf8')
  expect(/[\u0080-\uffff]/.exec(source)).toBeNull()
})
