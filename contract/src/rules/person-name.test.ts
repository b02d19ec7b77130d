import { expect, test } from 'vitest'
import { fullName, greetingName } from './person-name.ts'

const hanako = { givenName: 'Hanako', familyName: 'Yamada' }

test('Japanese writes the family name first', () => {
  expect(fullName(hanako, 'en')).toBe('Hanako Yamada')
  expect(fullName(hanako, 'de')).toBe('Hanako Yamada')
  expect(fullName(hanako, 'ja')).toBe('Yamada Hanako')
})

test('a name of one part has no spaces around it', () => {
  expect(fullName({ givenName: 'Hanako', familyName: '' }, 'ja')).toBe('Hanako')
  expect(fullName({ givenName: '', familyName: '' }, 'en')).toBe('')
})

test('English greets by the given name, German and Japanese by the full name', () => {
  expect(greetingName(hanako, 'en')).toBe('Hanako')
  expect(greetingName(hanako, 'de')).toBe('Hanako Yamada')
  expect(greetingName(hanako, 'ja')).toBe('Yamada Hanako')
  expect(greetingName({ givenName: '', familyName: 'Yamada' }, 'en')).toBe('Yamada')
})
