import { expect, test, type Page } from '@playwright/test'
import { listJobs } from '@steward/contract/jobs/endpoints'
import type { Job } from '@steward/contract/jobs/schemas'
import { createResourceGroup } from '@steward/contract/resource-groups/endpoints'
import { startProduct, type Product, type WantedJob } from './product.ts'
import { expectNoViolations } from './support/axe.ts'
import { keyboard } from './support/hands.ts'
import { activeUser, administratorCall, enter } from './support/people.ts'
import { asAdministrator, buildGroup, buildRole, unique } from './support/screens.ts'
import { at } from './support/server.ts'

const path = '/home/monitoring/job-log'
const table = (page: Page) => page.getByRole('table', { name: 'Job Log' })
const row = (page: Page, jobId: string) => table(page).getByRole('row', { name: new RegExp(`${jobId}\\b`) })
const selection = (page: Page) => page.getByRole('region', { name: 'Selection' })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

let product: Product
test.beforeAll(async () => {
  product = await startProduct()
})

/** Reports jobs whose ids share a prefix, and shows only them. */
async function openJobs(page: Page, prefix: string, jobs: readonly WantedJob[]): Promise<void> {
  await product.report(jobs.map((job) => ({ ...job, jobId: `${prefix}-${job.jobId}` })))
  await asAdministrator(page, `${path}?q=${prefix}`, 'Job Log')
  await expect(table(page).getByRole('checkbox', { name: /^Select .*/ })).toHaveCount(jobs.length + 1)
}

const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()

async function jobsNow(prefix: string): Promise<Job[]> {
  const call = await administratorCall()
  return (await call(listJobs, { query: { search: prefix, limit: 100 } })).data.items
}

test('cancels several jobs: the product accepts one and refuses another; others are skipped with the reason', async ({ page }) => {
  const prefix = unique('CANCEL')
  await openJobs(page, prefix, [
    { jobId: 'A' },
    { jobId: 'B', operation: 'BULK_EXPORT', status: 'Queued' },
    { jobId: 'C', operation: 'MODEL_RUN' },
    { jobId: 'D', status: 'Finished' },
  ])
  await selectAll(page)
  await selection(page).getByRole('button', { name: 'Cancel jobs' }).click()
  const question = dialog(page, 'Cancel 2 jobs?')
  await expect(question.getByText('2 of 4 selected jobs can be canceled.')).toBeVisible()
  await expect(question.getByText('Jobs of this type can’t be canceled.')).toBeVisible()
  await expect(question.getByText(`Model run ${prefix}-C`)).toBeVisible()
  await expectNoViolations(page)
  await question.getByRole('button', { name: 'Cancel 2 jobs' }).click()
  await expect(page.getByText('Cancellation requested for 2 jobs.')).toBeVisible()
  await expect(selection(page).getByRole('button', { name: 'Cancel jobs' })).toBeFocused()
  await expect(row(page, `${prefix}-A`)).toContainText('Canceling…')
  await expect(row(page, `${prefix}-B`)).toContainText('Canceling…')
  // The products are not asked again before they answer.
  await expect(selection(page).getByRole('button', { name: 'Cancel jobs' })).toHaveAccessibleDescription(
    'None of the selected jobs can be canceled.',
  )

  const accepted = await product.commandFor(`${prefix}-A`)
  expect(accepted.kind).toBe('Cancel')
  await product.answer(accepted, 'accepted')
  await product.report([{ jobId: `${prefix}-A`, status: 'Cancelled' }])
  await expect(row(page, `${prefix}-A`)).toContainText('Canceled')
  await product.answer(await product.commandFor(`${prefix}-B`), 'refused', 'The file is being written.')
  await expect(row(page, `${prefix}-B`)).toContainText('Cancellation refused')
  await expect(row(page, `${prefix}-B`)).toContainText('Queued')

  // A job that ended before the request arrived is named.
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await page.getByRole('checkbox', { name: new RegExp(`${prefix}-B$`) }).check()
  await selection(page).getByRole('button', { name: 'Cancel job' }).click()
  await product.report([{ jobId: `${prefix}-B`, operation: 'BULK_EXPORT', status: 'Finished' }])
  const late = dialog(page, `Cancel job ${prefix}-B?`)
  await late.getByRole('button', { name: `Cancel job ${prefix}-B` }).click()
  await expect(late.getByRole('alert')).toHaveText('This job has already ended.')
})

