import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { renderInRouter } from '../../testing/renderInRouter.tsx'
import { buildUser } from '../../testing/user.ts'
import { setUser } from '../token/state.ts'
import { NoAccessPage } from './NoAccessPage.tsx'
import { permissionsQuery } from './permissions.ts'

beforeEach(() => setUser(buildUser()))
afterEach(() => {
  queryClient.clear()
  setUser(null)
})

const grant = (...names: string[]) => {
  const permissions = Object.fromEntries(names.map((name) => [name, true]))
  queryClient.setQueryData(permissionsQuery.queryKey, { username: 'ada', permissions } as never)
}
const climate = 'Reference data is hidden for people who only use Climate On Demand.'

test.each(['Navigation.ReferenceData', 'Navigation.DataTags'])(
  'tells people with a role for currencies why %s is hidden',
  async (permission) => {
    grant('Navigation.CurrencyManagement')
    await renderInRouter(<NoAccessPage permission={permission} />)
    screen.getByText(climate)
  },
)

test('names the missing permission to everyone else', async () => {
  grant('Navigation.UserManagement')
  await renderInRouter(<NoAccessPage permission="Navigation.ReferenceData" />)
  await screen.findByRole('button', { name: 'Sign in as someone else' })
  expect(screen.queryByText(climate)).toBeNull()
})

test.each([
  [{ 'RI-DATAADMIN': { count: 2, joined: 0 } }, /None of your groups is in a resource group of Data Admin/],
  [{}, /Data Admin doesn’t have a resource group yet/],
])('tells people whose roles allow the job log that they lack a resource group: %j', async (resourceGroups, text) => {
  const facts = { actions: { 'DataAdmin.ViewJobLog': [] }, resourceGroups }
  const permissions = { 'Admin.ViewSystemLog': true }
  queryClient.setQueryData(permissionsQuery.queryKey, { username: 'ada', permissions, facts } as never)
  await renderInRouter(<NoAccessPage permission="Navigation.JobLog" />)
  screen.getByText(text)
})

test('before sign-in, says which permission is needed, and nothing about roles', async () => {
  setUser(null)
  await renderInRouter(<NoAccessPage permission="Admin.ViewUsers" />)
  await screen.findByText(/^This page needs the permission .+\. Sign in as someone who has it\.$/)
  expect(screen.queryByText(/roles|role that/)).toBeNull()
  screen.getByRole('link', { name: 'Sign in' })
})
