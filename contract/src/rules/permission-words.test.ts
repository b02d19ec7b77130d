import { describe, expect, it } from 'vitest'
import { permissionRules } from './permission-rules.ts'
import { permissionWords } from './permission-words.ts'

describe('the label of a permission', () => {
  it.each([
    ['Navigation.UserManagement', 'User management'],
    ['Navigation.RoleManagementWithFeatureFlags', 'Role management'],
    ['Navigation.SingleSignOn', 'Single sign-on'],
    ['Navigation.APIKeyManagement', 'API key management'],
    ['Admin.ViewApiKeys', 'View API keys'],
    ['Admin.ConfigureSSO', 'Configure SSO'],
    ['Admin.ViewESGScores', 'View ESG scores'],
    ['Admin.ManageDataBridgeSecurables', 'Manage Data Bridge securables'],
    ['Monitoring.ExposureIQ', 'ExposureIQ'],
  ])('%s is “%s”', (name, words) => {
    expect(permissionWords(name)).toBe(words)
  })

  it('is the name of the application that it opens', () => {
    const opening = Object.keys(permissionRules).filter((name) => name.startsWith('AppAccess.'))
    expect(opening.map(permissionWords)).toEqual(expect.arrayContaining(['Risk Modeler', 'Data Bridge', 'TreatyIQ', 'ExposureIQ add-on']))
    expect(new Set(opening.map(permissionWords)).size).toBe(opening.length)
  })
})
