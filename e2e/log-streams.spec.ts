import { type IncomingHttpHeaders, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { listLogStreams } from '@steward/contract/log-streams/endpoints'
import { expectNoViolations } from './support/axe.ts'
import { activeUser, administratorCall, enter } from './support/people.ts'
import { asAdministrator, buildGroup, buildRole, unique } from './support/screens.ts'
import { at } from './support/server.ts'

const path = '/home/developer-administration/log-streams'

/** A webhook on the loopback. */
async function startReceiver() {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        received.push({ headers: request.headers, body })
        response.writeHead(204).end()
      },
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return { address: `http://127.0.0.1:${port}/hook`, received, close: () => server.close() }
}

test('a webhook is created, tested, paused and deleted, and receives what is logged', async ({ page }) => {
  test.slow()
  const receiver = await startReceiver()
  const name = unique('Security ')
  await asAdministrator(page, path, 'Log Streams')
  await page.getByRole('link', { name: 'Create log stream' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create log stream' })
  await form.getByLabel('Stream name').fill(name)
  await form.getByLabel('URL').fill('https://10.0.0.1/hook')
  await form.getByRole('button', { name: 'Create log stream' }).click()
  await expect(form.getByLabel('URL')).toHaveAccessibleDescription(/Enter a public https address/)
  await form.getByLabel('URL').fill(receiver.address)
  await expectNoViolations(page)
  await form.getByRole('button', { name: 'Create log stream' }).click()
  const secret = page.getByRole('dialog', { name: `Secret of ${name}` })
  await expect(secret.getByText(/^whsec_/)).toBeVisible()
  await secret.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByText(`Log stream ${name} created.`)).toBeVisible()

  await page.getByRole('link', { name, exact: true }).click()
  const record = page.getByRole('region', { name, exact: true })
  const choose = async (action: string) => {
    await record.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose('Send test event')
  await expect(page.getByText(`Test event sent to ${name}: HTTP 204.`)).toBeVisible()
  await record.getByRole('link', { name: 'Deliveries' }).click()
  await expect(record.getByRole('cell', { name: /HTTP 204 Test/ })).toBeVisible()
  await expectNoViolations(page)

  const group = await buildGroup()
  const received = () => receiver.received.flatMap(({ body }) => (JSON.parse(body) as { message: string }[]).map(({ message }) => message))
  // Deliveries and progress tell why, where nothing arrives.
  const call = await administratorCall()
  const arrived = async () => {
    const { data } = await call(listLogStreams, {})
    const { deliveredTo, waiting, failures } = data.items.find(({ logStreamName }) => logStreamName === name) ?? {}
    const rows = await record.getByRole('row').allInnerTexts()
    return [...received(), ...rows, `${failures} failures, ${waiting} waiting after ${deliveredTo}, now ${new Date().toISOString()}`]
  }
  await expect.poll(arrived, { timeout: 30_000 }).toContainEqual(expect.stringContaining(group.groupName))
  expect(receiver.received[0]?.headers['webhook-signature']).toMatch(/^v1,/)

  await choose('Pause')
  await expect(record.getByText('Paused', { exact: true })).toBeVisible()
  await record.getByRole('link', { name: 'History' }).click()
  await expect(record.getByText(`Ada Lindqvist created log stream ${name}`, { exact: true })).toBeVisible()
  await expectNoViolations(page)
  await choose('Delete log stream')
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Delete log stream' }).click()
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
  receiver.close()
})

test('people who are not administrators have no log streams', async ({ page }) => {
  const role = await buildRole(['ViewSystemLog', 'EditApiKeys'])
  const group = await buildGroup([role.roleId])
  await enter(page, await activeUser(unique('Viewer'), [group.groupId]))
  await page.goto(at(path))
  await page.waitForURL('**/401**')
  await expect(page.getByRole('link', { name: 'Log Streams' })).toHaveCount(0)
})
