import { describe, expect, it } from 'vitest'
import { resolvedRole, roleConflict, roleOperations } from './changes.ts'

const base = { roleName: 'Steward', description: '', actions: ['EditUsers', 'ViewUsers'] }

describe('changes of a role', () => {
  it('send only what changed: names, removed, added', () => {
    expect(roleOperations(base, base)).toEqual([])
    expect(roleOperations(base, { roleName: 'Keeper', description: '', actions: ['ViewRoles', 'ViewUsers'] })).toEqual([
      { operation: 'Update', targetProperty: 'Name', value: 'Keeper' },
      { operation: 'Remove', targetProperty: 'Actions', value: ['EditUsers'] },
      { operation: 'Add', targetProperty: 'Actions', value: ['ViewRoles'] },
    ])
  })

  it('show both versions of each field that either changed, and merge the chosen ones', () => {
    const mine = { ...base, actions: ['EditUsers', 'ViewRoles', 'ViewUsers'] }
    const theirs = { ...base, roleName: 'Theirs', actions: ['ViewUsers'] }
    const fields = roleConflict({ base, mine, theirs })
    expect(fields.map((field) => field.id)).toEqual(['roleName', 'description', 'EditUsers', 'ViewRoles'])
    expect(resolvedRole({ mine, theirs }, { roleName: 'theirs', ViewRoles: 'mine', EditUsers: 'theirs' })).toEqual({
      roleName: 'Theirs',
      description: '',
      actions: ['ViewRoles', 'ViewUsers'],
    })
  })
})
