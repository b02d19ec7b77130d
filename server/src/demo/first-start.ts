import { randomInt } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Config } from '../config.ts'
import type { Db } from '../db/pool.ts'
import { readSecrets } from '../secrets/secrets.ts'
import { hashPassword } from '../session/hasher.ts'
import { listTenants } from '../tenants/service.ts'
import { buildDemo } from './build.ts'
import { demoCompany } from './company.ts'
import { findTenant } from '../db/find-tenant.ts'

/** The content of `demo-credentials.json` in the data directory; readable by its owner only. */
export interface DemoCredentials {
  url: string
  tenantName: string
  username: string
  password: string
}

const tenantName = 'demo'
const fileOf = (config: Config) => join(config.dataDir, 'demo-credentials.json')

/**
 * On the first start, without any tenant: builds the demo tenant and writes its credentials. Later: reads the credentials, if
 * they still exist.
 */
export async function ensureDemo(db: Db, config: Config): Promise<DemoCredentials | undefined> {
  const written = await readFile(fileOf(config), 'utf8').catch(() => undefined)
  // Only written by the code below.
  if (written !== undefined && (await findTenant(db, tenantName))) return JSON.parse(written) as DemoCredentials
  if ((await listTenants(db)).length > 0) return undefined
  return createDemo(db, config)
}

/** Builds the demo tenant with a random password and writes the credentials. The name `demo` must be free. */
export async function createDemo(db: Db, config: Config): Promise<DemoCredentials> {
  const password = randomPassword()
  const { administrator } = demoCompany
  const credentials: DemoCredentials = {
    url: `${config.publicUrl}/home/`,
    tenantName,
    username: administrator.email,
    password,
  }
  await mkdir(config.dataDir, { recursive: true })
  // The file first: an interrupted start must not leave a tenant without known credentials.
  await writeFile(`${fileOf(config)}.new`, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
  await rename(`${fileOf(config)}.new`, fileOf(config))
  const { sealing } = await readSecrets(config)
  const installation = { tenantName, sealingKey: sealing, publicUrl: config.publicUrl }
  await buildDemo(db, installation, { ...administrator, passwordHash: await hashPassword(password) })
  return credentials
}

/** The credentials, formatted for the terminal. */
export function signInHint(credentials: DemoCredentials, config: Config): string {
  const lines = [
    `  Tenant    ${credentials.tenantName}`,
    `  Email     ${credentials.username}`,
    `  Password  ${credentials.password}`,
    `  (kept in ${relative(process.cwd(), fileOf(config)) || fileOf(config)})`,
  ]
  if (!config.smtpUrl) {
    lines.push(`  Mails are written to ${relative(process.cwd(), join(config.dataDir, 'outbox'))} until SMTP_URL is set`)
  }
  return `${lines.join('\n')}\n`
}

const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** 20 random characters without look-alikes (about 116 bits) that meet every password rule. */
function randomPassword(): string {
  const random = Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${random.slice(0, 10)}-${random.slice(10)}-Aa7`
}
