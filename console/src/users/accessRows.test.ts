import { expect, test } from 'vitest'
import { permissionInputs } from '@steward/contract/rules/apps'
import { actionsByApplication, appRows } from './accessRows.ts'

const grant = (roleName: string, groupName: string) => ({ roleId: roleName, roleName, groupId: groupName, groupName })
const facts = permissionInputs({
  asOf: '2026-03-14T09:26:53.589Z',
  roles: [],
  actions: {
    ViewUsers: [grant('Help desk', 'IT'), grant('Auditor', 'Audit'), grant('Help desk', 'IT')],
    EditUsers: [grant('Help desk', 'IT')],
    UnknownAction: [grant('Old role', 'IT')],
  },
  flags: {},
  licenses: [],
  federation: { state: 'INACTIVE', isFederatedLogin: false },
  resourceGroups: {},
  quotas: [],
})

test('groups actions by application, viewing before editing, and lists every grant of an action once', () => {
  const admin = actionsByApplication(facts).find((application) => application.actions.some((action) => action.actionName === 'ViewUsers'))
  expect(admin?.actions.map((action) => action.actionName)).toEqual(['ViewUsers', 'EditUsers'])
  expect(admin?.actions[0]?.sources).toEqual(['Help desk, through IT', 'Auditor, through Audit'])
})

test('shows an unknown action by its name', () => {
  expect(actionsByApplication(facts, 'UnknownAction').flatMap((application) => application.actions.map((action) => action.label))).toEqual([
    'UnknownAction',
  ])
})

test('searches by role, group and label', () => {
  expect(actionsByApplication(facts, 'auditor').flatMap((application) => application.actions.map((action) => action.actionName))).toEqual([
    'ViewUsers',
  ])
  expect(actionsByApplication(facts, 'nothing like it')).toEqual([])
})

test('gives a reason for every application', () => {
  expect(appRows(facts).every((app) => app.why !== '')).toBe(true)
  expect(appRows(facts).length).toBeGreaterThan(0)
  expect(appRows(facts)).toContainEqual(expect.objectContaining({ appName: 'rms-owl', label: 'Steward' }))
})
