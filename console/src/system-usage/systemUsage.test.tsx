import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoute, Outlet, useParams, useSearch, type AnyRoute } from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { buildPermissionInputs } from '@steward/contract/rules/permission-inputs.fixtures'
import type { PermissionName } from '@steward/contract/rules/permissions'
import { alerts } from '../api/alerts.ts'
import { queryClient } from '../api/query.ts'
import * as download from '../exports/download.ts'
import { permissionsQuery } from '../session/permissions/permissions.ts'
import { buildProblemBody } from '../testing/problems.ts'
import { renderRoutes } from '../testing/renderRoutes.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { ProductTab } from './ProductTab.tsx'
import { productOf } from './queries.ts'
import { systemUsageSearch } from './search.ts'

vi.mock('../ui/chart/Plot.tsx', () => ({ Plot: () => null }))

const range = { from: '2026-03-14T07:00:00.000Z', until: '2026-03-14T09:26:53.589Z' }
const points = [
  { at: '2026-03-14T07:00:00.000Z', mean: 12.25, peak: 15, last: 14 },
  { at: '2026-03-14T09:00:00.000Z', mean: 30_250_000, peak: 31_000_000, last: 12_500_000 },
]
const metrics = (productCode: string | null) => ({
  ...range,
  step: 'hour',
  lastReadingAt: points[1]?.at,
  series:
    productCode === 'RI-RISKMODELER'
      ? [
          { metricName: 'modeledLocationsPerDay', quota: 50_000_000, points },
          { metricName: 'maxConcurrentModelRuns', quota: 40, points: points.slice(0, 1) },
        ]
      : [],
})
const storage = {
  ...range,
  step: 'hour',
  usedBytes: 8_400_000_000_000,
  limitBytes: 10_000_000_000_000,
  lastReadingAt: range.until,
  points: [{ at: '2026-03-14T09:00:00.000Z', average: 8_300_000_000_000, peak: 8_412_000_000_000 }],
}

/** The user has these permissions; the calls of others are refused. */
function answers(...granted: PermissionName[]): string[] {
  const asked: string[] = []
  const permissions = Object.fromEntries(granted.map((name) => [name, true]))
  queryClient.setQueryData(permissionsQuery.queryKey, { username: 'ada', permissions, facts: buildPermissionInputs({}) } as never)
  vi.stubGlobal('fetch', async (input: RequestInfo) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.origin)
    asked.push(url.pathname)
    const productCode = url.searchParams.get('productCode')
    if (url.pathname === '/monitoring/metrics') {
      return productCode === 'RI-EXPOSUREIQ'
        ? Response.json(buildProblemBody('forbidden', 403, 'Not today.'), {
            status: 403,
            headers: { 'content-type': 'application/problem+json' },
          })
        : Response.json(metrics(productCode))
    }
    if (url.pathname === '/monitoring/storage') return Response.json(storage)
    if (url.pathname === '/entitlements/quotas/usage') {
      const projection = { kind: 'day', day: '2026-04-22' }
      const usage = { productCode: 'RI-RISKMODELER', productName: 'Risk Modeler', quotaName: 'maxConcurrentModelRuns', period: 'now' }
      const figures = { quota: 40, current: 14, mean: 12, peak: 15, lastReadingAt: range.until, level: 'normal', projection }
      return Response.json({ ...range, lastReadingAt: range.until, items: [{ ...usage, ...figures }] })
    }
    return Response.json(url.pathname === '/tenantinfo/apps' ? [] : { items: [], count: 0, totalCount: 0 })
  })
  return asked
}

function Product() {
  const { app } = useParams({ strict: false })
  const search = useSearch({ strict: false })
  const product = productOf(app ?? '')
  return product === undefined ? null : <ProductTab product={product} search={systemUsageSearch(search)} />
}

const show = (at: string) =>
  renderRoutes(
    Outlet,
    (root: AnyRoute) => [
      createRoute({ getParentRoute: () => root, path: '/monitoring/system-usage', component: OverviewTab }),
      createRoute({
        getParentRoute: () => root,
        path: '/monitoring/system-usage/$app',
        validateSearch: systemUsageSearch,
        component: Product,
      }),
    ],
    [at],
  )

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const card = (name: string) => screen.findByRole('listitem', { name })

test('a card shows use against quota, shortened, and what runs out when', async () => {
  answers('Monitoring.RiskModeler', 'Monitoring.LocationIntelligence', 'Navigation.Licenses')
  await show('/monitoring/system-usage')
  const product = await card('Risk Modeler')
  const locations = await within(product).findByRole('listitem', { name: 'Modeled Locations / Day' })
  expect(locations.textContent).toContain('12.5M of 50M')
  expect(within(locations).getByRole('meter').getAttribute('aria-valuetext')).toBe('12,500,000 of 50,000,000, 25%, 30-day peak: 31,000,000')
  expect(locations.textContent).toContain('30-day peak: 31M')
  const runs = within(product).getByRole('listitem', { name: 'Max Concurrent Model Runs' })
  // All of a card appears together.
  expect(runs.textContent).toMatch(/hit the limit on (Apr 22|22 Apr),? 2026/)
  expect((await card('Location Intelligence')).textContent).toContain('No usage in the last 30 days.')
})

test('only the card of the platform shows the archive', async () => {
  answers('Monitoring.RiskModeler', 'Monitoring.LocationIntelligence', 'Monitoring.EnterpriseDataVault')
  await show('/monitoring/system-usage')
  expect((await within(await card('Platform')).findByRole('listitem', { name: 'Archive storage' })).textContent).toContain(
    '8.4 TB of 10 TB',
  )
  expect((await card('Location Intelligence')).textContent).toContain('No usage in the last 30 days.')
  expect(within(await card('Risk Modeler')).getAllByRole('heading', { level: 3 })).toHaveLength(2)
})

