import { overwriteGetLocale } from '@steward/contract/paraglide/runtime'
import { afterEach, expect, test } from 'vitest'
import { deviceText } from './deviceText.ts'

afterEach(() => overwriteGetLocale(() => 'en'))

test('translates a browser and its system, and keeps unknown names as they are', () => {
  expect(deviceText('Firefox 140 on Windows')).toBe('Firefox 140 on Windows')
  overwriteGetLocale(() => 'de')
  expect(deviceText('Firefox 140 on Windows')).toBe('Firefox 140 unter Windows')
  overwriteGetLocale(() => 'ja')
  expect(deviceText('Firefox 140 on Windows')).toBe('Windows の Firefox 140')
  expect(['curl', '', 'a on b on c'].map(deviceText)).toEqual(['curl', '', 'a on b on c'])
})
