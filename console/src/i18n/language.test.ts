import { overwriteGetLocale } from '@steward/contract/paraglide/runtime'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followLanguage, setLanguage } from './language.ts'

let kept: string[]

beforeEach(() => {
  kept = []
  vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => kept.push(cookie.replace(/; Max-Age.*/, '')))
})
afterEach(() => {
  overwriteGetLocale(() => 'en')
  vi.restoreAllMocks()
})

const germanHere = () => overwriteGetLocale(() => 'de')
const remembered = (cookie: string) => vi.spyOn(document, 'cookie', 'get').mockReturnValue(cookie)

it('stores a language for the console and the help', () => {
  germanHere()
  setLanguage('de')
  expect(kept).toEqual(['steward_language=de; Path=/home', 'steward_language=de; Path=/help'])
})

it('updates the help when the console is already in the language', () => {
  germanHere()
  remembered('steward_language=de')
  expect(followLanguage('de')).toBe(false)
  expect(kept).toContain('steward_language=de; Path=/help')
})

it('stores nothing when the browser already asks for the language, or when the user has no language set', () => {
  germanHere()
  expect(followLanguage('de')).toBe(false)
  expect(followLanguage(undefined)).toBe(false)
  expect(followLanguage('xx')).toBe(false)
  expect(kept).toEqual([])
})

it('doesn’t reload the page when the browser accepts no cookies', () => {
  const reload = vi.fn()
  remembered('')
  setLanguage('de', reload)
  expect(reload).not.toHaveBeenCalled()
  remembered('steward_language=de')
  setLanguage('de', reload)
  expect(reload).toHaveBeenCalledOnce()
})
