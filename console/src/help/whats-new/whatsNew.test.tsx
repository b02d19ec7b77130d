import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { NewsEntry } from '@steward/contract/help/whats-new-schemas'
import { queryClient } from '../../api/query.ts'
import { eventually } from '../../testing/eventually.ts'
import { renderInRouter } from '../../testing/renderInRouter.tsx'
import { showFloating } from '../../ui/overlay/floating.ts'
import { FloatingHost } from '../FloatingHost.tsx'
import { HelpButton } from '../HelpButton.tsx'

const entry = (entryId: string, isUnread: boolean, page: string | null = null): NewsEntry => ({
  entryId,
  date: '2026-11-23',
  title: `About ${entryId}`,
  language: 'en',
  blocks: [
    {
      kind: 'paragraph',
      items: [
        [
          { style: 'plain', text: 'Use ' },
          { style: 'code', text: 'a < b' },
        ],
      ],
    },
    { kind: 'list', items: [[{ style: 'strong', text: 'One' }], [{ style: 'emphasis', text: 'Two' }]] },
  ],
  page,
  isUnread,
})

let items: NewsEntry[]
let seen: string[]

beforeEach(() => {
  items = [entry('job-log', true, '/monitoring/job-log'), entry('audit-log', true), entry('scim', false)]
  seen = []
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input.endsWith('config.json')) return Response.json({ environment: 'production' })
    if (input.endsWith('/whats-new/seen')) {
      seen.push(String(init?.body))
      return new Response(null, { status: 204 })
    }
    if (input.endsWith('/whats-new')) return Response.json({ items })
    return Response.json({ expiresIn: 3600 })
  })
})
afterEach(() => {
  act(() => showFloating(undefined))
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function open(name: string) {
  await renderInRouter(
    <>
      <HelpButton />
      <FloatingHost />
    </>,
  )
  const button = await screen.findByRole('button', { name })
  button.focus()
  fireEvent.click(button)
  fireEvent.click(await screen.findByRole('menuitem', { name: /^What’s new/ }))
  return button
}

it('says on the help button how many entries are new, and marks them as read when the panel opens', async () => {
  const button = await open('Help: 2 new entries')
  const panel = await screen.findByRole('dialog', { name: 'What’s new' })
  expect(within(panel).getAllByRole('article')).toHaveLength(3)
  expect(within(panel).getAllByText('New')).toHaveLength(2)
  const first = within(within(panel).getByRole('article', { name: 'About job-log' }))
  expect(first.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['One', 'Two'])
  expect(first.getByText('a < b').tagName).toBe('CODE')
  expect(first.getByText('Nov 23, 2026')).toBeDefined()
  expect(first.getByRole('link', { name: 'Go to Job Log' }).getAttribute('href')).toContain('/monitoring/job-log')
  await eventually(() => expect(seen).toEqual([JSON.stringify({ entryId: 'job-log' })]))
  // What was new stays marked as long as the panel is open.
  await eventually(() => expect(button.getAttribute('aria-label')).toBe('Help'))
  expect(within(panel).getAllByText('New')).toHaveLength(2)

  fireEvent.keyDown(document.activeElement ?? panel, { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(button)
})

it('sends nothing if everything is read', async () => {
  items = items.map((one) => ({ ...one, isUnread: false }))
  await open('Help')
  const panel = await screen.findByRole('dialog', { name: 'What’s new' })
  expect(within(panel).queryByText('New')).toBeNull()
  expect(seen).toEqual([])
})

it('says that there is nothing', async () => {
  items = []
  await open('Help')
  expect(await screen.findByText('Nothing new')).toBeDefined()
})
