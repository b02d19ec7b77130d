import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { noEffects } from '@steward/contract/changes/docs'
import type { Preview } from '@steward/contract/changes/schemas'
import { overwriteGetLocale } from '@steward/contract/paraglide/runtime'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Effects } from './Effects.tsx'
import type { RestOfPeople } from './preview.ts'
import { effectsSentence } from './sentence.ts'
import { buildPreview } from '../testing/preview.ts'

afterEach(() => overwriteGetLocale(() => 'en'))

const some = {
  ...noEffects,
  gainingCount: 12,
  losingCount: 1,
  keyCount: 1,
  signedOutCount: 2,
  mails: [
    { template: 'activation', count: 2 },
    { template: 'group', count: 1 },
  ],
}

describe('the sentence', () => {
  test('counts people, keys, sessions and emails, and leaves out what is not affected', () => {
    expect(effectsSentence(noEffects)).toBe('No one gains or loses access.')
    expect(effectsSentence({ ...noEffects, losingCount: 1 })).toBe('1 person loses access.')
    expect(effectsSentence(some)).toBe(
      '12 people gain access, 1 person loses access, 1 API key changes, 2 people are signed out, 3 emails are sent.',
    )
  })

  test('is in the language of the console', () => {
    overwriteGetLocale(() => 'de')
    expect(effectsSentence({ ...noEffects, gainingCount: 1, losingCount: 2 })).toBe(
      '1 Person erhält Zugriff und 2 Personen verlieren Zugriff.',
    )
    overwriteGetLocale(() => 'ja')
    expect(effectsSentence({ ...noEffects, losingCount: 2 })).toBe('2 人がアクセス権を失います。')
  })
})

const noOneElse: RestOfPeople = { key: ['rest'], load: () => Promise.reject(new Error('There is no one else')) }
const show = (effects: Preview['effects'], rest = noOneElse) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Effects effects={effects} rest={rest} />
    </QueryClientProvider>,
  )

const person = { userId: 'u', username: 'ben', givenName: 'Ben', familyName: 'Ode', gains: [], loses: ['Admin.EditUsers'] }

test('people, permissions and keys are shown on demand, and what an undo does not bring back is said', () => {
  show({
    ...noEffects,
    losingCount: 21,
    people: [person],
    peopleCount: 21,
    permissions: [{ permission: 'Admin.EditUsers', gainingCount: 0, losingCount: 21 }],
    lasting: ['passwords', 'mails'],
  })
  const people = screen.getByRole('region', { name: 'People', hidden: true })
  expect(people.textContent).toBe('Ben OdeLoses: Edit users')
  expect(people.closest('details')?.open).toBe(false)
  expect(people.closest('details')?.textContent).toContain('and 20 more')
  const row = screen.getByRole('row', { name: 'Edit users 21', hidden: true })
  expect(row.closest('details')?.open).toBe(false)
  expect(screen.getByText('An undo doesn’t bring back: passwords, emails that were sent.')).toBeDefined()
  expect(screen.queryByText('This can’t be undone.')).toBeNull()
})

test('the people after those who are named come page by page', async () => {
  const all = Array.from({ length: 5 }, (_, index) => ({ ...person, userId: `u${index}`, givenName: `Person ${index}` }))
  const load = vi.fn(async (offset: number) =>
    buildPreview({ effects: { ...noEffects, people: all.slice(offset, offset + 2), peopleCount: 5 } }),
  )
  show({ ...noEffects, losingCount: 5, people: all.slice(0, 2), peopleCount: 5 }, { key: ['rest'], load })
  const more = () => screen.getByRole('button', { name: 'Show more', hidden: true })
  fireEvent.click(more())
  await screen.findByText(/Person 3 Ode/)
  expect(screen.getByText('and 1 more')).toBeDefined()
  fireEvent.click(more())
  await screen.findByText(/Person 4 Ode/)
  expect(load.mock.calls.map(([offset]) => offset)).toEqual([2, 4])
  expect(screen.queryByRole('button', { name: 'Show more', hidden: true })).toBeNull()
})

test('people who gain and lose the same are named together', () => {
  const people = [
    { ...person, userId: 'a', givenName: 'Ada', gains: ['Admin.ViewUsers', 'Admin.ViewGroups'] },
    { ...person, userId: 'c', givenName: 'Cy' },
    { ...person, userId: 'b', givenName: 'Bo', gains: ['Admin.ViewGroups', 'Admin.ViewUsers'] },
  ]
  show({ ...noEffects, losingCount: 3, people, peopleCount: 3 })
  const items = within(screen.getByRole('region', { name: 'People', hidden: true })).getAllByRole('listitem', { hidden: true })
  expect(items.map((item) => item.textContent)).toEqual([
    'Ada Ode, Bo OdeGain: View groups, View usersLose: Edit users',
    'Cy OdeLoses: Edit users',
  ])
})

test('access to an application is told from the view of its usage', () => {
  const gains = ['Monitoring.RiskModeler', 'Navigation.SystemUsage', 'Admin.ViewSystemUsage', 'AppAccess.rlax', 'FeatureFlags.CustomRoles']
  show({
    ...noEffects,
    gainingCount: 1,
    people: [{ ...person, gains, loses: [] }],
    peopleCount: 1,
    permissions: gains.map((permission) => ({ permission, gainingCount: 1, losingCount: 0 })),
  })
  const told = ['Application: Risk Modeler', 'View system usage', 'Menu: System usage', 'Monitoring: Risk Modeler', 'Feature: Custom roles']
  const people = within(screen.getByRole('region', { name: 'People', hidden: true }))
  expect(people.getAllByRole('list', { hidden: true }).at(-1)?.textContent).toBe(
    'Applications: Risk ModelerPermissions: View system usageMenu: System usageMonitoring: Risk ModelerFeatures: Custom roles',
  )
  expect(screen.getAllByRole('rowheader', { hidden: true }).map((row) => row.textContent)).toEqual(told)
})

test('the cells of the access map that change are shown before and after', () => {
  show({
    ...noEffects,
    accessMap: {
      applications: [
        { applicationName: 'admin', displayName: 'Admin Center' },
        { applicationName: 'rm', displayName: 'Risk Modeler' },
      ],
      groups: [
        {
          groupId: 'g',
          groupName: 'Analysts',
          depths: [
            { before: 'edit', after: 'view' },
            { before: null, after: null },
          ],
        },
      ],
      groupCount: 3,
    },
  })
  const table = screen.getByRole('table', { hidden: true })
  expect(within(table).getByRole('row', { name: 'Analysts Edit before, View after None', hidden: true })).toBeDefined()
  expect(screen.getByText('and 2 more groups')).toBeDefined()
})

test('what cannot be undone is said before it is done', () => {
  show({ ...noEffects, isUndoable: false })
  expect(screen.getByText('This can’t be undone.')).toBeDefined()
})
