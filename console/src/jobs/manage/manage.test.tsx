import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ErrorCode } from '@steward/contract/errors'
import type { Job } from '@steward/contract/jobs/schemas'
import { AlertStack } from '../../shell/AlertStack.tsx'
import { alerts } from '../../api/alerts.ts'
import { queryClient } from '../../api/query.ts'
import { buildProblemBody } from '../../testing/problems.ts'
import { renderInRouter } from '../../testing/renderInRouter.tsx'
import { buildCommand, buildJob, grant } from '../../testing/jobs.ts'
import { JobActions } from './JobActions.tsx'
import { JobPanelActions } from './JobPanelActions.tsx'

const uuid = (digit: string) => `0199c0de-${digit.repeat(4)}-7c11-9d59-3b8f5f1c2a44`
const tag = (digit: string, tagName: string, isActive = true) => ({ tagId: uuid(digit), tagName, isActive })
const [first, second, old] = [tag('1', 'Q1_2026'), tag('2', 'Q2_2026'), tag('3', 'Old', false)]
const group = { groupId: uuid('4'), groupName: 'Accumulation' }
const page = { count: 1, limit: 50, offset: 0, totalCount: 1, totalIsExact: true }
const times = { createdBy: 'ada', createdAt: '2026-03-14T09:20:00.000Z', updatedBy: 'ada', updatedAt: '2026-03-14T09:20:00.000Z' }

interface Sent {
  path: string
  body: unknown
}
let sent: Sent[]
/** Answers to changes, by the end of their path; everything succeeds without one. */
let answers: Record<string, () => Response>

const refused = (code: ErrorCode, status: number, message: string) =>
  Response.json(buildProblemBody(code, status, message), { status, headers: { 'content-type': 'application/problem+json' } })

async function answer(input: string, init: RequestInit): Promise<Response> {
  const { pathname: path, searchParams } = new URL(input, location.href)
  if (path.endsWith('/jobs/types')) {
    const names = { AccumulationRollup: 'Accumulation rollup', MODEL_RUN: 'Model run' }
    const items = Object.entries(names).map(([operation, name]) => ({ operation, name, isCancellable: true }))
    return Response.json({ items, productCodes: [], resourceGroups: [] })
  }
  if (init.method === 'GET' && path.endsWith('/tags')) {
    const items = [first, second].filter(({ tagName }) => tagName.toLowerCase().includes((searchParams.get('search') ?? '').toLowerCase()))
    return Response.json({ ...page, items: items.map((one) => ({ ...one, ...times, version: 1 })) })
  }
  if (path.endsWith('/groups') && init.method === 'GET') {
    const items = [{ ...group, status: 'Enabled', version: 1, isReserved: false, isManagedByProvider: false }]
    return Response.json({ ...page, items })
  }
  const body = JSON.parse(String(init.body)) as { jobIds?: string[]; tagName?: string }
  sent.push({ path, body })
  const own = Object.entries(answers).find(([end]) => path.endsWith(end))?.[1]
  if (own) return own()
  if (body.tagName !== undefined) return Response.json({ ...tag('9', body.tagName), ...times, version: 1 }, { status: 201 })
  return Response.json({ succeeded: body.jobIds, failed: [] })
}

beforeEach(() => {
  sent = []
  answers = {}
  grant('Monitoring.ManageJobs', 'Admin.ViewTags', 'Admin.EditTags', 'Admin.ViewGroups')
  vi.stubGlobal('fetch', answer)
})
afterEach(() => {
  alerts.clear()
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function show(...jobs: Job[]) {
  await renderInRouter(
    <>
      <JobActions jobs={jobs} />
      <AlertStack />
    </>,
  )
  return userEvent.setup()
}
const button = (name: string) => screen.getByRole('button', { name })
const reasonOf = (name: string) => button(name).getAttribute('aria-description')
const dialog = (name: string) => screen.findByRole('dialog', { name })
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })

test('asks before canceling, sends the job once, and returns to the button', async () => {
  const user = await show(buildJob())
  await user.click(button('Cancel job'))
  const question = within(await dialog('Cancel job EIQ-1?'))
  expect(await question.findByText('Accumulation rollup EIQ-1')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(question.getByRole('button', { name: 'Keep job' })))
  await user.click(question.getByRole('button', { name: 'Cancel job EIQ-1' }))
  expect(await screen.findByText('Cancellation requested for job EIQ-1.')).toBeTruthy()
  expect(sent).toEqual([{ path: expect.stringMatching(/\/jobs\/cancel$/), body: { jobIds: ['EIQ-1'] } }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button('Cancel job')))
})

