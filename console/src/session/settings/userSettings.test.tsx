import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { buildProblemBody } from '../../testing/problems.ts'
import { renderInRouter } from '../../testing/renderInRouter.tsx'
import { buildUser } from '../../testing/user.ts'
import { setUser } from '../token/state.ts'
import { UserSettings } from './UserSettings.tsx'

let profile: () => Response

const factors = {
  factors: [],
  recoveryCodes: null,
  allowedKinds: ['authenticator'],
  isRequired: false,
  dueTime: null,
  rememberedBrowsers: 0,
}

beforeEach(() => {
  setUser(buildUser())
  vi.stubGlobal('fetch', async (input: string) => {
    if (input.endsWith('/auth/profile')) return profile()
    return Response.json(input.endsWith('/auth/profile/factors') ? factors : [])
  })
})
afterEach(() => {
  queryClient.clear()
  setUser(null)
  vi.unstubAllGlobals()
})

test('the drawer opens without the profile, says that it could not be loaded, and loads it again', async () => {
  profile = () => Response.json(buildProblemBody('rate_limited', 429, 'Too many requests.'), { status: 429 })
  await renderInRouter(<UserSettings onClose={() => {}} />)
  expect(await screen.findByRole('heading', { name: 'The profile could not be loaded.' })).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'Dark' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change password' })).toBeNull()
  profile = () => Response.json({ ...buildUser(), status: 'CONFIRMED', lastSignInTime: null, passwordChangedTime: null })
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Ada Lindqvist' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Change password' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Set up authenticator app' })).toBeTruthy()
})
