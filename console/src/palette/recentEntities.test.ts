import { beforeEach, expect, test } from 'vitest'
import { entityAt, noteEntity, recentEntities } from './recentEntities.ts'

const id = (last: number) => `0199c0de-7a3b-7c11-9d59-3b8f5f1c2a4${last}`

beforeEach(() => localStorage.clear())

test('a panel shows an entity, a form or a list does not', () => {
  expect(entityAt(`/user-administration/users/${id(1)}/groups`)).toEqual({ kind: 'users', id: id(1) })
  expect(entityAt(`/user-administration/roles/${id(2)}`)).toEqual({ kind: 'roles', id: id(2) })
  expect(entityAt('/user-administration/users/new')).toBeUndefined()
  expect(entityAt('/user-administration/users')).toBeUndefined()
  expect(entityAt(`/user-administration/other/${id(1)}`)).toBeUndefined()
})

test('keeps the newest first, without duplicates, six at most, for each user', () => {
  for (const last of [1, 2, 3, 4, 5, 6, 7, 2]) noteEntity('ada', `/user-administration/groups/${id(last)}`)
  noteEntity('grace', `/user-administration/users/${id(9)}`)
  expect(recentEntities('ada').map((entity) => entity.id)).toEqual([id(2), id(7), id(6), id(5), id(4), id(3)])
  expect(recentEntities('grace')).toEqual([{ kind: 'users', id: id(9) }])
})

test('ignores invalid stored data', () => {
  localStorage.setItem('steward.recent-entities.ada', '["javascript:alert(1)", 7]')
  expect(recentEntities('ada')).toEqual([])
  localStorage.setItem('steward.recent-entities.ada', '{broken')
  expect(recentEntities('ada')).toEqual([])
})
