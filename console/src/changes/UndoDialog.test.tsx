import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Outlet } from '@tanstack/react-router'
import type { Preview } from '@steward/contract/changes/schemas'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { alerts, useAlerts } from '../api/alerts.ts'
import { queryClient } from '../api/query.ts'
import { askUndo, closeUndo } from '../api/undo.ts'
import { renderRoutes } from '../testing/renderRoutes.tsx'
import { buildPreview } from '../testing/preview.ts'
import { UndoHost } from './UndoHost.tsx'

const changeId = '0199c0de-aaaa-7c11-9d59-3b8f5f1c2a44'
const keyId = '0199c0de-bbbb-7c11-9d59-3b8f5f1c2a44'
const partOf = (category: string, entityName: string): Preview['parts'][number] => ({
  type: 'Create',
  category,
  entityId: keyId,
  entityName,
  person: null,
  entity: { isGone: false, productCode: null },
  fields: [],
})

let part = partOf('API key', 'Nightly')
let keys: { apiKeyName: string; apiKey: string }[] = []
let logStreams: { logStreamName: string; secret: string }[] = []

beforeEach(() => {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const isPreview = new Headers(input instanceof Request ? input.headers : init?.headers).has('prefer')
    return isPreview
      ? Response.json(buildPreview({ operation: 'undoChange', parts: [part], partCount: 1 }), {
          headers: { 'preference-applied': 'preview' },
        })
      : Response.json({
          changeId: keyId,
          undoOf: changeId,
          lasting: ['secrets'],
          keys,
          logStreams,
        })
  })
})
afterEach(() => {
  cleanup()
  closeUndo()
  alerts.clear()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const Messages = () => useAlerts().map(({ id, message }) => <p key={id}>{message}</p>)

async function ask(): Promise<void> {
  await renderRoutes(
    () => (
      <>
        <UndoHost />
        <Messages />
        <Outlet />
      </>
    ),
    () => [],
    ['/'],
  )
  askUndo({ changeId, title: 'API key Nightly deleted.' })
}

const question = () => screen.findByRole('dialog', { name: 'Undo this change?' })
const confirm = async () =>
  userEvent.click(
    await within(await question()).findByRole('button', {
      name: 'Undo change',
    }),
  )
/** Everything that the application's caches know. */
const cached = () =>
  JSON.stringify([
    queryClient
      .getMutationCache()
      .getAll()
      .map(({ state }) => state),
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  ])

test('an undone deletion of an API key shows its new secret once, before anything else, and keeps it nowhere', async () => {
  keys = [{ apiKeyName: 'Nightly', apiKey: 'stw_key_secret' }]
  await ask()
  await confirm()
  const shown = await screen.findByRole('dialog', {
    name: 'Your new key Nightly',
  })
  expect(within(shown).getByText('stw_key_secret')).toBeDefined()
  expect(screen.queryByText('The change was undone.')).toBeNull()
  // Another Undo, such as that of an older message, does not replace it.
  askUndo({ changeId: keyId, title: 'Another change' })
  expect(within(shown).getByText('stw_key_secret')).toBeDefined()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(within(shown).getByRole('button', { name: 'I have copied the key' }))
  expect(await screen.findByText('The change was undone.')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(cached()).not.toContain('stw_key_secret'))
})

test('an undone deletion of a webhook shows its new secret once', async () => {
  part = partOf('Log stream', 'SIEM')
  keys = []
  logStreams = [{ logStreamName: 'SIEM', secret: 'whsec_new' }]
  await ask()
  expect(await within(await question()).findByText(/Webhooks come back with a new secret/)).toBeDefined()
  await confirm()
  const shown = await screen.findByRole('dialog', { name: 'Secret of SIEM' })
  expect(within(shown).getByText('whsec_new')).toBeDefined()
  expect(screen.queryByText('The change was undone.')).toBeNull()
  await userEvent.click(within(shown).getByRole('button', { name: 'I have copied it' }))
  expect(await screen.findByText('The change was undone.')).toBeDefined()
  await waitFor(() => expect(cached()).not.toContain('whsec_new'))
  part = partOf('API key', 'Nightly')
  logStreams = []
})

test('several keys that are back show each secret by its name', async () => {
  keys = ['Nightly', 'Weekly'].map((apiKeyName) => ({
    apiKeyName,
    apiKey: `stw_key_${apiKeyName}`,
  }))
  await ask()
  await confirm()
  const shown = await screen.findByRole('dialog', { name: 'Your 2 new keys' })
  expect(
    within(shown)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('stw_key_Nightly'), expect.stringContaining('stw_key_Weekly')])
  expect(within(shown).getByRole('button', { name: 'Copy key Weekly' })).toBeDefined()
})

test('of settings no count of people is shown, which would say too little', async () => {
  keys = []
  part = partOf('Setting', 'signInAddresses')
  await ask()
  const dialog = within(await question())
  expect(await dialog.findByRole('region', { name: 'What comes back' })).toBeDefined()
  expect(dialog.queryByText('No one gains or loses access.')).toBeNull()
  await confirm()
  expect(await screen.findByText('The change was undone.')).toBeDefined()
})
