import { describe, expect, it } from 'vitest'
import { permissionNames } from '@steward/contract/rules/permissions'
import { permissionText } from './permission-text.ts'

describe('the permissions that a refusal names', () => {
  it('are the actions as the console shows them, with every alternative', () => {
    expect(permissionText(['Admin.ViewUsers'], 'en')).toBe('“View users” or “Edit users”')
    expect(permissionText(['Admin.EditUsers', 'Admin.EditRoles'], 'de')).toBe('„Benutzer bearbeiten“ oder „Rollen bearbeiten“')
    expect(permissionText(['Admin.EditUsers'], 'ja')).toMatch(/^「.+」$/)
  })

  it('are the permission itself if it depends on more than actions', () => {
    expect(permissionText(['Navigation.ResourceGroupsManagement'], 'en')).toBe('“Resource groups management”')
  })

  it('never are raw names', () => {
    const products = ['ExposureIQ', 'UnderwriteIQ', 'TreatyIQ', 'SiteIQ']
    for (const name of permissionNames) {
      const text = products.reduce((rest, product) => rest.replace(product, ''), permissionText([name], 'en'))
      expect(text, name).not.toMatch(/\w\.\w|[a-z][A-Z]/)
    }
  })
})
