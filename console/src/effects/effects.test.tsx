import { render, screen } from '@testing-library/react'
import type { Preview } from '@steward/contract/changes/schemas'
import { overwriteGetLocale } from '@steward/contract/paraglide/runtime'
import { afterEach, describe, expect, test } from 'vitest'
import { Effects } from './Effects.tsx'
import { effectsSentence } from './sentence.ts'

afterEach(() => overwriteGetLocale(() => 'en'))

const none: Preview['effects'] = {
  gainingCount: 0,
  losingCount: 0,
  people: [],
  permissions: [],
  keyCount: 0,
  keys: [],
  endedSessionCount: 0,
  signedOutCount: 0,
  mails: [],
  isUndoable: true,
  lasting: [],
}
const some = {
  ...none,
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
    expect(effectsSentence(none)).toBe('No one gains or loses access.')
    expect(effectsSentence({ ...none, losingCount: 1 })).toBe('1 person loses access.')
    expect(effectsSentence(some)).toBe(
      '12 people gain access, 1 person loses access, 1 API key changes, 2 people are signed out, 3 emails are sent.',
    )
  })

  test('is in the language of the console', () => {
    overwriteGetLocale(() => 'de')
    expect(effectsSentence({ ...none, gainingCount: 1, losingCount: 2 })).toBe('1 Person erhält Zugriff und 2 Personen verlieren Zugriff.')
    overwriteGetLocale(() => 'ja')
    expect(effectsSentence({ ...none, losingCount: 2 })).toBe('2 人がアクセス権を失います。')
  })
})

test('people, permissions and keys are shown on demand, and what an undo does not bring back is said', () => {
  const person = { userId: 'u', username: 'ben', givenName: 'Ben', familyName: 'Ode', gains: [], loses: ['Admin.EditUsers'] }
  render(
    <Effects
      effects={{
        ...none,
        losingCount: 21,
        people: [person],
        permissions: [{ permission: 'Admin.EditUsers', gainingCount: 0, losingCount: 21 }],
        lasting: ['passwords', 'mails'],
      }}
    />,
  )
  const people = screen.getByRole('region', { name: 'People', hidden: true })
  expect(people.textContent).toBe('Ben OdeLoses: Edit users')
  expect(people.closest('details')?.open).toBe(false)
  expect(people.closest('details')?.textContent).toContain('and 20 more')
  const row = screen.getByRole('row', { name: 'Edit users 0 21', hidden: true })
  expect(row.closest('details')?.open).toBe(false)
  expect(screen.getByText('An undo doesn’t bring back: passwords, emails that were sent.')).toBeDefined()
  expect(screen.queryByText('This can’t be undone.')).toBeNull()
})

test('what cannot be undone is said before it is done', () => {
  render(<Effects effects={{ ...none, isUndoable: false }} />)
  expect(screen.getByText('This can’t be undone.')).toBeDefined()
})
