import { Outlet } from '@tanstack/react-router'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { JobDetails } from '@steward/contract/jobs/schemas'
import { queryClient } from '../api/query.ts'
import { renderRoutes } from '../testing/renderRoutes.tsx'
import { JobPanel } from './JobPanel.tsx'
import { buildCommand, buildDetails, buildTag, buildTask, fakeJobs, grant } from '../testing/jobs.ts'

beforeEach(() => grant('Navigation.JobLog', 'Navigation.UserManagement'))
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function show(job: JobDetails | undefined) {
  vi.stubGlobal('fetch', fakeJobs({ job: () => job }).answer)
  await renderRoutes(
    () => (
      <>
        <JobPanel jobId="EIQ-1" />
        <Outlet />
      </>
    ),
    () => [],
    ['/'],
  )
  return { panel: await screen.findByRole('dialog'), user: userEvent.setup() }
}

const section = (name: string) => screen.findByRole('region', { name })

test('shows status, workflow and the sections of the product', async () => {
  const { panel } = await show(
    buildDetails({
      sections: [{ title: 'Input', rows: [{ label: 'Portfolios', value: '48' }] }],
      tags: [buildTag('Q1_2026')],
      groups: [{ groupId: 'g', groupName: 'Accumulation' }],
    }),
  )
  const workflow = await section('Workflow')
  for (const text of ['WF-8812', 'Quarterly rollup', 'All portfolios of the first quarter'])
    expect(within(workflow).getByText(text)).toBeDefined()
  expect(within(workflow).getByText('Started')).toBeDefined()
  expect(within(await section('Input')).getByText('Portfolios').nextElementSibling?.textContent).toBe('48')
  const overview = await section('Overview')
  for (const text of ['ExposureIQ', 'Accumulation control', 'Q1_2026', 'Accumulation', '00:01:10'])
    expect(within(overview).getByText(text)).toBeDefined()
  expect(within(panel).getByRole('button', { name: 'Copy job ID' })).toBeDefined()
  expect(within(panel).getByRole('button', { name: 'Copy workflow ID' })).toBeDefined()
  const links = within(await section('Related'))
  expect(links.getByRole('link', { name: 'Open grace@company.example' })).toBeDefined()
  expect(links.getByRole('link', { name: 'All jobs tagged Q1_2026' }).getAttribute('href')).toContain('tagId')
  // The user can't see resource groups.
  expect(links.queryByRole('link', { name: /Open resource group/ })).toBeNull()
})

const tasks = [
  buildTask('Import', {
    tasks: [buildTask('Europe', { tasks: [buildTask('Germany', { status: 'Failed', message: 'No rates' })] }), buildTask('Asia')],
  }),
  buildTask('Roll up', { status: 'Running', progress: 40, endTime: null }),
]
const rows = () => screen.getAllByRole('row').slice(1)
const focused = () => document.activeElement?.textContent

test('walks and opens the tree of tasks with the keyboard', async () => {
  const { user } = await show(buildDetails({ tasks }))
  await screen.findByRole('treegrid', { name: 'Tasks' })
  expect(rows().map((row) => row.getAttribute('aria-level'))).toEqual(['1', '2', '3', '2', '1'])
  expect(screen.getByText('3 of 5 finished')).toBeDefined()
  expect(within(rows()[2] as HTMLElement).getByText('No rates')).toBeDefined()
  act(() => rows()[0]?.focus())
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(focused()).toContain('Germany')
  await user.keyboard('{ArrowLeft}')
  expect(focused()).toContain('Europe')
  await user.keyboard('{ArrowLeft}')
  expect(rows()).toHaveLength(4)
  await user.keyboard('{End}')
  expect(focused()).toContain('Roll up')
  await user.keyboard('{Home}{Enter}')
  expect(rows().map((row) => row.getAttribute('aria-expanded'))).toEqual(['false', null])
  await user.click(screen.getByRole('button', { name: 'Expand all' }))
  expect(rows()).toHaveLength(5)
  await user.click(screen.getByRole('button', { name: 'Hide tasks of Europe' }))
  expect(rows()).toHaveLength(4)
  // One row is in the order of Tab.
  expect(rows().filter((row) => row.tabIndex === 0)).toHaveLength(1)
})

test('running durations go on each second, as days plus hh:mm:ss', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse('2026-03-16T12:24:15.000Z') })
  await show(buildDetails({ tasks: [buildTask('Roll up', { status: 'Running', endTime: null })] }))
  const grid = await screen.findByRole('treegrid')
  const shown = () => within(grid).getByText(/^2 days/).textContent
  expect(shown()).toMatch(/^2 days 03:03:0\d$/)
  const before = shown()
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(shown()).not.toBe(before)
})

test('tells the history of requests', async () => {
  const long = new Date(Date.now() - 10 * 60_000).toISOString()
  const refused = buildCommand({
    commandId: '1',
    kind: 'Reprioritize',
    priority: 'VeryHigh',
    state: 'Refused',
    reason: 'Too late.',
    answeredAt: long,
  })
  await show(buildDetails({ command: refused, commands: [buildCommand({ commandId: '2', requestedAt: long }), refused] }))
  const items = within(await section('Requests')).getAllByRole('listitem')
  expect(items[0]?.textContent).toContain('ExposureIQ has not answered yet')
  expect(items[1]?.textContent).toMatch(/Change priority to Very high.*Refused.*Too late\./)
})

test('a job that is gone, or not visible, is not found', async () => {
  await show(undefined)
  expect(await screen.findByText('Job not found')).toBeDefined()
})
