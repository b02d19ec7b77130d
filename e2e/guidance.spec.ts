import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, type Page } from '@playwright/test'
import { createGroup } from '@steward/contract/groups/endpoints'
import { createClient } from '@steward/contract/http'
import { createRole } from '@steward/contract/roles/endpoints'
import { login } from '@steward/contract/session/endpoints'
import { removeData, startServer, type ServerProcess } from '../server/src/testing/process.ts'
import { steward } from './support/operator.ts'
import { signIn } from './support/people.ts'

/** A server with a configured guidance script, and the origin that the script comes from. */
let guide: Server
let asked: string[]
let isBroken = false
let server: ServerProcess

const script = `
  const { userIdHash, licenseCode } = document.currentScript.dataset
  const told = document.documentElement.dataset
  told.guide = [userIdHash, licenseCode].join(' ')
  told.guideRuns = String(Number(told.guideRuns ?? 0) + 1)
`

test.beforeAll(async () => {
  test.setTimeout(180_000)
  asked = []
  guide = createServer((request, reply) => {
    asked.push(request.url ?? '')
    if (isBroken) reply.writeHead(500).end()
    else reply.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
  })
  await new Promise<void>((resolve) => guide.listen(0, '127.0.0.1', resolve))
  const { port } = guide.address() as AddressInfo
  server = await startServer({
    environment: { STEWARD_ENV: 'production', GUIDANCE_SCRIPT_URL: `http://127.0.0.1:${port}/v1/guide.js` },
  })
})
test.afterAll(async () => {
  await server.stop()
  removeData(server)
  guide.closeAllConnections()
  guide.close()
})
test.beforeEach(() => {
  asked.length = 0
})

const enter = async (page: Page) => {
  await signIn(page, server.credentials, `${server.url}/home/login`)
  await page.waitForURL('**/launchpad')
}

async function administrator() {
  const client = (token?: string) =>
    createClient({
      baseUrl: server.url,
      fetch: (...args) => fetch(...args),
      headers: (): Record<string, string> => (token === undefined ? {} : { authorization: `Bearer ${token}` }),
    })
  const { tenantName, username, password } = server.credentials
  const { data } = await client()(login, { body: { tenantName, username, password } })
  if ('next' in data) throw new Error('The administrator is asked for a second factor')
  return { call: client(data.accessToken), userId: data.user.userId }
}

test('is loaded once after sign-in, with the hash of the user id and the license code', async ({ page }) => {
  await steward(['tenant', 'license-code', server.credentials.tenantName, 'MRE-2026'], server.dataDir)
  await page.goto(`${server.url}/home/login`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(asked).toEqual([])
  await enter(page)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  const { userId } = await administrator()
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-guide', `${createHash('sha256').update(userId).digest('hex')} MRE-2026`)
  await page.getByRole('link', { name: 'Users' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await expect(html).toHaveAttribute('data-guide-runs', '1')
  // No user data in the URL.
  expect(asked).toEqual(['/v1/guide.js'])
  expect(complaints).toEqual([])
})

test('does not affect the page if it cannot be loaded', async ({ page }) => {
  isBroken = true
  const noted = page.waitForEvent('console', (message) => message.type() === 'warning' && message.text().includes('Guidance'))
  await enter(page)
  await noted
  await expect(page.getByRole('heading', { level: 1, name: /^Hello/ })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  isBroken = false
})

test('is skipped for users with a role for automation', async ({ page }) => {
  const { call } = await administrator()
  const { data: role } = await call(createRole, { body: { roleName: 'Nightly Automation', actions: ['ViewUsers'] } })
  await call(createGroup, { body: { groupName: 'Robots', roleIds: [role.roleId], usernames: [server.credentials.username] } })
  const answered = page.waitForResponse(/\/help\/guidance$/)
  await enter(page)
  expect(await (await answered).json()).toEqual({ script: null })
  await page.getByRole('link', { name: 'Users' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  expect(asked).toEqual([])
})
