import { describe, expect, it } from 'vitest'
import { exampleGroup } from '@steward/contract/groups/docs'
import type { Group } from '@steward/contract/groups/schemas'
import { bulkActionTexts, refusal } from './bulkActions.ts'
import { roleOperations } from './RolesTab.tsx'
import { deleteReason, membersReason, renameReason, roleReason } from './permissions.ts'

const details = { createdTime: '2026-03-14T09:26:53.589Z', userCount: 0, roleCount: 0 }
const group = (changes: Partial<Group> = {}): Group => ({ ...exampleGroup, groupDetails: details, ...changes })

describe('disabled actions', () => {
  it('deleting a group with users, with the message of the specification', () => {
    expect(deleteReason(group())).toBeUndefined()
    expect(deleteReason(group({ groupDetails: { ...details, userCount: 1 } }))).toBe(
      'You need to first delete the users assigned to that group. Remove 1 member first.',
    )
  })

  it('renaming, disabling and emptying the reserved group', () => {
    const admin = group({ groupName: 'admin', isReserved: true })
    expect(refusal('disable', admin)).toContain('reserved')
    expect(refusal('delete', admin)).toContain('reserved')
    expect(roleReason(admin, 'Tenant Administrator')).toContain('reserved')
    expect(roleReason(admin, 'Auditor')).toBeUndefined()
  })

  it('members, name and deletion of a group managed by the identity provider, with the message of the specification', () => {
    const managed = group({ isManagedByProvider: true })
    for (const reason of [membersReason(managed), renameReason(managed), deleteReason(managed)]) {
      expect(reason).toBe('Add users to this group through your third party Identity Provider')
    }
    expect(refusal('disable', managed)).toBeUndefined()
  })

  it('actions without effect', () => {
    expect(refusal('enable', group())).toBeDefined()
    expect(refusal('disable', group({ status: 'Disabled' }))).toBeDefined()
  })
})

it('says how many people lose which roles', () => {
  const busy = group({ groupDetails: { ...details, userCount: 12 } })
  expect(bulkActionTexts('disable', [busy]).text).toContain('Up to 12 people immediately lose')
  expect(bulkActionTexts('disable', [busy, busy]).confirm).toBe('Disable 2 groups')
  expect(bulkActionTexts('delete', [busy]).confirm).toBe('Delete group Analysts')
})

it('sends removed roles, then added roles, and nothing else', () => {
  expect(roleOperations(['a', 'b'], ['b', 'a'])).toEqual([])
  expect(roleOperations(['a', 'b'], ['b', 'c'])).toEqual([
    { operation: 'Remove', targetProperty: 'RoleIds', value: ['a'] },
    { operation: 'Add', targetProperty: 'RoleIds', value: ['c'] },
  ])
})