test('changes the priority of a job in its panel, by keyboard', async ({ page }) => {
  const prefix = unique('PRIORITY')
  await openJobs(page, prefix, [{ jobId: 'A', status: 'Queued', priority: 'Low' }])
  await table(page).getByRole('link').first().press('Enter')
  const actions = page.getByRole('group', { name: 'Manage job' })
  await expect(actions).toBeVisible()
  await expectNoViolations(page)
  const hands = keyboard(page)
  await hands.press(actions.getByRole('button', { name: 'Change priority' }))
  const choice = dialog(page, `Change priority of job ${prefix}-A`)
  await expect(choice.getByRole('radio', { name: 'Low', exact: true })).toBeChecked()
  await expect(choice.getByRole('radio', { name: 'Low', exact: true })).toBeFocused()
  await expect(choice.getByRole('button', { name: 'Change priority' })).toHaveAccessibleDescription('The job already has this priority.')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(choice.getByRole('radio', { name: 'High', exact: true })).toBeChecked()
  await expectNoViolations(page)
  await hands.press(choice.getByRole('button', { name: 'Change priority' }))
  await expect(page.getByText(`Priority change requested for job ${prefix}-A.`)).toBeVisible()
  await expect(actions.getByRole('button', { name: 'Change priority' })).toBeFocused()
  await expect(actions.getByRole('button', { name: 'Change priority' })).toHaveAccessibleDescription(
    'The product hasn’t answered the last request yet.',
  )
  const command = await product.commandFor(`${prefix}-A`)
  expect(command).toMatchObject({ kind: 'Reprioritize', priority: 'High' })
  await product.answer(command, 'accepted')
  await product.report([{ jobId: `${prefix}-A`, status: 'Queued', priority: 'High' }])
  await expect(dialog(page, /./).getByText('High', { exact: true })).toBeVisible()
  await product.report([{ jobId: `${prefix}-A`, priority: 'High' }])
  await expect(actions.getByRole('button', { name: 'Change priority' })).toHaveAccessibleDescription(
    'Only pending and queued jobs can change priority.',
  )
})