test('a card whose projections fail shows the rest', async () => {
  answers('Monitoring.RiskModeler', 'Navigation.Licenses')
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', (input: RequestInfo) => {
    const isOfQuotas = (input instanceof Request ? input.url : input).includes('/entitlements/quotas/usage')
    return isOfQuotas ? Promise.reject(new TypeError('offline')) : answer(input)
  })
  await show('/monitoring/system-usage')
  expect(await within(await card('Risk Modeler')).findByText('14 of 40')).toBeTruthy()
})

test('a card that fails leaves the others, and can be tried again', async () => {
  answers('Monitoring.RiskModeler', 'Monitoring.ExposureIQ')
  await show('/monitoring/system-usage')
  const broken = await card('ExposureIQ')
  expect((await within(broken).findByRole('alert')).textContent).toContain('Usage could not be loaded.Not today.')
  expect(within(broken).getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(await within(await card('Risk Modeler')).findByText('12.5M of 50M')).toBeTruthy()
})

test('without the permission for quotas, nothing asks for projections', async () => {
  const asked = answers('Monitoring.RiskModeler')
  await show('/monitoring/system-usage')
  await within(await card('Risk Modeler')).findByText('14 of 40')
  expect(asked).not.toContain('/entitlements/quotas/usage')
})

test('the keys move one cursor over all charts; only the focused one announces', async () => {
  answers('Monitoring.RiskModeler')
  await show('/monitoring/system-usage/risk-modeler')
  const runs = await screen.findByRole('region', { name: 'Max Concurrent Model Runs' })
  const locations = screen.getByRole('region', { name: 'Modeled Locations / Day' })
  const user = userEvent.setup()
  within(runs)
    .getByRole('img', { name: /Last value 14, peak 15, quota 40/ })
    .focus()
  await user.keyboard('{Home}')
  for (const chart of [runs, locations]) expect(within(chart).getByText(/Peak 15, Mean 12.25, Quota/)).toBeTruthy()
  expect(
    within(runs)
      .getByText(/Peak 15/)
      .getAttribute('aria-live'),
  ).toBe('polite')
  expect(
    within(locations)
      .getByText(/Peak 15/)
      .getAttribute('aria-live'),
  ).toBe('off')
  await user.keyboard('{End}')
  expect(within(locations).getByText(/Peak 31,000,000, Mean 30,250,000, Quota 50,000,000/)).toBeTruthy()
  expect(within(runs).getByText(/Peak no value/)).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(screen.queryByText(/Peak 31,000,000/)).toBeNull()
})

test('each chart has its table, newest first, with the hours that have no readings', async () => {
  answers('Monitoring.RiskModeler')
  await show('/monitoring/system-usage/risk-modeler')
  const locations = await screen.findByRole('region', { name: 'Modeled Locations / Day' })
  await userEvent.click(within(locations).getByRole('button', { name: 'View as table' }))
  const rows = within(locations).getAllByRole('row').slice(1)
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['31,000,000', '30,250,000', '50,000,000'],
    ['–', '–', '50,000,000'],
    ['15', '12.25', '50,000,000'],
  ])
})

test('the platform shows the archive with the limit of the license', async () => {
  answers('Monitoring.EnterpriseDataVault')
  await show('/monitoring/system-usage/platform')
  const archive = await screen.findByRole('region', { name: 'Archive storage' })
  expect(archive.textContent).toContain('8.4 TB of 10 TB used84%Above 80%')
  expect(within(archive).getByRole('meter').getAttribute('aria-valuetext')).toContain(
    '8,400,000,000,000 bytes of 10,000,000,000,000 bytes used',
  )
})

test('a product without readings says so', async () => {
  answers('Monitoring.LocationIntelligence')
  await show('/monitoring/system-usage/location-intelligence?days=7')
  expect(await screen.findByRole('heading', { name: 'No usage in this range' })).toBeTruthy()
  expect(screen.getByLabelText<HTMLSelectElement>('Time').value).toBe('7')
})

test('what is shown is saved as CSV', async () => {
  const saved = vi.spyOn(download, 'saveFile').mockImplementation(() => {})
  answers('Monitoring.RiskModeler')
  await show('/monitoring/system-usage/risk-modeler')
  await screen.findByRole('region', { name: 'Modeled Locations / Day' })
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(saved).toHaveBeenCalled())
  const [file, name] = saved.mock.calls[0] ?? []
  expect(name).toMatch(/^system-usage-risk-modeler-\d{4}-\d\d-\d\d\.csv$/)
  const text = (await file?.text()) ?? ''
  expect(text).toContain('time,step,metric,metricName,mean,peak,quota')
  expect(text).toContain('2026-03-14T09:00:00.000Z,hour,Modeled Locations / Day,modeledLocationsPerDay,30250000,31000000,50000000')
})

test('an export that fails says so', async () => {
  const told = vi.spyOn(alerts, 'danger')
  vi.spyOn(download, 'csvFile').mockImplementation(() => {
    throw new Error('too large')
  })
  answers('Monitoring.RiskModeler')
  await show('/monitoring/system-usage/risk-modeler')
  await screen.findByRole('region', { name: 'Modeled Locations / Day' })
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(told).toHaveBeenCalledWith('Unable to export CSV'))
})
