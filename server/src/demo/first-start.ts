import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { findTenant } from '../db/find-tenant.ts'
import type { Db } from '../db/pool.ts'
import { waitForProcessLock } from '../db/process-lock.ts'
import { asOwner } from '../db/tenant.ts'
import { readSecrets } from '../secrets/secrets.ts'
import { hashPassword } from '../session/hasher.ts'
import { listTenants } from '../tenants/service.ts'
import { buildDemo } from './build.ts'
import { demoCompany } from './company.ts'

/** The content of `demo-credentials.json` in the data directory; readable by its owner only. */
export interface DemoCredentials {
  url: string
  tenantName: string
  username: string
  password: string
}

const tenantName = 'demo'
const fileOf = (config: Config) => join(config.dataDir, 'demo-credentials.json')
/** Where the credentials are while the demo is built. */
const unfinishedOf = (config: Config) => `${fileOf(config)}.new`

interface Options {
  build?: typeof buildDemo
  /** Told why it waits. */
  log?: (message: string) => void
}

/**
 * On the first start, without any tenant: builds the demo tenant and writes its credentials, again from the start if that was
 * interrupted. Later: reads the credentials, if they still exist. A second process waits until the first has built it.
 */
export async function ensureDemo(db: Db, config: Config, options: Options = {}): Promise<DemoCredentials | undefined> {
  const found = await findDemo(db, config)
  if (found.isWhole) return found.credentials
  return oneAtATime(db, options, async () => {
    const foundNow = await findDemo(db, config)
    if (foundNow.isWhole) return foundNow.credentials
    if (foundNow.isInterrupted) await removeTenants(db)
    return writeDemo(db, config, options)
  })
}

/** Builds the demo tenant with a random password and writes the credentials. Undefined if there is a tenant with the name `demo`. */
export function createDemo(db: Db, config: Config, options: Options = {}): Promise<DemoCredentials | undefined> {
  return oneAtATime(db, options, async () => ((await findTenant(db, tenantName)) ? undefined : writeDemo(db, config, options)))
}

type Found = { isWhole: true; credentials: DemoCredentials | undefined } | { isWhole: false; isInterrupted: boolean }

async function findDemo(db: Db, config: Config): Promise<Found> {
  const tenants = await listTenants(db)
  const isInterrupted = existsSync(unfinishedOf(config)) && tenants.every((tenant) => tenant.tenantName === tenantName)
  if (isInterrupted || tenants.length === 0) return { isWhole: false, isInterrupted }
  const written = await readFile(fileOf(config), 'utf8').catch(() => undefined)
  const isThere = written !== undefined && tenants.some((tenant) => tenant.tenantName === tenantName)
  // Only written by the code below.
  return { isWhole: true, credentials: isThere ? (JSON.parse(written) as DemoCredentials) : undefined }
}

async function oneAtATime<T>(db: Db, { log }: Options, work: () => Promise<T>): Promise<T> {
  const lock = await waitForProcessLock(db, 'demo', log)
  try {
    return await work()
  } finally {
    await lock.release()
  }
}

async function writeDemo(db: Db, config: Config, { build = buildDemo }: Options): Promise<DemoCredentials> {
  const password = randomPassword()
  const { administrator } = demoCompany
  const credentials: DemoCredentials = {
    url: `${config.publicUrl}/home/`,
    tenantName,
    username: administrator.email,
    password,
  }
  await mkdir(config.dataDir, { recursive: true })
  // First: an interrupted start must not leave a tenant without known credentials, or half of one that looks whole.
  await writeFile(unfinishedOf(config), `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
  const { sealing } = await readSecrets(config)
  const installation = { tenantName, sealingKey: sealing, publicUrl: config.publicUrl }
  await build(db, installation, { ...administrator, passwordHash: await hashPassword(password) })
  await rename(unfinishedOf(config), fileOf(config))
  return credentials
}

/** Empties every table that has rows of tenants. */
async function removeTenants(db: Db): Promise<void> {
  await asOwner(db, 'operator', async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`.execute(tx)
    await sql`truncate ${sql.join(rows.map(({ name }) => sql.table(name)))}`.execute(tx)
  })
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
