// `npm run pictures`: takes the screenshots of README.md from the demo, with its own server and data directory.
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { urlOf } from '@steward/contract/http'
import { login } from '@steward/contract/session/endpoints'
import { ensureChromium } from '../scripts/lib/chromium.mjs'
import { ensureBuilt } from '../scripts/lib/generated.mjs'
import { removeData, startServer } from '../server/src/testing/process.ts'

interface Picture {
  name: string
  path: string
  /** Present once the page is complete. */
  heading: string
  scheme?: 'light' | 'dark'
  prepare?: (page: Page) => Promise<void>
}

const pictures: Picture[] = [
  {
    name: 'home',
    path: '/home/launchpad',
    heading: 'Hello',
    prepare: (page) => page.getByRole('table', { name: 'Access map' }).or(page.getByRole('grid')).first().waitFor(),
  },
  {
    name: 'users',
    path: '/home/user-administration/users',
    heading: 'Users',
    async prepare(page) {
      await page.locator('tbody tr a').nth(3).click()
      await page
        .getByRole('tab')
        .or(page.getByRole('link', { name: 'Access', exact: true }))
        .last()
        .waitFor()
    },
  },
  {
    name: 'access',
    path: '/home/user-administration/access',
    heading: 'Access',
    async prepare(page) {
      await page.getByRole('combobox').first().fill('eleni')
      await page.getByRole('option').first().click()
      await page.getByRole('combobox').nth(1).fill('page groups')
      await page.getByRole('option').first().click()
    },
  },
  { name: 'quotas', path: '/home/company/company-licenses/quotas', heading: 'Licenses', scheme: 'dark' },
]

await ensureBuilt()
const server = await startServer()
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const { name, path, heading, scheme = 'light', prepare } of pictures) {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 1440, height: 900 },
      colorScheme: scheme,
      locale: 'en-US',
      timezoneId: 'UTC',
    })
    const page = await context.newPage()
    const { tenantName, username, password } = server.credentials
    await page.request.post(urlOf(login, {}), { data: { tenantName, username, password } })
    await page.goto(path)
    await page.locator('h1', { hasText: heading }).waitFor()
    await prepare?.(page)
    await page.waitForLoadState('networkidle')
    const file = fileURLToPath(new URL(`../docs/pictures/${name}.png`, import.meta.url))
    await page.screenshot({ path: file, animations: 'disabled' })
    process.stdout.write(`${file}\n`)
    await context.close()
  }
} finally {
  await browser.close()
  await server.stop()
  removeData(server)
}
