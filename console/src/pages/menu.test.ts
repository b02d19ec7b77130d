import { Square } from 'lucide-react'
import { describe, expect, test } from 'vitest'
import { linkNames } from '@steward/contract/rules/links'
import { menu, placeOf, visibleMenu, type MenuConditions } from './menu.ts'

const everything: MenuConditions = { iconOf: () => Square, addressOf: (link) => `https://${link}.example/`, can: () => true }
const labels = (conditions: MenuConditions) => visibleMenu(conditions).flatMap((group) => group.entries.map((entry) => entry.title()))

describe('the side menu', () => {
  test('has the entries of the specification, in its order, and after them access, the developer portal and log streams', () => {
    expect(visibleMenu(everything).map((group) => [group.label?.(), group.entries.map((entry) => entry.title())])).toEqual([
      [undefined, ['Launchpad']],
      ['User Administration', ['Users', 'Groups', 'Resource Groups', 'Roles', 'Access']],
      ['Monitoring', ['System Usage', 'System Log', 'Job Log', 'Audit Log']],
      ['Developer Administration', ['Access Credentials', 'API Monitoring', 'Developer Portal', 'Log Streams']],
      ['Company', ['Licenses', 'Single Sign-On', 'Provisioning']],
      ['Integration Center', ['Data Bridge']],
      ['Reference Data', ['Currencies', 'Data Tags']],
      ['Open Model Engine', ['Nasdaq']],
      [undefined, ['Data Administration', 'ESG Score Customization']],
      ['Configurations', ['Tenant Settings']],
    ])
  })

  test('shows an entry if its page exists and its permission is granted', () => {
    const shown = labels({
      ...everything,
      iconOf: (path) => (path === '/user-administration/roles' ? undefined : Square),
      can: (name) => name !== 'Navigation.UserManagement',
    })
    expect(shown).toContain('Groups')
    expect(shown).not.toContain('Roles')
    expect(shown).not.toContain('Users')
  })

  test('shows an external link if its address is configured and its permission is granted', () => {
    const outside = ['Data Bridge', 'Data Administration', 'Developer Portal']
    const shown = (conditions: Partial<MenuConditions>) =>
      labels({ ...everything, ...conditions }).filter((label) => outside.includes(label))
    expect(shown({}).sort()).toEqual(outside.toSorted())
    expect(shown({ addressOf: () => undefined })).toEqual([])
    expect(shown({ can: () => false })).toEqual([])
    expect(shown({ can: (name) => /\.DeveloperPortal/.test(name) })).toEqual(['Developer Portal'])
  })

  test('hides groups without entries; the launchpad needs no permission', () => {
    expect(labels({ ...everything, can: () => false })).toEqual(['Launchpad'])
  })

  test('has an entry for every link that can be configured', () => {
    const links = menu.flatMap((group) => group.entries.flatMap((entry) => ('link' in entry ? [entry.link] : [])))
    expect(links.sort()).toEqual([...linkNames].sort())
  })
})

test('a path belongs to the page at that path or above it', () => {
  const labelOf = (path: string) => placeOf(path)?.page.title()
  expect(labelOf('/user-administration/users')).toBe('Users')
  expect(labelOf('/user-administration/users/42/groups')).toBe('Users')
  expect(labelOf('/reference-data/currencies/currency-schemes/new')).toBe('Currencies')
  expect(labelOf('/user-administration/users-of-old')).toBeUndefined()
  expect(labelOf('/401')).toBeUndefined()
})
