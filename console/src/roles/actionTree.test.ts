import { describe, expect, it } from 'vitest'
import { actions as cataloged } from '@steward/contract/catalog/index'
import type { Action } from '@steward/contract/roles/schemas'
import { customRoleAvailability } from '@steward/contract/rules/custom-roles'
import { buildPermissionInputs } from '@steward/contract/rules/permission-inputs.fixtures'
import type { PermissionInputs } from '@steward/contract/rules/permission-inputs'
import { actionTree, hiddenApplications, isLocked, roleActions } from './actionTree.ts'

/** The server's list for a tenant with these permission inputs. */
const listed = (own: PermissionInputs): Action[] =>
  cataloged
    .filter((action) => customRoleAvailability(action, (flagName) => own.flags[flagName]?.value ?? false).available)
    .map((action) => ({ ...action, entitlements: [...action.entitlements] }))

const administrator = buildPermissionInputs({ isAdministrator: true })

describe('the actions offered for a role', () => {
  it('are grouped by application, resource and access level, Platform first', () => {
    const tree = actionTree(roleActions({ available: listed(administrator), held: [], own: administrator }))
    expect(tree[0]?.heading).toBe('Platform')
    const users = tree[0]?.resources.find((resource) => resource.resource === 'Users')
    expect(users?.actions.map((action) => action.actionName)).toEqual(['ViewUsers', 'EditUsers'])
    expect(tree.map((application) => application.heading)).toContain('Risk Modeler')
  })

  it('are found by label, name, resource, description or application, with the counts of all', () => {
    const [platform, ...others] = actionTree(roleActions({ available: listed(administrator), held: [], own: administrator }), {
      find: 'Edit users',
    })
    expect(others).toEqual([])
    expect(platform?.resources.flatMap((resource) => resource.actions.map((action) => action.actionName))).toEqual(['EditUsers'])
    expect(platform?.total).toBeGreaterThan(10)
  })

  it('include actions of the role that are no longer offered, with the reason', () => {
    const own = buildPermissionInputs({ isAdministrator: true, flags: { CustomRolesAdminCenter: false } })
    const shown = roleActions({ available: listed(own), held: ['ViewUsers', 'FormerAction'], own })
    expect(shown.find((action) => action.actionName === 'ViewUsers')?.reason).toContain('CustomRolesAdminCenter')
    expect(shown.find((action) => action.actionName === 'FormerAction')?.reason).toBeDefined()
    expect(shown.some((action) => action.actionName === 'EditUsers')).toBe(false)
  })

  it('cannot be granted by a user who lacks them, but can be removed and restored', () => {
    const own = buildPermissionInputs({ actions: ['EditRoles'] })
    const edit = roleActions({ available: listed(own), held: [], own }).find((action) => action.actionName === 'EditUsers')
    if (!edit) throw new Error('EditUsers is offered')
    expect(edit.reason).toBeDefined()
    expect(isLocked(edit, new Set(), new Set())).toBe(true)
    expect(isLocked(edit, new Set(['EditUsers']), new Set(['EditUsers']))).toBe(false)
    expect(isLocked(edit, new Set(), new Set(['EditUsers']))).toBe(false)
  })

  it('name the applications that are left out, with the reason', () => {
    const own = buildPermissionInputs({ isAdministrator: true, flags: { CustomRolesRiskModeler: false } })
    const hidden = hiddenApplications(listed(own), own)
    expect(hidden.find((one) => one.heading === 'Risk Modeler')?.reason).toContain('CustomRolesRiskModeler')
    expect(hidden.find((one) => one.heading === 'Data Bridge')?.reason).toContain('environment')
  })
})
