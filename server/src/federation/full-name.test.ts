import { expect, it } from 'vitest'
import { namePartsOf } from './full-name.ts'

const none = { givenName: undefined, familyName: undefined }

it.each([
  ['Ada Lovelace', 'Ada', 'Lovelace'],
  ['Augusta Ada King', 'Augusta Ada', 'King'],
  ['Lovelace, Ada', 'Ada', 'Lovelace'],
  ['山田 太郎', '太郎', '山田'],
  ['山田　太郎', '太郎', '山田'],
  ['Madonna', 'Madonna', undefined],
])('%s', (full, givenName, familyName) => {
  expect(namePartsOf(none, full)).toEqual({ givenName, familyName, nameFrom: 'full' })
})

it('prefers what the provider sent as parts', () => {
  expect(namePartsOf({ givenName: 'Ada', familyName: undefined }, 'Augusta King')).toEqual({
    givenName: 'Ada',
    familyName: undefined,
    nameFrom: 'parts',
  })
  expect(namePartsOf(none, ' ')).toEqual({ ...none, nameFrom: undefined })
})
