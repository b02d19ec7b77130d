import { describe, expect, it } from 'vitest'
import { actionConflict, actionOperations, textConflict, textOperations } from './changes.ts'

const base = { roleName: 'Steward', description: '', actions: ['EditUsers', 'ViewUsers'] }

describe('changes of a role', () => {
  it('send only what changed: texts, or removed and added actions', () => {
    expect(textOperations(base, base)).toEqual([])
    expect(textOperations(base, { ...base, roleName: 'Keeper' })).toEqual([
      { operation: 'Update', targetProperty: 'Name', value: 'Keeper' },
    ])
    expect(actionOperations(base.actions, base.actions)).toEqual([])
    expect(actionOperations(base.actions, ['ViewRoles', 'ViewUsers'])).toEqual([
      { operation: 'Remove', targetProperty: 'Actions', value: ['EditUsers'] },
      { operation: 'Add', targetProperty: 'Actions', value: ['ViewRoles'] },
    ])
  })

  it('show both versions of each text, and of each action that either changed', () => {
    const theirs = { ...base, roleName: 'Theirs', actions: ['ViewUsers'] }
    expect(textConflict({ base, mine: base, theirs }).map(({ id, theirs: text }) => [id, text])).toEqual([
      ['roleName', 'Theirs'],
      ['description', ''],
    ])
    const mine = ['EditUsers', 'ViewRoles', 'ViewUsers']
    expect(actionConflict({ base: base.actions, mine, theirs: theirs.actions }).map(({ id }) => id)).toEqual(['EditUsers', 'ViewRoles'])
  })
})