test.each([
  [{ status: 'Finished' }, 'This job has already ended.', 'This job has already ended.'],
  [{ operation: 'MODEL_RUN' }, 'Jobs of this type can’t be canceled.', 'Only pending and queued jobs can change priority.'],
  [{ status: 'Queued', command: buildCommand() }, 'The product hasn’t answered the last request yet.', null],
  [
    { status: 'Queued', command: buildCommand({ kind: 'Reprioritize', priority: 'Low' }) },
    null,
    'The product hasn’t answered the last request yet.',
  ],
  // It can be asked again after a while.
  [{ status: 'Queued', command: buildCommand({ requestedAt: new Date(Date.now() - 320_000).toISOString() }) }, null, null],
  [{ status: 'Pending' }, null, null],
] as const)('what cannot be done with a job says why: %o', async (given, cancel, priority) => {
  await renderInRouter(<JobPanelActions job={buildJob(given)} />)
  expect(screen.getByRole('group', { name: 'Manage job' })).toBeTruthy()
  expect(reasonOf('Cancel job')).toBe(cancel)
  expect(reasonOf('Change priority')).toBe(priority)
  expect(reasonOf('Tags and groups')).toBeNull()
})

test('without the permission nothing can be done', async () => {
  grant('Navigation.JobLog')
  await show(buildJob())
  const reason = 'You need the permission “Manage jobs”, which a tenant administrator can grant.'
  for (const name of ['Cancel job', 'Change priority', 'Tags and groups']) expect(reasonOf(name)).toBe(reason)
})

const mixed = () => [
  buildJob({ jobId: 'A' }),
  buildJob({ jobId: 'B', status: 'Queued' }),
  buildJob({ jobId: 'C', status: 'Failed' }),
  buildJob({ jobId: 'D', operation: 'MODEL_RUN' }),
]

test('of a mixed selection it asks for those that are possible, and lists the others and the failures by name', async () => {
  answers['/jobs/cancel'] = () =>
    Response.json({ succeeded: ['A'], failed: [{ jobId: 'B', code: 'job_ended', message: 'This job has already ended.' }] })
  const user = await show(...mixed())
  await user.click(button('Cancel jobs'))
  const question = within(await dialog('Cancel 2 jobs?'))
  expect(question.getByText('2 of 4 selected jobs can be canceled.')).toBeTruthy()
  expect(question.getByText('2 jobs are skipped')).toBeTruthy()
  expect(await question.findByText('Accumulation rollup C')).toBeTruthy()
  expect(question.getByText('Jobs of this type can’t be canceled.')).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Cancel 2 jobs' }))
  const failures = within(await dialog('1 job couldn’t be canceled'))
  expect(failures.getByText('Requested for 1 of 2 jobs.')).toBeTruthy()
  expect(failures.getByText('Accumulation rollup B')).toBeTruthy()
  expect(screen.getByText('Cancellation requested for job A.')).toBeTruthy()
  expect(sent[0]?.body).toEqual({ jobIds: ['A', 'B'] })
})

test('an error stays in the question', async () => {
  answers['/jobs/cancel'] = () => refused('rate_limited', 429, 'Too many requests.')
  const user = await show(buildJob())
  await user.click(button('Cancel job'))
  await user.click(within(await dialog('Cancel job EIQ-1?')).getByRole('button', { name: 'Cancel job EIQ-1' }))
  expect((await screen.findByText('Too many requests.')).closest('[role="alert"]')).not.toBeNull()
})

test('shows the current priority, and asks only for jobs that have another', async () => {
  const user = await show(buildJob({ jobId: 'A', status: 'Queued', priority: 'Low' }), buildJob({ jobId: 'B', status: 'Pending' }))
  await user.click(button('Change priority'))
  const choice = within(await dialog('Change priority of 2 jobs'))
  expect(choice.getAllByRole('radio').map((radio) => radio.getAttribute('aria-checked'))).toEqual(Array.from({ length: 5 }, () => 'false'))
  expect(choice.getByRole('radio', { name: 'Low', description: 'Current priority of 1 job' })).toBeTruthy()
  expect(choice.getByRole('button', { name: 'Change priority of 2 jobs' }).getAttribute('aria-description')).toBe('Choose a priority.')
  await user.click(choice.getByRole('radio', { name: 'High' }))
  await user.click(choice.getByRole('button', { name: 'Change priority' }))
  expect(await screen.findByText('Priority change requested for job A.')).toBeTruthy()
  expect(sent).toEqual([{ path: expect.stringMatching(/reprioritize$/), body: { jobIds: ['A'], priority: 'High' } }])
})

test('a single job starts with its priority', async () => {
  const user = await show(buildJob({ status: 'Queued', priority: 'VeryHigh' }))
  await user.click(button('Change priority'))
  const choice = within(await dialog('Change priority of job EIQ-1'))
  expect(choice.getByRole('radio', { name: 'Very high', description: 'Current priority' }).getAttribute('aria-checked')).toBe('true')
  expect(choice.getByRole('button', { name: 'Change priority' }).getAttribute('aria-description')).toBe(
    'The job already has this priority.',
  )
})

