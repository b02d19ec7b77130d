import { createRoute, Outlet, type AnyRoute } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LogArchive } from '@steward/contract/log-fields'
import type { SystemEvent } from '@steward/contract/system-log/schemas'
import { queryClient } from '../api/query.ts'
import { grant } from '../testing/jobs.ts'
import { renderRoutes } from '../testing/renderRoutes.tsx'
import { EventPanel } from './EventPanel.tsx'
import { systemLogSearch } from './search.ts'
import { SystemLogPage } from './SystemLogPage.tsx'

const archiveId = '0199c0de-6666-7c11-9d59-3b8f5f1c2a44'
const march: LogArchive = {
  archiveId,
  month: '2025-03',
  part: 1,
  rowCount: 18_204,
  sizeBytes: 702_118,
  sha256: 'a'.repeat(64),
  archivedAt: '2026-04-02T12:00:00.000Z',
}

const buildEvent = (username: string): SystemEvent => ({
  cursor: username,
  occurredAt: '2025-03-14T09:20:00.000Z',
  kind: 'sign_in_failed',
  outcome: 'failure',
  userId: null,
  username,
  address: '203.0.113.7',
  device: null,
  userAgent: 'curl/8.5.0',
  requestId: 'request-1',
  details: {},
})

let asked: URL[] = []

function answer(input: RequestInfo | URL): Promise<Response> {
  const url = new URL(String(input instanceof Request ? input.url : input), 'http://here')
  asked.push(url)
  const rest = { newest: null, oldest: null, hasNewer: false, hasOlder: false, examinedTo: null, from: null, until: null }
  if (url.pathname.endsWith('/histogram')) {
    return Promise.resolve(Response.json({ step: 'hour', from: '', until: '', countedFrom: null, buckets: [] }))
  }
  if (url.pathname.endsWith('/archives')) return Promise.resolve(Response.json({ items: [march] }))
  if (url.pathname.endsWith('/events')) return Promise.resolve(Response.json({ items: [buildEvent('archived')], ...rest }))
  return Promise.resolve(Response.json({ items: [buildEvent('live')], ...rest, keptDays: 400 }))
}

async function show(at = '/monitoring/system-log') {
  const routesUnder = (root: AnyRoute) => {
    const log: AnyRoute = createRoute({
      getParentRoute: () => root,
      path: '/monitoring/system-log',
      validateSearch: systemLogSearch,
      component: () => (
        <>
          <SystemLogPage search={log.useSearch()} />
          <Outlet />
        </>
      ),
    })
    const event: AnyRoute = createRoute({
      getParentRoute: () => log,
      path: '$cursor',
      component: () => <EventPanel cursor={event.useParams().cursor} search={log.useSearch()} />,
    })
    return [log.addChildren([event])]
  }
  await renderRoutes(Outlet, routesUnder, [at])
}

const violations = async () => (await axe.run(document.body, { rules: { region: { enabled: false } } })).violations.map(({ id }) => id)
const panel = () => screen.findByRole('dialog', { name: /Sign-in failed/ })

beforeEach(() => {
  grant('Navigation.SystemLog')
  asked = []
  vi.stubGlobal('fetch', answer)
})

afterEach(() => {
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('opens an archived month in place of the log, an event of it, and leads back', async () => {
  const user = userEvent.setup()
  await show()
  await screen.findByText('live')
  await user.click(await screen.findByRole('button', { name: 'Archive' }))
  await user.click(await screen.findByRole('link', { name: 'March 2025' }))
  await screen.findByText('archived')
  expect(screen.getByText('From the archive: March 2025')).toBeTruthy()
  expect(screen.queryByText('live')).toBeNull()
  expect(screen.queryByText('Last 7 days')).toBeNull()
  expect(await violations()).toEqual([])

  await user.click(screen.getByRole('link', { name: /Sign-in failed/ }))
  expect(within(await panel()).getByText('curl/8.5.0')).toBeTruthy()
  await user.click(within(await panel()).getByRole('link', { name: /203\.0\.113\.7/ }))
  await waitFor(() => {
    const last = asked.findLast(({ pathname }) => pathname.endsWith(`/archives/${archiveId}/events`))
    expect(Object.fromEntries(last?.searchParams ?? [])).toEqual({ address: '203.0.113.7', limit: '20' })
  })
  await user.click(screen.getByRole('link', { name: 'Back to the log' }))
  await screen.findByText('live')
})

test('opens an archived event from its address', async () => {
  await show(`/monitoring/system-log/archived?archive=${archiveId}`)
  expect(within(await panel()).getByText('curl/8.5.0')).toBeTruthy()
  expect(asked.some(({ pathname }) => pathname.includes('/system-log/events/'))).toBe(false)
})

test('says when an event is not on the page of the archived month', async () => {
  await show(`/monitoring/system-log/elsewhere?archive=${archiveId}`)
  expect(await screen.findByText('Event not found')).toBeTruthy()
})
