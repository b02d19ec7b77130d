import { expect, test } from 'vitest'
import { menu, visibleMenu } from './menu.ts'

const everything = () => true

test('an entry shows when its page exists and its permission holds', () => {
  const shown = visibleMenu(
    (path) => path !== '/user-administration/roles',
    (name) => name !== 'Navigation.UserManagement',
  )
  const paths = shown.flatMap((group) => group.entries.map((entry) => entry.to))
  expect(paths).toContain('/user-administration/groups')
  expect(paths).not.toContain('/user-administration/roles')
  expect(paths).not.toContain('/user-administration/users')
})

test('groups without entries are hidden; the launchpad needs no permission', () => {
  const shown = visibleMenu(everything, () => false)
  expect(shown.flatMap((group) => group.entries.map((entry) => entry.to))).toEqual(['/launchpad'])
})

test('the order is the specification’s', () => {
  expect(menu.map((group) => group.id)).toEqual([
    'start',
    'user-administration',
    'monitoring',
    'developer-administration',
    'company',
    'integration-center',
    'reference-data',
    'open-model-engine',
    'more',
    'configurations',
  ])
})