const tagged = () => [buildJob({ jobId: 'A', tags: [first, old], groups: [group] }), buildJob({ jobId: 'B', tags: [old], groups: [group] })]

test('tags and groups of a selection have three states; only changes are sent, for the jobs that they change', async () => {
  const user = await show(...tagged())
  await user.click(button('Tags and groups'))
  const assignment = within(await dialog('Tags and groups of 2 jobs'))
  expect((await box('Q2_2026')).checked).toBe(false)
  const some = await box('Q1_2026')
  expect(some.indeterminate).toBe(true)
  expect(screen.getByText('1 of 2 jobs')).toBeTruthy()
  expect(screen.getByText('Inactive: can only be removed')).toBeTruthy()
  expect((await box('Accumulation')).checked).toBe(true)
  const save = () => assignment.getByRole('button', { name: 'Save for 2 jobs' })
  expect(save().getAttribute('aria-description')).toBe('No changes yet.')
  await user.click(some)
  expect(some.checked).toBe(true)
  await user.click(await box('Accumulation'))
  expect(assignment.getByText('To add: Q1_2026')).toBeTruthy()
  expect(assignment.getByText('To remove: Accumulation')).toBeTruthy()
  await user.click(save())
  expect(await screen.findByText('Tags and groups of 2 jobs saved.')).toBeTruthy()
  expect(sent).toEqual([
    { path: expect.stringMatching(/\/jobs\/tags$/), body: { jobIds: ['B'], add: [first.tagId], remove: [] } },
    { path: expect.stringMatching(/\/jobs\/groups$/), body: { jobIds: ['A', 'B'], add: [], remove: [group.groupId] } },
  ])
})

test('creates a tag from what was searched for, selects it, and keeps everything when saving fails', async () => {
  answers['/jobs/tags'] = () => refused('tag_unknown', 422, 'This tag no longer exists.')
  const user = await show(...tagged())
  await user.click(button('Tags and groups'))
  const assignment = within(await dialog('Tags and groups of 2 jobs'))
  await box('Q2_2026')
  await user.type(assignment.getByRole('searchbox', { name: 'Find tags' }), 'renewals')
  await user.click(await assignment.findByRole('button', { name: 'Create tag renewals' }))
  const name = assignment.getByLabelText('Tag name')
  expect(document.activeElement).toBe(name)
  await user.type(name, ' 27')
  await user.click(assignment.getByRole('button', { name: 'Create tag' }))
  expect(assignment.getByText(/no spaces/)).toBeTruthy()
  await user.clear(name)
  await user.type(name, 'renewals_27{Enter}')
  expect((await box('renewals_27')).checked).toBe(true)
  expect(sent).toEqual([{ path: expect.stringMatching(/\/tags$/), body: { tagName: 'renewals_27' } }])
  await user.click(assignment.getByRole('button', { name: 'Save for 2 jobs' }))
  expect((await assignment.findByText('This tag no longer exists.')).closest('[role="alert"]')).not.toBeNull()
  expect((await box('renewals_27')).checked).toBe(true)
  await user.keyboard('{Escape}')
  await user.click(within(await dialog('Discard changes?')).getByRole('button', { name: 'Keep editing' }))
  expect((await box('renewals_27')).checked).toBe(true)
})

test('an existing tag name is refused at the field', async () => {
  answers['/v1/tags'] = () => refused('tag_exists', 409, 'A tag with this name already exists.')
  const user = await show(buildJob())
  await user.click(button('Tags and groups'))
  await dialog('Tags and groups of job EIQ-1')
  await user.click(button('Create tag'))
  await user.type(screen.getByLabelText('Tag name'), 'taken{Enter}')
  expect(await screen.findByText('A tag with this name already exists.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Tag name').value).toBe('taken')
})

test('without the permissions for tags and groups, those of the job can be taken away', async () => {
  grant('Monitoring.ManageJobs')
  const user = await show(buildJob({ tags: [first] }))
  await user.click(button('Tags and groups'))
  await dialog('Tags and groups of job EIQ-1')
  expect((await box('Q1_2026')).checked).toBe(true)
  expect(screen.getByText(/To add tags, you need the permission/)).toBeTruthy()
  expect(screen.getByText(/To add groups, you need the permission/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Create tag' })).toBeNull()
})

test('creating tags needs the permission to edit them', async () => {
  grant('Monitoring.ManageJobs', 'Admin.ViewTags')
  const user = await show(buildJob())
  await user.click(button('Tags and groups'))
  await dialog('Tags and groups of job EIQ-1')
  expect(screen.queryByRole('button', { name: 'Create tag' })).toBeNull()
  expect(screen.getByText(/You need the permission “Edit currencies”/)).toBeTruthy()
})