test('tags ten jobs with a tag created in the dialog, and assigns a group that some have', async ({ page }) => {
  const prefix = unique('TAG')
  const group = await buildGroup()
  await openJobs(
    page,
    prefix,
    Array.from({ length: 10 }, (_, index) => ({ jobId: String(index) })),
  )
  const tagName = unique('renewal_')
  const assignment = dialog(page, 'Tags and groups of 10 jobs')

  // One of the ten already has the group.
  await page.getByRole('checkbox', { name: new RegExp(`${prefix}-3$`) }).check()
  await selection(page).getByRole('button', { name: 'Tags and groups' }).click()
  const own = dialog(page, `Tags and groups of job ${prefix}-3`)
  await own.getByRole('searchbox', { name: 'Find user groups' }).fill(group.groupName)
  await own.getByRole('checkbox', { name: group.groupName }).check()
  // The dialog shows what the list had when it opened.
  const listed = page.waitForResponse(
    async (response) => new URL(response.url()).pathname.endsWith('/jobs') && (await response.text()).includes(group.groupId),
  )
  await own.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Tags and groups of job ${prefix}-3 saved.`)).toBeVisible()
  await listed

  await selectAll(page)
  await selection(page).getByRole('button', { name: 'Tags and groups' }).click()
  await assignment.getByRole('searchbox', { name: 'Find tags' }).fill(tagName)
  await assignment.getByRole('button', { name: `Create tag ${tagName}` }).click()
  const name = assignment.getByLabel('Tag name')
  await expect(name).toHaveValue(tagName)
  await name.fill('two words')
  await name.press('Enter')
  await expect(name).toHaveAccessibleDescription(/no spaces/)
  await name.fill(tagName)
  await name.press('Enter')
  await expect(assignment.getByRole('checkbox', { name: tagName })).toBeChecked()
  await assignment.getByRole('searchbox', { name: 'Find user groups' }).fill(group.groupName)
  const box = assignment.getByRole('checkbox', { name: group.groupName })
  await expect(box).toHaveJSProperty('indeterminate', true)
  await expect(box).toHaveAccessibleDescription('1 of 10 jobs')
  // The tags are read again after the new one: the dialog grows, and a click between can miss.
  await expect(async () => {
    if (!(await box.isChecked())) await box.click()
    await expect(box).toBeChecked({ timeout: 2_000 })
  }).toPass()
  await expect(assignment.getByText(`To add: ${tagName}, ${group.groupName}`)).toBeVisible()
  await expectNoViolations(page)

  // A failure keeps everything.
  const refusal = {
    type: 'about:blank',
    title: 'Refused',
    status: 429,
    code: 'rate_limited',
    message: 'Too many requests.',
    requestId: 'r',
  }
  await page.route('**/jobs/groups', (route) => route.fulfill({ status: 429, json: { ...refusal, parameters: {} } }))
  const save = assignment.getByRole('button', { name: 'Save for 10 jobs' })
  await save.click()
  await expect(assignment.getByRole('alert')).toHaveText('Too many requests.')
  await page.unroute('**/jobs/groups')
  await expect(box).toBeChecked()
  const sent: unknown[] = []
  page.on(
    'request',
    (request) => request.method() === 'POST' && request.url().endsWith('/jobs/groups') && sent.push(request.postDataJSON()),
  )
  await save.click()
  await expect(page.getByText('Tags and groups of 10 jobs saved.')).toBeVisible()
  expect(sent).toMatchObject([{ add: [group.groupId], remove: [] }])
  await expect(table(page).getByText(tagName)).toHaveCount(10)
  const jobs = await jobsNow(prefix)
  expect(jobs).toHaveLength(10)
  for (const job of jobs) {
    expect(job.tags.map((tag) => tag.tagName)).toEqual([tagName])
    expect(job.groups.map(({ groupName }) => groupName)).toEqual([group.groupName])
  }
})

test('without the permission nothing can be done; with it alone, tags and groups can only be taken away', async ({ page, browser }) => {
  const prefix = unique('REASON')
  const call = await administratorCall()
  const roleOf = async (...actions: string[]) => (await buildRole(['ViewSystemLog', ...actions])).roleId
  const [viewers, managers] = [
    await buildGroup([await roleOf('DataAdmin.ViewJobLog')]),
    await buildGroup([await roleOf('DataAdmin.ManageJobs')]),
  ]
  const body = { name: unique('Manage '), groupIds: [viewers.groupId, managers.groupId] }
  const { data } = await call(createResourceGroup, { params: { productCode: 'RI-DATAADMIN' }, body })
  await product.report([{ jobId: `${prefix}-A`, status: 'Queued', resourceGroupId: data.resourceGroupId }])
  const actions = (shown: Page) => shown.getByRole('group', { name: 'Manage job' })

  await enter(page, await activeUser(unique('Viewer'), [viewers.groupId]))
  await page.goto(at(`${path}/${prefix}-A`))
  for (const name of ['Cancel job', 'Change priority', 'Tags and groups'])
    await expect(actions(page).getByRole('button', { name })).toHaveAccessibleDescription(
      'You need the permission “Manage jobs”, which a tenant administrator can grant.',
    )

  const other = await (await browser.newContext()).newPage()
  await enter(other, await activeUser(unique('Manager'), [managers.groupId]))
  await other.goto(at(`${path}/${prefix}-A`))
  await expect(actions(other).getByRole('button', { name: 'Cancel job' })).toHaveAccessibleDescription('')
  await actions(other).getByRole('button', { name: 'Tags and groups' }).click()
  const assignment = dialog(other, `Tags and groups of job ${prefix}-A`)
  await expect(assignment.getByText(/^To add tags, you need the permission/)).toBeVisible()
  await expect(assignment.getByText(/^To add groups, you need the permission/)).toBeVisible()
  await expect(assignment.getByRole('button', { name: 'Create tag' })).toHaveCount(0)
  await other.context().close()
})

test('dialogs fit every width with long names, and Escape asks before choices are lost', async ({ page }) => {
  test.slow()
  const prefix = unique(`LONG-${'x'.repeat(60)}`)
  await buildGroup([], [], unique(`${'Long name of a group '.repeat(2)}`).slice(0, 64))
  await openJobs(page, prefix, [
    { jobId: 'A', status: 'Queued' },
    { jobId: 'B', status: 'Queued' },
    { jobId: 'C', status: 'Failed' },
  ])
  await selectAll(page)
  for (const [name, title] of [
    ['Cancel jobs', 'Cancel 2 jobs?'],
    ['Change priority', 'Change priority of 2 jobs'],
    ['Tags and groups', 'Tags and groups of 3 jobs'],
  ] as const) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await selection(page).getByRole('button', { name }).press('Enter')
    await expect(dialog(page, title)).toBeVisible()
    for (const width of [1440, 760, 320]) {
      await page.setViewportSize({ width, height: 800 })
      const overflow = await dialog(page, title).evaluate((popup) =>
        [popup, ...popup.querySelectorAll('div')].filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.className),
      )
      expect(overflow, `${name} at ${width}`).toEqual([])
      await expectNoViolations(page)
    }
    if (name === 'Tags and groups') {
      await dialog(page, title).getByRole('checkbox').first().click()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Keep editing' }).click()
      await expect(dialog(page, title)).toBeVisible()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Discard changes' }).click()
    } else await page.keyboard.press('Escape')
    await expect(dialog(page, title)).toHaveCount(0)
    await expect(selection(page).getByRole('button', { name })).toBeFocused()
  }
})
