import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { pino } from 'pino'
import { buildApp } from '../server/src/app.ts'
import { loadConfig } from '../server/src/config.ts'
import { asOwner } from '../server/src/db/tenant.ts'
import { openProgram } from '../server/src/program.ts'
import { expectNoViolations } from './support/axe.ts'
import { demoCredentials } from './support/demo.ts'
import { asAdministrator, unique } from './support/screens.ts'
import { testServer } from './support/server.ts'

/** Writes a change and an event of March 2015 and lets the nightly work archive them. */
async function archiveMarch(name: string): Promise<void> {
  const { dataDir, storage } = testServer()
  const config = loadConfig({ ...storage, STEWARD_DATA_DIR: dataDir, STEWARD_ENV: 'test', PUBLIC_URL: testServer().url })
  const log = pino({ level: 'fatal' })
  const program = await openProgram(config, log)
  const app = await buildApp({ config, db: program.db, log })
  try {
    await asOwner(program.db, 'operator', async (tx) => {
      const { tenantName } = demoCredentials()
      const { tenant_id } = await tx
        .selectFrom('tenant')
        .select('tenant_id')
        .where('tenant_name', '=', tenantName)
        .executeTakeFirstOrThrow()
      const row = { tenant_id, occurred_at: new Date('2015-03-14T09:26:53Z'), request_id: `request of ${name}` }
      await tx
        .insertInto('audit_entry')
        .values({
          ...row,
          type: 'Update',
          category: 'Group',
          entity_id: 'gone',
          entity_name: name,
          field_name: 'groupName',
          previous_value: 'Before',
          current_value: name,
          actor_type: 'user',
          actor_id: 'gone',
          actor_name: 'auditor@company.example',
        })
        .execute()
      await tx
        .insertInto('system_log')
        .values({
          ...row,
          kind: 'sign_in_failed',
          outcome: 'failure',
          username: `${name}@company.example`,
          address: '203.0.113.7',
          user_agent: 'curl/8.5.0',
          details: JSON.stringify({}),
        })
        .execute()
    })
    await app.background.runScheduled('drop_log_partitions')
  } finally {
    await app.close()
    await program.close()
  }
}

test('months that left the logs are read, filtered and downloaded from the archive', async ({ page }) => {
  test.slow()
  const name = unique('archived')
  await archiveMarch(name)

  await asAdministrator(page, '/home/monitoring/audit-log', 'Audit Log')
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  const months = page.getByRole('dialog', { name: 'Archived months' })
  await expectNoViolations(page)
  await months.getByRole('link', { name: 'March 2015' }).click()
  const changes = page.getByRole('table', { name: 'From the archive: March 2015' })
  await expect(changes.getByRole('row', { name: new RegExp(name) })).toBeVisible()
  await page.getByRole('searchbox').fill('not in this month')
  await expect(changes.getByRole('row', { name: new RegExp(name) })).toHaveCount(0)
  await page.getByRole('searchbox').fill(name)
  await expect(changes.getByRole('row', { name: new RegExp(name) })).toBeVisible()
  await expectNoViolations(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download JSON Lines' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('audit-log-2015-03.jsonl')
  expect(readFileSync(await file.path(), 'utf8')).toContain(`"entityName" : "${name}"`)

  await page.goto(new URL('/home/monitoring/system-log', page.url()).href)
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await page.getByRole('dialog', { name: 'Archived months' }).getByRole('link', { name: 'March 2015' }).click()
  const events = page.getByRole('table', { name: 'From the archive: March 2015' })
  await events
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('link')
    .click()
  const event = page.getByRole('dialog', { name: /Sign-in failed/ })
  await expect(event.getByText('curl/8.5.0')).toBeVisible()
  await expectNoViolations(page)
  // The address is of the event: another person can open it.
  await page.reload()
  await expect(event.getByText('curl/8.5.0')).toBeVisible()
  await event.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Back to the log' }).click()
  await expect(page.getByRole('table', { name: 'System Log' })).toBeVisible()
})
