import { beforeEach, describe, expect, it } from 'vitest'
import { noteVisit, pageOf, recentPages } from './recentPages.ts'

beforeEach(() => localStorage.clear())

describe('recent pages', () => {
  it('stores menu pages per user, newest first, without duplicates', () => {
    noteVisit('ada', '/user-administration/users')
    noteVisit('ada', '/user-administration/roles/new')
    noteVisit('ada', '/user-administration/users/42/groups')
    noteVisit('grace', '/user-administration/groups')
    expect(recentPages('ada')).toEqual(['/user-administration/users', '/user-administration/roles'])
    expect(recentPages('grace')).toEqual(['/user-administration/groups'])
  })

  it('ignores paths outside the menu', () => {
    expect(pageOf('/launchpad')).toBeUndefined()
    expect(pageOf('/user-administration/users-of-old')).toBeUndefined()
    expect(pageOf('/401')).toBeUndefined()
  })

  it('ignores invalid stored data', () => {
    localStorage.setItem('steward.recent.ada', '{broken')
    expect(recentPages('ada')).toEqual([])
    localStorage.setItem('steward.recent.ada', '{"a":1}')
    expect(recentPages('ada')).toEqual([])
  })
})
