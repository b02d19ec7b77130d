import { expect, test } from 'vitest'
import { factorFilters } from '@steward/contract/rules/factors'
import { userSorts } from '@steward/contract/users/constants'
import { factors, filterQuery, isFiltered, listInput, sorts, usersSearch } from './search.ts'

const group = '0199c0de-3333-7c11-9d59-3b8f5f1c2a44'

test('the sorts and filters match the contract', () => {
  expect(sorts).toEqual(userSorts)
  expect(factors).toEqual(factorFilters)
})

test('reads filters from the URL and ignores invalid ones', () => {
  expect(
    usersSearch({ q: ' ada ', status: ['CONFIRMED', 'NONSENSE'], group: [group, '1'], disabled: true, page: 2, sort: '-username' }),
  ).toEqual({
    q: 'ada',
    status: ['CONFIRMED'],
    group: [group],
    disabled: true,
    page: 2,
    sort: '-username',
  })
  expect(usersSearch({ q: '', status: 'NONSENSE', group: 'x', role: [], disabled: 'maybe', page: -1, sort: 'password' })).toEqual({})
})

test('a text that looks like a number stays text', () => {
  expect(usersSearch({ q: 12 })).toEqual({ q: '12' })
})

test('filters by whether users have signed in', () => {
  expect(usersSearch({ signedIn: false })).toEqual({ signedIn: false })
  expect(usersSearch({ signedIn: 'never' })).toEqual({})
  expect(filterQuery({ signedIn: false })).toMatchObject({ hasSignedIn: 'false' })
  expect(isFiltered({ signedIn: true })).toBe(true)
})

test('filters by second factors', () => {
  expect(usersSearch({ factor: 'passkey' })).toEqual({ factor: 'passkey' })
  expect(usersSearch({ factor: 'sms' })).toEqual({})
  expect(filterQuery({ factor: 'none' })).toMatchObject({ secondFactor: 'none' })
  expect(isFiltered({ factor: 'any' })).toBe(true)
})

test('requests the page and the filters of the URL', () => {
  expect(listInput({ page: 3, limit: 50, q: 'ada', disabled: false })).toMatchObject({
    limit: 50,
    offset: 100,
    search: 'ada',
    isDisabled: 'false',
    hasSignedIn: undefined,
    sort: 'givenName',
  })
  expect(filterQuery({ group: [group], sort: '-lastSignInTime' })).toMatchObject({
    groupId: [group],
    sort: '-lastSignInTime',
    isDisabled: undefined,
  })
})

test('a page or a sort alone does not count as a filter', () => {
  expect(isFiltered({ page: 2, sort: 'username' })).toBe(false)
  expect(isFiltered({ disabled: false })).toBe(true)
})
