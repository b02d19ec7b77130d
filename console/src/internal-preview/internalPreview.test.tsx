import { screen, within } from '@testing-library/react'
import { Outlet } from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { InteractiveLanes } from '@steward/contract/jobs/schemas'
import { buildPermissionInputs } from '@steward/contract/rules/permission-inputs.fixtures'
import type { PermissionName } from '@steward/contract/rules/permissions'
import { invalidateTables, queryClient } from '../api/query.ts'
import { permissionsQuery } from '../session/permissions/permissions.ts'
import { renderRoutes } from '../testing/renderRoutes.tsx'
import { InternalPreviewPage } from './InternalPreviewPage.tsx'
import { laneText } from './LaneBar.tsx'

vi.mock('../ui/chart/Plot.tsx', () => ({ Plot: () => null }))

const job = { jobId: 'RM-417', operation: 'MODEL_RUN', createdBy: 'grace', startTime: '2026-03-14T09:00:00.000Z', progress: 64 }
const product: InteractiveLanes['items'][number] = {
  productCode: 'RI-RISKMODELER',
  productName: 'Risk Modeler',
  lanes: 8,
  running: 5,
  waiting: 2,
  fullSeconds: 183_845,
  points: [{ at: '2026-03-14T08:00:00.000Z', peak: 6 }],
  jobs: [job],
}

/** The user has these permissions; the page reads what `current` is. */
async function show(granted: PermissionName[], current: { items: InteractiveLanes['items'] }) {
  const asked: string[] = []
  const permissions = Object.fromEntries(granted.map((name) => [name, true]))
  queryClient.setQueryData(permissionsQuery.queryKey, { username: 'ada', permissions, facts: buildPermissionInputs({}) } as never)
  vi.stubGlobal('fetch', async (input: RequestInfo) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.origin)
    asked.push(pathname)
    if (pathname !== '/monitoring/interactive-lanes') {
      const items = [{ operation: 'MODEL_RUN', name: 'Model run', isCancellable: false }]
      return Response.json({ items, productCodes: [], resourceGroups: [] })
    }
    return Response.json({ from: '2026-03-13T10:00:00.000Z', until: '2026-03-14T09:26:53.589Z', step: 'hour', ...current })
  })
  await renderRoutes(
    () => (
      <>
        <InternalPreviewPage search={{}} />
        <Outlet />
      </>
    ),
    () => [],
    ['/'],
  )
  return asked
}

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('shows lanes taken and free, what waits, and how long lanes were full', async () => {
  await show(['Monitoring.InteractiveLanes', 'Navigation.JobLog'], { items: [product] })
  const lanes = await screen.findByRole('listitem', { name: 'Risk Modeler' })
  expect(within(lanes).getByRole('img', { name: '5 of 8 lanes taken, 3 free' })).toBeTruthy()
  expect(lanes.textContent).toContain('Running5Waiting2Full in this range2 days 03:04:05')
  expect(within(lanes).getByRole('img', { name: /At most 6 jobs ran at the same time in 8 lanes\./ })).toBeTruthy()
  expect(await within(lanes).findByRole('cell', { name: 'Model run' })).toBeTruthy()
  expect(within(lanes).getByRole('link', { name: 'RM-417' }).getAttribute('href')).toBe('/monitoring/job-log/RM-417')
  expect(within(lanes).getByRole('progressbar', { name: 'Progress of RM-417' })).toBeTruthy()
  expect(within(lanes).getByText('The 1 longest of 5 running jobs.')).toBeTruthy()
})

test('people without the job log see jobs without links, and nothing of it is asked for', async () => {
  const asked = await show(['Monitoring.InteractiveLanes'], { items: [product] })
  await screen.findByRole('rowheader', { name: 'RM-417' })
  expect(screen.queryByRole('link')).toBeNull()
  expect(new Set(asked)).toEqual(new Set(['/monitoring/interactive-lanes']))
})

test('follows changes of jobs', async () => {
  const current = { items: [product] }
  await show(['Monitoring.InteractiveLanes'], current)
  await screen.findByRole('img', { name: '5 of 8 lanes taken, 3 free' })
  current.items = [{ ...product, running: 8, waiting: 4 }]
  void invalidateTables(['job'])
  expect(await screen.findByRole('img', { name: 'All 8 lanes taken' }, { timeout: 3_000 })).toBeTruthy()
  expect(screen.getByText('Full')).toBeTruthy()
})

test('a company without lanes is told so, without asking', async () => {
  const asked = await show([], { items: [] })
  expect(await screen.findByRole('heading', { name: 'No interactive lanes' })).toBeTruthy()
  expect(screen.getByText(/once a quota for “Max Interactive Concurrency” is above 0/)).toBeTruthy()
  expect(asked).toEqual([])
})

test.each([
  [8, 0, '0 of 8 lanes taken, 8 free'],
  [8, 8, 'All 8 lanes taken'],
  [8, 9, '9 jobs running in 8 lanes'],
])('%i lanes with %i jobs are put in words', (lanes, running, text) => expect(laneText(lanes, running)).toBe(text))
