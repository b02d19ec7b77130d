import { createRoute, Outlet, type AnyRoute } from '@tanstack/react-router'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SystemEvent } from '@steward/contract/system-log/schemas'
import { invalidateTables, queryClient } from '../api/query.ts'
import { grant } from '../testing/jobs.ts'
import { renderRoutes } from '../testing/renderRoutes.tsx'
import { systemLogSearch } from './search.ts'
import { SystemLogPage } from './SystemLogPage.tsx'

const buildEvent = (cursor: string): SystemEvent => ({
  cursor,
  occurredAt: '2026-03-14T09:20:00.000Z',
  kind: 'sign_in',
  outcome: 'success',
  userId: null,
  username: `${cursor}@company.example`,
  address: null,
  device: null,
  userAgent: '',
  requestId: null,
  details: {},
})

/** The events of the server, oldest first, and the addresses that were asked. */
let events: SystemEvent[] = []
let asked: URL[] = []
const askedNew = () => asked.filter((url) => url.searchParams.has('after'))

function answer(input: RequestInfo | URL): Promise<Response> {
  const url = new URL(String(input instanceof Request ? input.url : input), 'http://here')
  asked.push(url)
  if (url.pathname.endsWith('/histogram'))
    return Promise.resolve(Response.json({ step: 'hour', from: '', until: '', countedFrom: null, buckets: [] }))
  const after = events.findIndex(({ cursor }) => cursor === url.searchParams.get('after'))
  const items = events.slice(after + 1).toReversed()
  const rest = { hasNewer: false, hasOlder: false, examinedTo: null, from: null, until: null, keptDays: 400 }
  return Promise.resolve(Response.json({ items, newest: items[0]?.cursor ?? null, oldest: null, ...rest }))
}

async function show(at = '/monitoring/system-log') {
  const routesUnder = (root: AnyRoute) => {
    const log: AnyRoute = createRoute({
      getParentRoute: () => root,
      path: '/monitoring/system-log',
      validateSearch: systemLogSearch,
      component: () => <SystemLogPage search={log.useSearch()} />,
    })
    return [log]
  }
  await renderRoutes(Outlet, routesUnder, [at])
}

const shown = () => screen.getAllByText(/@company\.example$/).map((cell) => cell.textContent)
const happen = (...cursors: string[]) =>
  act(async () => {
    events.push(...cursors.map(buildEvent))
    await invalidateTables(['system_log'])
  })

beforeEach(() => {
  grant('Navigation.SystemLog')
  events = [buildEvent('first')]
  asked = []
  vi.stubGlobal('fetch', answer)
})

afterEach(() => {
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('tells how many events are new without moving the rows, and shows them on demand', async () => {
  await show()
  await screen.findByText('first@company.example')
  await waitFor(() => expect(askedNew()).toHaveLength(1))
  expect(screen.queryByRole('button', { name: /new event/ })).toBeNull()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await act(() => vi.advanceTimersByTimeAsync(1_100))
  await happen('second', 'third')
  const button = await screen.findByRole('button', { name: 'Show 2 new events' })
  expect(shown()).toEqual(['first@company.example'])
  await userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) }).click(button)
  await waitFor(() => expect(shown()).toHaveLength(3))
  expect(screen.queryByRole('button', { name: /new event/ })).toBeNull()
})

test('asks at most once a second, however much happens', async () => {
  await show()
  await screen.findByText('first@company.example')
  await waitFor(() => expect(askedNew()).toHaveLength(1))
  vi.useFakeTimers({ shouldAdvanceTime: false })
  for (let moment = 0; moment < 30; moment++) {
    await happen(`event-${moment}`)
    await act(() => vi.advanceTimersByTimeAsync(100))
  }
  expect(askedNew().length).toBeLessThanOrEqual(4)
  expect(askedNew().length).toBeGreaterThan(1)
})

test('an older page is not compared with the newest', async () => {
  await show('/monitoring/system-log?before=other')
  await screen.findByText('first@company.example')
  await happen('second')
  expect(askedNew()).toEqual([])
  expect(screen.queryByRole('button', { name: /new event/ })).toBeNull()
})
