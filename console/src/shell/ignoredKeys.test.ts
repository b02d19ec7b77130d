import { expect, it } from 'vitest'
import { ignoredKeys } from './ignoredKeys.ts'

it('names search parameters that the page does not know, once', () => {
  const asked = new URL('https://steward.example/home/user-administration/users?q=ada&stauts=CONFIRMED&stauts=x&limit=9999')
  expect(ignoredKeys(asked, { q: 'ada' })).toEqual(['stauts', 'limit'])
  expect(ignoredKeys(asked, { q: 'ada', stauts: ['CONFIRMED', 'x'], limit: 9999 })).toEqual([])
})

it('does not name what a list does anyway', () => {
  const asked = new URL('https://steward.example/home/user-administration/users?page=1&limit=20')
  expect(ignoredKeys(asked, {})).toEqual([])
})

it('names a list of values of which the page refused one', () => {
  const asked = new URL('https://steward.example/home/user-administration/users?status=["CONFIRMED","CONFIRMD"]&sort=-email')
  expect(ignoredKeys(asked, { status: ['CONFIRMED'], sort: '-email' })).toEqual(['status'])
  expect(ignoredKeys(asked, { status: ['CONFIRMED', 'CONFIRMD'], sort: '-email' })).toEqual([])
})
