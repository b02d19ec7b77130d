import { createRoute, Outlet, type AnyRoute } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AuditEntry } from '@steward/contract/audit-log/schemas'
import type { LogArchive } from '@steward/contract/log-fields'
import { queryClient } from '../api/query.ts'
import { grant } from '../testing/jobs.ts'
import { renderRoutes } from '../testing/renderRoutes.tsx'
import { AuditLogPage } from './AuditLogPage.tsx'
import { auditSearch } from './search.ts'

const archiveId = '0199c0de-6666-7c11-9d59-3b8f5f1c2a44'
const march: LogArchive = {
  archiveId,
  month: '2019-03',
  part: 1,
  rowCount: 18_204,
  sizeBytes: 702_118,
  sha256: 'a'.repeat(64),
  archivedAt: '2026-04-02T12:00:00.000Z',
}

const buildEntry = (entityName: string): AuditEntry => ({
  cursor: entityName,
  occurredAt: '2019-03-14T09:20:00.000Z',
  type: 'Update',
  category: 'Group',
  entityId: entityName,
  entityName,
  entity: { isGone: false, productCode: null },
  actorType: 'user',
  actorId: 'ada',
  actorName: 'ada@company.example',
  requestId: null,
  subjectId: null,
  fieldName: 'groupName',
  previousValue: 'before',
  currentValue: 'after',
})

let archives: LogArchive[] = []
let asked: URL[] = []
let failure: Response | undefined

function answer(input: RequestInfo | URL): Promise<Response> {
  const url = new URL(String(input instanceof Request ? input.url : input), 'http://here')
  asked.push(url)
  const rest = { newest: null, oldest: null, hasNewer: false, hasOlder: false, examinedTo: null, from: null, until: null }
  if (url.pathname.endsWith('/archives')) return Promise.resolve(Response.json({ items: archives }))
  if (url.pathname.endsWith('/lines')) return Promise.resolve(new Response('{"id":1}\n'))
  if (url.pathname.endsWith('/entries')) return Promise.resolve(failure ?? Response.json({ items: [buildEntry('Archived')], ...rest }))
  return Promise.resolve(Response.json({ items: [buildEntry('Live')], ...rest, keptDays: 365 }))
}

async function show(at = '/monitoring/audit-log') {
  const routesUnder = (root: AnyRoute) => {
    const log: AnyRoute = createRoute({
      getParentRoute: () => root,
      path: '/monitoring/audit-log',
      validateSearch: auditSearch,
      component: () => <AuditLogPage search={log.useSearch()} />,
    })
    return [log]
  }
  await renderRoutes(Outlet, routesUnder, [at])
}

const violations = async () => (await axe.run(document.body, { rules: { region: { enabled: false } } })).violations.map(({ id }) => id)

beforeEach(() => {
  grant('Navigation.AuditLog')
  archives = [march, { ...march, archiveId: archiveId.replace(/4$/, '5'), month: '2019-02', part: 2, rowCount: 1 }]
  asked = []
  failure = undefined
  vi.stubGlobal('fetch', answer)
})

afterEach(() => {
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('lists archived months, opens one in place of the log, and leads back', async () => {
  const user = userEvent.setup()
  await show()
  await screen.findByText('Live')
  await user.click(await screen.findByRole('button', { name: 'Archive' }))
  const dialog = await screen.findByRole('dialog', { name: 'Archived months' })
  expect(within(dialog).getByRole('row', { name: /March 2019 18,204 702.1 kB/ })).toBeTruthy()
  expect(within(dialog).getByRole('link', { name: 'February 2019, part 2' })).toBeTruthy()
  expect(await violations()).toEqual([])
  await user.click(within(dialog).getByRole('link', { name: 'March 2019' }))
  await screen.findByText('Archived')
  expect(screen.getByText('From the archive: March 2019')).toBeTruthy()
  expect(screen.getByText(/18,204 entries, 702.1 kB. Archived on Apr 2, 2026/)).toBeTruthy()
  expect(screen.queryByText('Live')).toBeNull()
  expect(await violations()).toEqual([])
  await user.click(screen.getByRole('link', { name: 'Back to the log' }))
  await screen.findByText('Live')
})

test('sends the filters with the month, and has no range', async () => {
  await show(`/monitoring/audit-log?archive=${archiveId}&category=["Group"]&q=ada&days=30`)
  await screen.findByText('Archived')
  const url = asked.find(({ pathname }) => pathname.endsWith(`/archives/${archiveId}/entries`))
  expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({ category: 'Group', search: 'ada', limit: '20' })
  expect(screen.queryByText('Last 30 days')).toBeNull()
})

test('downloads the month', async () => {
  const saved = vi.fn(() => 'blob:saved')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: vi.fn() }))
  await show(`/monitoring/audit-log?archive=${archiveId}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Download JSON Lines' }))
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
})

test('says that a month is damaged', async () => {
  failure = Response.json(
    { code: 'archive_damaged', message: 'The archived file is missing or damaged. Ask your operator to restore it.', requestId: 'r' },
    { status: 409, headers: { 'content-type': 'application/problem+json' } },
  )
  await show(`/monitoring/audit-log?archive=${archiveId}`)
  expect(await screen.findByText(/missing or damaged/)).toBeTruthy()
})

test('has no button without archived months', async () => {
  archives = []
  await show()
  await screen.findByText('Live')
  await waitFor(() => expect(asked.some(({ pathname }) => pathname.endsWith('/archives'))).toBe(true))
  expect(screen.queryByRole('button', { name: 'Archive' })).toBeNull()
})
