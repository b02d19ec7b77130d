import { expect, it } from 'vitest'
import { ignoredKeys } from './ignoredKeys.ts'

it('names search parameters that the page does not know, once', () => {
  const asked = new URL('https://steward.example/home/user-administration/users?q=ada&stauts=CONFIRMED&stauts=x&limit=9999')
  expect(ignoredKeys(asked, new Set(['q']))).toEqual(['stauts', 'limit'])
  expect(ignoredKeys(asked, new Set(['q', 'stauts', 'limit']))).toEqual([])
})

it('does not name what a list does anyway', () => {
  const asked = new URL('https://steward.example/home/user-administration/users?page=1&limit=20')
  expect(ignoredKeys(asked, new Set())).toEqual([])
})
