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
  vi.unstubAllGlobals()
})

const germanHere = () => overwriteGetLocale(() => 'de')
const remembered = (cookie: string) => vi.spyOn(document, 'cookie', 'get').mockReturnValue(cookie)

it('keeps a language for the console and for the help beside it', () => {
  germanHere()
  setLanguage('de')
  expect(kept).toEqual(['steward_language=de; Path=/home', 'steward_language=de; Path=/help'])
})

it('tells the help of a language that the console is in already', () => {
  germanHere()
  remembered('steward_language=de')
  expect(followLanguage('de')).toBe(false)
  expect(kept).toContain('steward_language=de; Path=/help')
})

it('keeps nothing where the browser asks for the language by itself, or where there is none to follow', () => {
  germanHere()
  expect(followLanguage('de')).toBe(false)
  expect(followLanguage(undefined)).toBe(false)
  expect(followLanguage('xx')).toBe(false)
  expect(kept).toEqual([])
})

it('loads no page again that a browser without cookies would show in the same language', () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { ...window.location, reload })
  remembered('')
  setLanguage('de')
  expect(reload).not.toHaveBeenCalled()
  remembered('steward_language=de')
  setLanguage('de')
  expect(reload).toHaveBeenCalledOnce()
})
