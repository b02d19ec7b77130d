import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { TemporaryFile } from '@steward/contract/exports/schemas'
import { alerts } from '../api/alerts.ts'
import { api } from '../api/client.ts'
import { eventually } from '../testing/eventually.ts'
import { buildProblem } from '../testing/problems.ts'
import { renderInRouter } from '../testing/renderInRouter.tsx'
import { saveFile } from './download.ts'
import { ExportButton } from './ExportButton.tsx'

vi.mock('../api/client.ts', async (original) => ({ ...(await original<object>()), api: vi.fn() }))
vi.mock('./download.ts', async (original) => ({ ...(await original<object>()), saveFile: vi.fn() }))

const queued: TemporaryFile = {
  fileId: '0199c0de-8888-7c11-9d59-3b8f5f1c2a44',
  fileName: 'users.csv',
  kind: 'users',
  status: 'queued',
  failure: null,
  rowCount: 0,
  totalRows: null,
  sizeBytes: 0,
  createdBy: 'ada@example.com',
  isOwn: true,
  createdAt: '2026-03-14T09:26:53.589Z',
  finishedAt: null,
  expiresAt: '2026-03-21T09:26:53.589Z',
}

/** The file as it is read next, and what else is called. */
let file = queued
let counted: number | null = 0
const called = () => vi.mocked(api).mock.calls.map(([{ id }]) => id)
const refreshed = () => vi.advanceTimersByTimeAsync(6_000)
const saved: string[] = []

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  file = queued
  saved.length = 0
  vi.clearAllMocks()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.pathname)
  })
  vi.mocked(api).mockImplementation((async ({ id }: { id: string }) => {
    if (id === 'countExport') return { rows: counted }
    if (id === 'openTemporaryFile') return { path: '/temporary-data/files/1/saved' }
    return id === 'createExport' ? queued : file
  }) as never)
  return () => vi.useRealTimers()
})

async function press(totalCount: number, totalIsExact = true, atOnce: () => Promise<string> = async () => 'a\n') {
  const user = userEvent.setup({ advanceTimers: (ms) => void vi.advanceTimersByTimeAsync(ms) })
  await renderInRouter(
    <ExportButton input={{ kind: 'users', filter: {} }} page={async () => ({ totalCount, totalIsExact })} atOnce={atOnce} />,
  )
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
}

it('streams 50,000 rows as a download', async () => {
  await press(50_000)
  await eventually(() => expect(saveFile).toHaveBeenCalledOnce())
  expect(called()).toEqual([])
})

it.each([
  [10_001, true],
  [50_001, false],
  [null, false],
])('asks for the rows of a list whose count is not exact: %s', async (rows, isStreamed) => {
  counted = rows
  await press(10_000, false)
  await eventually(() => expect(called()).toContain('countExport'))
  if (isStreamed) await eventually(() => expect(saveFile).toHaveBeenCalledOnce())
  else await eventually(() => expect(called()).toContain('createExport'))
})

it('shows the progress of a longer list in the button, then downloads it', async () => {
  await press(50_001)
  const progress = await screen.findByRole('link', { name: 'Export: Queued' })
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.activeElement).toBe(progress)
  file = { ...queued, status: 'running', rowCount: 20_000, totalRows: 50_001 }
  await refreshed()
  expect(await screen.findByRole('link', { name: 'Export: 39%' })).toBeTruthy()
  file = { ...file, status: 'ready' }
  await refreshed()
  expect(await screen.findByRole('button', { name: 'Export CSV' })).toBe(document.activeElement)
  expect(saved).toEqual(['/temporary-data/files/1/saved'])
})

it.each([
  [
    'the job',
    { ...queued, status: 'failed', failure: 'temporary_space_full' } as const,
    /^Export of users\.csv failed\. Your company’s temporary data is full/,
  ],
  ['a job that someone canceled', { ...queued, status: 'cancelled' } as const, undefined],
])('says why %s gave no file, and offers the export again', async (_, ended, text) => {
  const danger = vi.spyOn(alerts, 'danger')
  await press(50_001)
  await screen.findByRole('link')
  file = ended
  await refreshed()
  expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeTruthy()
  expect(danger.mock.calls.map(([said]) => said)).toEqual(text ? [expect.stringMatching(text)] : [])
  expect(saved).toEqual([])
})

it('says why a stream failed', async () => {
  const danger = vi.spyOn(alerts, 'danger')
  await press(3, true, () => Promise.reject(buildProblem('forbidden', 'You can’t do that.')))
  await eventually(() => expect(danger).toHaveBeenCalledWith('You can’t do that.'))
})
