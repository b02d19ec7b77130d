import { join } from 'node:path'
import { pino } from 'pino'
import { loadConfig } from '../../server/src/config.ts'
import type { Db } from '../../server/src/db/pool.ts'
import { asOwner, operator } from '../../server/src/db/tenant.ts'
import { openProgram } from '../../server/src/program.ts'
import { createCipher, derivedKey } from '../../server/src/secrets/cipher.ts'
import { openSecrets } from '../../server/src/secrets/installation.ts'
import { newSecret } from '../../server/src/session/factors/codes.ts'
import { secretContext } from '../../server/src/session/factors/proofs.ts'
import { hashPassword } from '../../server/src/session/hasher.ts'
import { createTenant } from '../../server/src/tenants/service.ts'
import { codeOf } from '../../server/src/session/factors/codes.ts'
import { makeTemporaryDirectory } from '../../server/src/testing/temporary.ts'

export const password = 'Correct-horse-7-battery'

export interface FactorPerson {
  tenantName: string
  username: string
  /** Of the authenticator app; empty for people without one. */
  secret: string
  lastStep: number
}

export interface FactorPeople {
  dataDir: string
  /** Has no second factor, and is asked for none. */
  administrator: FactorPerson
  /** With an authenticator app. */
  enrolled: FactorPerson[]
  /** Without one, in the same tenant. */
  plain: FactorPerson[]
  /** Without one, in a tenant that demands one. */
  due: FactorPerson[]
}

/** A data directory for a server, with so many people of each kind. */
export async function prepareFactorPeople(counts: Record<'enrolled' | 'plain' | 'due', number>): Promise<FactorPeople> {
  const dataDir = join(makeTemporaryDirectory('steward-bench-'), 'data')
  const config = loadConfig({ STEWARD_DATA_DIR: dataDir, STEWARD_ENV: 'test' })
  const program = await openProgram(config, pino({ level: 'warn' }))
  try {
    const { sealing } = await openSecrets(config, program.db)
    const passwordHash = await hashPassword(password)
    const open = await addTenant(program.db, 'factors', passwordHash)
    const demanding = await addTenant(program.db, 'demanding', passwordHash, { audience: 'everybody', graceDays: 0 })
    return {
      dataDir,
      administrator: { tenantName: open.tenantName, username: open.username, secret: '', lastStep: 0 },
      enrolled: await addPeople(program.db, open, { count: counts.enrolled, name: 'enrolled', passwordHash, sealing }),
      plain: await addPeople(program.db, open, { count: counts.plain, name: 'plain', passwordHash }),
      due: await addPeople(program.db, demanding, { count: counts.due, name: 'due', passwordHash }),
    }
  } finally {
    await program.close()
  }
}

interface Tenant {
  tenantId: string
  tenantName: string
  username: string
}

function addTenant(db: Db, tenantName: string, passwordHash: string, secondFactor?: object): Promise<Tenant> {
  const username = `admin@${tenantName}.example`
  const administrator = { email: username, givenName: 'Ada', familyName: 'Admin', status: 'CONFIRMED', passwordHash } as const
  return asOwner(
    db,
    'operator',
    async (tx) => {
      const { tenantId } = await createTenant(tx, { tenantName, displayName: tenantName, administrator })
      if (secondFactor) {
        const entry = { tenant_id: tenantId, level: 'Tenant', level_id: tenantId, entry_key: 'secondFactor' } as const
        await tx
          .insertInto('datastore_entry')
          .values({ ...entry, value: JSON.stringify(secondFactor) })
          .execute()
      }
      return { tenantId, tenantName, username }
    },
    { actor: operator },
  )
}

async function addPeople(
  db: Db,
  { tenantId, tenantName }: Tenant,
  wanted: { count: number; name: string; passwordHash: string; sealing?: Buffer },
): Promise<FactorPerson[]> {
  const people: FactorPerson[] = []
  const cipher = wanted.sealing && createCipher(derivedKey(wanted.sealing, 'second factors'))
  for (let from = 0; from < wanted.count; from += 500) {
    const usernames = Array.from(
      { length: Math.min(500, wanted.count - from) },
      (_, at) => `${wanted.name}-${from + at}@${tenantName}.example`,
    )
    await asOwner(
      db,
      'operator',
      async (tx) => {
        const rows = usernames.map((username) => ({
          tenant_id: tenantId,
          username,
          email: username,
          given_name: 'Grace',
          family_name: 'Okafor',
          status: 'CONFIRMED' as const,
          password_hash: wanted.passwordHash,
        }))
        const users = await tx.insertInto('app_user').values(rows).returning(['user_id', 'username']).execute()
        const made = users.map(({ user_id, username }) => ({ user_id, username, secret: cipher ? newSecret() : '' }))
        if (cipher) {
          const factors = made.map(({ user_id, secret }) => ({
            tenant_id: tenantId,
            user_id,
            kind: 'authenticator' as const,
            factor_name: 'Authenticator app',
            shared_secret: JSON.stringify(cipher.seal(secret, secretContext({ tenant_id: tenantId, user_id }))),
            last_step: 0,
          }))
          await tx.insertInto('sign_in_factor').values(factors).execute()
        }
        people.push(...made.map(({ username, secret }) => ({ tenantName, username, secret, lastStep: 0 })))
      },
      { tenantId, actor: operator },
    )
  }
  return people
}

const stepSeconds = 30

/** A code that a person has not used yet, and that stays valid for at least a step. Undefined if all were used. */
export function nextCode(person: FactorPerson): string | undefined {
  const now = Math.floor(Date.now() / 1000 / stepSeconds)
  const step = Math.max(person.lastStep + 1, now)
  if (step > now + 1) return undefined
  person.lastStep = step
  return codeOf(person.secret, new Date(step * stepSeconds * 1000))
}
