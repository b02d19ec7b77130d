import { expect, it } from 'vitest'
import { helpPageOf, publicHelpPages } from './help-pages.ts'

it.each([
  ['/', 'home'],
  ['', 'home'],
  ['/user-administration/users', 'user-administration/users'],
  ['/user-administration/users/0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44/groups', 'user-administration/users'],
  ['/user-administration/resource-groups', 'user-administration/resource-groups'],
  ['/user-administration/resource-groups/risk-modeler', 'user-administration/resource-groups/app'],
  ['/reference-data/currencies/currency-schemes/7', 'reference-data/currencies/currency-schemes/scheme'],
  ['/reference-data/currencies/currency-schemes/7/new', 'reference-data/currencies/currency-schemes/scheme/new'],
  ['/reference-data/currencies/currency-schemes/7/2026', 'reference-data/currencies/currency-schemes/scheme/version'],
  ['/developer-administration/tempData', 'developer-administration/tempData'],
  ['/nowhere', 'home'],
])('explains %s on the page %s', (path, page) => {
  expect(helpPageOf(path)).toBe(page)
})

it('shows help about signing in without a session, and nothing about a tenant', () => {
  expect([...publicHelpPages].sort()).toEqual([
    '401',
    '404',
    'login',
    'login/forgot-password',
    'login/report',
    'login/reset-password',
    'login/set-password',
  ])
})
