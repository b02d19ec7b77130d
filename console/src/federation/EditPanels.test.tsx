import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exampleFederation } from '@steward/contract/federation/examples'
import type { FederationSetup } from '@steward/contract/federation/schemas'
import { queryClient } from '../api/query.ts'
import { renderRoutes } from '../testing/renderRoutes.tsx'
import { EditPanel } from './EditPanels.tsx'
import { impactQuery, keepFederation } from './queries.ts'

const { active } = exampleFederation
if (active === null) throw new Error('the example is active')
const another = { ...active, providerName: 'Entra', adminGroupName: 'Entra', updatedAt: '2026-11-22T12:00:00.000Z' }
const disabled = 'Single sign-on disabled'
const changed = 'Someone else changed this'

const fetched = vi.fn<typeof fetch>()

/** The server's answer, each in a new version. */
let version = 0
function announce(setup: FederationSetup | null): void {
  const federationState = setup === null ? 'INACTIVE' : 'ACTIVE'
  keepFederation({ ...exampleFederation, federationState, active: setup }, `"${++version}"`)
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  announce(active)
  queryClient.setQueryData(impactQuery.queryKey, {
    externalUsers: 0,
    passwordUsers: 0,
    passwordSessions: 0,
    federatedSessions: 0,
    breakGlassCandidates: [],
  })
})
afterEach(() => {
  queryClient.clear()
  fetched.mockReset()
  vi.unstubAllGlobals()
})

const parts = [
  { part: 'connection', label: 'Name on the sign-in page' },
  { part: 'people', label: 'Administrator group at the provider' },
] as const

const open = (part: (typeof parts)[number]['part']) =>
  renderRoutes(
    () => <EditPanel part={part} />,
    () => [],
    ['/'],
  )
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const saveButton = () => screen.getByRole('button', { name: 'Save' })

test.each(parts)('$part: keeps the input after single sign-on is turned off, but can’t save it', async ({ part, label }) => {
  await open(part)
  await userEvent.type(field(label), ' of ours')
  act(() => announce(another))
  await screen.findByText(changed)
  act(() => announce(null))
  expect((await screen.findByText(disabled)).closest('[role="status"]')).not.toBeNull()
  expect(screen.queryByText(changed)).toBeNull()
  expect(field(label).value).toMatch(/ of ours$/)
  expect(saveButton().getAttribute('aria-description')).toBe(disabled)
  await userEvent.type(field(label), '{Enter}')
  await userEvent.click(saveButton())
  expect(fetched).not.toHaveBeenCalled()
})

test.each(parts)('$part: shows a change by someone else once single sign-on is active again', async ({ part, label }) => {
  await open(part)
  await userEvent.type(field(label), ' of ours')
  act(() => announce(null))
  await screen.findByText(disabled)
  act(() => announce(another))
  await screen.findByText(changed)
  expect(screen.queryByText(disabled)).toBeNull()
  expect(field(label).value).toMatch(/ of ours$/)
  expect(saveButton().getAttribute('aria-disabled')).toBeNull()
})

test.each(parts)('$part: without input, shows nothing to edit until single sign-on is active again', async ({ part, label }) => {
  await open(part)
  act(() => announce(null))
  await screen.findByRole('heading', { name: 'Single sign-on is not active' })
  expect(screen.queryByLabelText(label)).toBeNull()
  act(() => announce(another))
  await waitFor(() => expect(field(label).value).toBe('Entra'))
  expect(screen.queryByText(changed)).toBeNull()
})
