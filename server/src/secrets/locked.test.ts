import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../db/tenant.ts'
import { type TestDatabase, createTestDatabase, createTestTenant } from '../testing/database.ts'
import { databaseUrl, runSteward } from '../testing/steward.ts'
import { makeTemporaryDirectory } from '../testing/temporary.ts'
import { openSecrets } from './installation.ts'
import { type SecretSettings, formatSecrets, readSecrets } from './secrets.ts'

const passphrase = 'a long walk by the sea'
let source: TestDatabase
let settings: SecretSettings
let file: string

beforeAll(async () => {
  source = await createTestDatabase()
  await createTestTenant(source.db)
  settings = newSettings()
  await openSecrets(settings, source.db)
  file = join(makeTemporaryDirectory('steward-locked-'), 'backup.tar.gz')
})
afterAll(() => source.close())

const newSettings = (): SecretSettings => ({ dataDir: makeTemporaryDirectory('steward-data-'), secrets: undefined, secretsFile: undefined })

const steward = (args: string[], { db }: TestDatabase, { dataDir }: SecretSettings, more: Record<string, string> = {}) =>
  runSteward(args, { STEWARD_ENV: 'test', DATABASE_URL: databaseUrl(db.connection), STEWARD_DATA_DIR: dataDir, ...more })

const tenantsOf = ({ db }: TestDatabase) => asOwner(db, 'maintenance', (tx) => tx.selectFrom('tenant').select('tenant_id').execute())

test('a backup says whether it has the secrets', async () => {
  const without = await steward(['backup', file], source, settings)
  expect(without.stdout).toContain(
    'It doesn’t include the secrets: also keep the output of `steward secrets show`, or set STEWARD_BACKUP_PASSPHRASE.',
  )
  const locked = await steward(['backup', file], source, settings, { STEWARD_BACKUP_PASSPHRASE: passphrase })
  expect(locked.stdout).toContain('It includes the secrets, encrypted with STEWARD_BACKUP_PASSPHRASE.')
  const short = await steward(['backup', file], source, settings, { STEWARD_BACKUP_PASSPHRASE: 'short' })
  expect([short.status, short.stderr]).toEqual([2, expect.stringContaining('STEWARD_BACKUP_PASSPHRASE')])
})

test('the secrets come back with their passphrase only, and into a new data directory only', async () => {
  const target = await createTestDatabase({ empty: true })
  try {
    const place = newSettings()
    const restore = (more: Record<string, string>, at = place) => steward(['restore', file], target, at, more)
    expect((await restore({})).stderr).toContain('Set STEWARD_BACKUP_PASSPHRASE to its passphrase, or use --without-secrets.')
    const wrong = await restore({ STEWARD_BACKUP_PASSPHRASE: 'a long walk in the hills' })
    expect(wrong.stderr).toBe("STEWARD_BACKUP_PASSPHRASE isn't the passphrase of this backup.\n")
    const used = newSettings()
    const { sources } = await readSecrets(used)
    const other = await restore({ STEWARD_BACKUP_PASSPHRASE: passphrase }, used)
    expect(other.stderr).toContain(`The backup has other secrets than ${sources.sealing} and ${sources.push}.`)
    expect(readdirSync(place.dataDir)).toEqual([])

    const restored = await restore({ STEWARD_BACKUP_PASSPHRASE: passphrase })
    expect([restored.status, restored.stdout]).toEqual([0, expect.stringContaining('Its secrets were restored, too.')])
    const secrets = await openSecrets(place, target.db)
    expect(formatSecrets(secrets)).toBe(formatSecrets(await readSecrets(settings)))
    expect(statSync(secrets.sources.sealing).mode & 0o777).toBe(0o600)
    expect(await tenantsOf(target)).toHaveLength(1)
  } finally {
    await target.close()
  }
})

test('a restore without the secrets says what has to be set up again', async () => {
  const target = await createTestDatabase({ empty: true })
  try {
    const place = newSettings()
    const restored = await steward(['restore', file, '--without-secrets'], target, place)
    expect(restored.stdout).toContain(
      '`steward secrets accept` continues with new ones: everyone has to sign in again, and tenants enter their client secrets again, and every browser has to subscribe again.',
    )
    await expect(openSecrets(place, target.db)).rejects.toThrow("isn't the one that this database was set up with")
    expect((await steward(['secrets', 'accept'], target, place)).status).toBe(0)
    await openSecrets(place, target.db)
  } finally {
    await target.close()
  }
})
