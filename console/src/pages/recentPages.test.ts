import { beforeEach, describe, expect, it } from 'vitest'
import { noteVisit, pageOf, recentPages } from './recentPages.ts'

beforeEach(() => localStorage.clear())

describe('recent pages', () => {
  it('keeps the pages of the menu, newest first, each once, by user', () => {
    noteVisit('ada', '/user-administration/users')
    noteVisit('ada', '/user-administration/roles/new')
    noteVisit('ada', '/user-administration/users/42/groups')
    noteVisit('grace', '/user-administration/groups')
    expect(recentPages('ada')).toEqual(['/user-administration/users', '/user-administration/roles'])
    expect(recentPages('grace')).toEqual(['/user-administration/groups'])
  })

  it('leaves out what is no page of the menu', () => {
    expect(pageOf('/launchpad')).toBeUndefined()
    expect(pageOf('/user-administration/users-of-old')).toBeUndefined()
    expect(pageOf('/401')).toBeUndefined()
  })

  it('starts anew where the storage holds something else', () => {
    localStorage.setItem('steward.recent.ada', '{broken')
    expect(recentPages('ada')).toEqual([])
    localStorage.setItem('steward.recent.ada', '{"a":1}')
    expect(recentPages('ada')).toEqual([])
  })
})
