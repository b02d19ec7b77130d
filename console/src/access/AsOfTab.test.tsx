import { screen, within } from '@testing-library/react'
import { ProblemError } from '@steward/contract/http'
import { listApplicationLicenses, listDataEntitlements } from '@steward/contract/licenses/endpoints'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderInRouter } from '../testing/renderInRouter.tsx'
import { AsOfTab } from './AsOfTab.tsx'

const { calls, pages, failure } = vi.hoisted(() => ({
  calls: [] as unknown[][],
  pages: {} as Record<string, object[]>,
  failure: { current: undefined as Error | undefined },
}))

vi.mock('../api/client.ts', () => ({
  api: async (endpoint: { id: string }, input: { query?: unknown }) => {
    calls.push([endpoint.id, input.query])
    if (failure.current !== undefined) throw failure.current
    const items = pages[endpoint.id] ?? []
    return { items, count: items.length, limit: 100, offset: 0, totalCount: items.length, totalIsExact: true }
  },
}))
vi.mock('../session/permissions/permissions.ts', () => ({ useCan: () => (name: string) => name !== 'Admin.ViewRoles' }))

const asOf = '2026-03-03T12:00:00.000Z'
const license = {
  id: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44',
  productCode: 'RI-RISKMODELER',
  productName: 'Risk Modeler',
  packageName: 'Large',
  endDate: '2026-04-01T00:00:00.000Z',
  licensed: true,
}

beforeEach(() => {
  calls.length = 0
  failure.current = undefined
  pages[listApplicationLicenses.id] = [license]
  pages[listDataEntitlements.id] = [{ ...license, productCode: 'DATA', productName: '', licensed: false }]
})

test('lists licenses as of the moment, by what they were then, without a way to change them', async () => {
  await renderInRouter(<AsOfTab search={{ record: 'license', asOf, id: 'none' }} />)
  const applications = await screen.findByRole('region', { name: 'Applications' })
  // It had not expired then.
  expect(within(applications).getByRole('row', { name: /^Risk Modeler Large Licensed/ })).toBeDefined()
  expect(within(screen.getByRole('region', { name: 'Data' })).getByRole('row', { name: /^DATA Expired/ })).toBeDefined()
  expect(calls).toEqual([
    [listApplicationLicenses.id, { asOf, limit: 100 }],
    [listDataEntitlements.id, { asOf, limit: 100 }],
  ])
  expect(screen.getByRole('status').textContent).toContain('You are looking at')
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Back to now'])
  expect(screen.queryByRole('link')).toBeNull()
})

test('offers the lists that the person can see', async () => {
  await renderInRouter(<AsOfTab search={{ asOf }} />)
  for (const name of ['Users', 'Groups', 'Licenses']) screen.getByRole('radio', { name })
  expect(screen.getAllByRole('radio')).toHaveLength(3)
})

test('says so when nothing was licensed', async () => {
  pages[listApplicationLicenses.id] = []
  pages[listDataEntitlements.id] = []
  await renderInRouter(<AsOfTab search={{ record: 'license', asOf }} />)
  expect(await screen.findByRole('heading', { name: 'No matches' })).toBeDefined()
})

test('says since when there are moments, in the time zone of the reader', async () => {
  const parameters = { earliest: '2026-03-04T09:30:00.000Z' }
  const fault = { code: 'as_of_too_old', message: 'The earliest is 2026-03-04T09:30:00.000Z.', parameters }
  failure.current = new ProblemError(400, {
    type: 'about:blank',
    title: 'Bad Request',
    status: 400,
    ...fault,
    requestId: 'x',
    errors: [{ field: 'asOf', ...fault }],
  })
  await renderInRouter(<AsOfTab search={{ record: 'license', asOf }} />)
  const title = await screen.findByRole('heading', { name: /^The state of this moment isn’t kept. The earliest is .*2026/ })
  expect(title.textContent).not.toContain('T09:30')
})
