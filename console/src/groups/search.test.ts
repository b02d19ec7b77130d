import { expect, it } from 'vitest'
import { groupSorts } from '@steward/contract/groups/constants'
import { roleSorts } from '@steward/contract/roles/constants'
import { sorts as roleSearchSorts } from '../roles/search.ts'
import { filterQuery, groupsSearch, isFiltered, sorts } from './search.ts'

const role = '0199c0de-4444-7c11-9d59-3b8f5f1c2a44'

it('has the sorts of the contract', () => {
  expect(sorts).toEqual(groupSorts)
  expect(roleSearchSorts).toEqual(roleSorts)
})

it('reads valid values and drops the rest', () => {
  expect(groupsSearch({ q: ' desk ', status: 'Disabled', role: [role, 'nonsense'], sort: '-userCount', page: 2 })).toEqual({
    q: 'desk',
    status: ['Disabled'],
    role: [role],
    sort: '-userCount',
    page: 2,
  })
  expect(groupsSearch({ q: '', status: 'Gone', role: 'x', sort: 'secret', page: 'x' })).toEqual({})
  expect(isFiltered(groupsSearch({}))).toBe(false)
  expect(filterQuery(groupsSearch({}))).toMatchObject({ sort: 'groupName' })
})
