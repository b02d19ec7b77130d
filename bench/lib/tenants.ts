import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { loadConfig } from '../../server/src/config.ts'
import type { Db } from '../../server/src/db/pool.ts'
import { asOwner, operator } from '../../server/src/db/tenant.ts'
import { addUsers } from '../../server/src/demo/fixtures.ts'
import { openProgram } from '../../server/src/program.ts'
import { hashPassword } from '../../server/src/session/hasher.ts'
import { makeTemporaryDirectory } from '../../server/src/testing/temporary.ts'
import { createTenant } from '../../server/src/tenants/service.ts'

export interface SizedTenant {
  tenantName: string
  tenantId: string
  username: string
  password: string
  users: number
  /** One of its groups, with at least a hundredth of the users. */
  groupId: string
}

const password = 'Correct-horse-7-battery'
const groups = 20

export interface Prepared {
  dataDir: string
  tenants: SizedTenant[]
  /** Deletes the data, unless BENCH_DATA_DIR keeps it. */
  discard(): void
}

/**
 * Creates a data directory with tenants of these sizes, to start a server on. With BENCH_DATA_DIR it is created
 * there once and reused by later runs.
 */
export async function prepareTenants(sizes: readonly number[]): Promise<Prepared> {
  const kept = process.env['BENCH_DATA_DIR']
  const directory = kept ? join(kept, sizes.join('-')) : makeTemporaryDirectory('steward-bench-')
  const dataDir = join(directory, 'data')
  const list = join(directory, 'tenants.json')
  const discard = () => {
    if (!kept) rmSync(directory, { recursive: true, force: true })
  }
  // Written below, after everything else.
  if (existsSync(list)) return { dataDir, tenants: JSON.parse(readFileSync(list, 'utf8')) as SizedTenant[], discard }
  const tenants = await makeTenants(dataDir, sizes)
  writeFileSync(list, JSON.stringify(tenants))
  return { dataDir, tenants, discard }
}

async function makeTenants(dataDir: string, sizes: readonly number[]): Promise<SizedTenant[]> {
  const config = loadConfig({ STEWARD_DATA_DIR: dataDir, STEWARD_ENV: 'test' })
  const program = await openProgram(config, pino({ level: 'warn' }))
  try {
    const passwordHash = await hashPassword(password)
    const tenants: SizedTenant[] = []
    for (const users of sizes) {
      const started = Date.now()
      const tenant = await makeTenant(program.db, users, passwordHash)
      process.stdout.write(`  ${tenant.tenantName}: ${((Date.now() - started) / 1000).toFixed(1)} s\n`)
      tenants.push(tenant)
    }
    return tenants
  } finally {
    await program.close()
  }
}

async function makeTenant(db: Db, users: number, passwordHash: string): Promise<SizedTenant> {
  const tenantName = `users-${users}`
  const username = `admin@${tenantName}.example`
  const { tenantId, groupId } = await asOwner(
    db,
    'operator',
    async (tx) => {
      const created = await createTenant(tx, {
        tenantName,
        displayName: `A company of ${users}`,
        administrator: { email: username, givenName: 'Ada', familyName: 'Admin', status: 'CONFIRMED', passwordHash },
      })
      const made = await tx
        .insertInto('user_group')
        .values(Array.from({ length: groups }, (_, index) => ({ tenant_id: created.tenantId, group_name: `Group ${index + 1}` })))
        .returning('group_id')
        .execute()
      return { tenantId: created.tenantId, groupId: made[0]?.group_id ?? '' }
    },
    { actor: operator },
  )
  await addUsers(db, tenantId, { users, groupsPerUser: 5, domain: `${tenantName}.example` })
  return { tenantName, tenantId, username, password, users, groupId }
}
