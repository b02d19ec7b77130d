import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { createResourceGroup } from '@steward/contract/resource-groups/endpoints'
import { startProduct, type Product } from './product.ts'
import { expectNoViolations } from './support/axe.ts'
import { keyboard } from './support/hands.ts'
import { activeUser, administratorCall, enter } from './support/people.ts'
import { asAdministrator, buildGroup, buildRole, unique } from './support/screens.ts'
import { at } from './support/server.ts'

const path = '/home/monitoring/job-log'
const table = (page: Page) => page.getByRole('table', { name: 'Job Log' })
const row = (page: Page, jobId: string) => table(page).getByRole('row', { name: new RegExp(`${jobId}\\b`) })
const panel = (page: Page) => page.getByRole('dialog')

let product: Product
test.beforeAll(async () => {
  product = await startProduct()
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

test('follows a job from the queue to its end, with its tasks', async ({ page }) => {
  const jobId = unique('FOLLOW-')
  const job = { jobId, createdAt: minutesAgo(2), workflowId: 'WF-8812', workflowName: 'Quarterly rollup' }
  await product.report([{ ...job, status: 'Queued', queuePosition: 3 }])
  await asAdministrator(page, `${path}?q=${jobId}`, 'Job Log')
  await expect(row(page, jobId)).toContainText('Queued · #3')
  await expect(row(page, jobId)).toContainText('Quarterly rollup')
  await row(page, jobId).getByRole('link').click()
  await expect(panel(page).getByRole('heading', { name: 'Accumulation rollup' })).toBeVisible()
  await expect(panel(page).getByText('The product reported no tasks.')).toBeVisible()
  await expect(panel(page).getByText('WF-8812')).toBeVisible()

  const task = (name: string, status: 'Finished' | 'Running' | 'Pending', progress = 0) => ({
    name,
    status,
    progress,
    startTime: status === 'Pending' ? null : minutesAgo(1),
    endTime: status === 'Finished' ? minutesAgo(0) : null,
    message: '',
    tasks: [],
  })
  const running = { ...job, status: 'Running' as const, startTime: minutesAgo(1) }
  await product.report([
    {
      ...running,
      progress: 40,
      sections: [{ title: 'Input', rows: [{ label: 'Portfolios', value: '48' }] }],
      tasks: [{ ...task('Import', 'Finished', 100), tasks: [task('Europe', 'Finished', 100)] }, task('Roll up', 'Running', 40)],
    },
  ])
  const tree = panel(page).getByRole('treegrid', { name: 'Tasks' })
  await expect(tree.getByRole('row', { name: /Roll up/ })).toContainText('Running · 40%')
  await expect(panel(page).getByRole('region', { name: 'Input' })).toContainText('48')
  await expectNoViolations(page)
  // The duration keeps counting.
  const duration = tree
    .getByRole('row', { name: /Roll up/ })
    .getByRole('gridcell')
    .last()
  const before = await duration.textContent()
  await expect(duration).not.toHaveText(before ?? '')

  // By keyboard: closes the first task, and goes to the last. A report keeps the focus and what is closed.
  await tree.getByRole('row', { name: /^.*Import/ }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(tree.getByRole('row', { name: /Europe/ })).toHaveCount(0)
  await page.keyboard.press('End')
  await expect(tree.getByRole('row', { name: /Roll up/ })).toBeFocused()
  await product.report([
    {
      ...running,
      progress: 80,
      tasks: [{ ...task('Import', 'Finished', 100), tasks: [task('Europe', 'Finished', 100)] }, task('Roll up', 'Running', 80)],
    },
  ])
  await expect(tree.getByRole('row', { name: /Roll up/ })).toContainText('Running · 80%')
  await expect(tree.getByRole('row', { name: /Roll up/ })).toBeFocused()
  await expect(tree.getByRole('row', { name: /Europe/ })).toHaveCount(0)

  await product.report([
    { ...job, status: 'Finished', startTime: minutesAgo(1), endTime: minutesAgo(0), tasks: [task('Roll up', 'Finished', 100)] },
  ])
  await expect(panel(page).getByText('1 of 1 finished')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(row(page, jobId)).toContainText('Finished')
  await expect(row(page, jobId).getByRole('link')).toBeFocused()
})

test('filters in the URL, exports what matches, and tells when nothing does', async ({ page }) => {
  const prefix = unique('FILTER')
  await product.report([
    { jobId: `${prefix}-A`, status: 'Failed', reason: 'No exchange rate for JPY' },
    { jobId: `${prefix}-B`, status: 'Finished', operation: 'BULK_EXPORT' },
  ])
  await asAdministrator(page, `${path}?q=${prefix}`, 'Job Log')
  await expect(row(page, `${prefix}-B`)).toBeVisible()
  const user = keyboard(page)
  await user.press(page.getByRole('button', { name: 'Status', expanded: false }))
  await user.pick(page.getByRole('menuitemcheckbox', { name: 'Failed' }))
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/status=/)
  await expect(row(page, `${prefix}-B`)).toHaveCount(0)
  await expect(row(page, `${prefix}-A`)).toContainText('No exchange rate for JPY')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()])
  const csv = readFileSync(await download.path(), 'utf8')
  expect(csv).toContain(`${prefix}-A`)
  expect(csv).not.toContain(`${prefix}-B`)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoViolations(page)
  await page.goto(at(`${path}?q=${prefix}-none`))
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible()
  await page.goto(at(`${path}/${prefix}-none`))
  await expect(panel(page).getByText('Job not found')).toBeVisible()
})

test('people see the jobs of their resource groups; without one, /401 says so', async ({ page, browser }) => {
  const { roleId } = await buildRole(['ViewSystemLog', 'DataAdmin.ViewJobLog'])
  const [ours, outside] = [await buildGroup([roleId]), await buildGroup([roleId])]
  const call = await administratorCall()
  const params = { productCode: 'RI-DATAADMIN' } as const
  const build = async (groupIds: string[]) => (await call(createResourceGroup, { params, body: { name: unique('Jobs '), groupIds } })).data
  const [own, other] = [await build([ours.groupId]), await build([])]
  const prefix = unique('SEEN')
  await product.report([
    { jobId: `${prefix}-OWN`, resourceGroupId: own.resourceGroupId },
    { jobId: `${prefix}-OTHER`, resourceGroupId: other.resourceGroupId },
    { jobId: `${prefix}-NONE` },
  ])
  await enter(page, await activeUser(unique('Jobs'), [ours.groupId]))
  await page.goto(at(`${path}?q=${prefix}`))
  await expect(row(page, `${prefix}-OWN`)).toContainText(own.name)
  await expect(table(page).getByRole('checkbox')).toHaveCount(2)
  await page.goto(at(`${path}/${prefix}-OTHER`))
  await expect(panel(page).getByText('Job not found')).toBeVisible()
  await page.goto(at(`${path}/${prefix}-OWN`))
  // Seeing jobs is not managing them.
  await expect(panel(page).getByRole('button', { name: 'Cancel job' })).toHaveAttribute('aria-disabled', 'true')

  const stranger = await (await browser.newContext()).newPage()
  await enter(stranger, await activeUser(unique('Outside'), [outside.groupId]))
  await stranger.goto(at(path))
  await stranger.waitForURL('**/401**')
  await expect(stranger.getByText('None of your groups is in a resource group of Data Admin')).toBeVisible()
  await stranger.context().close()
})
