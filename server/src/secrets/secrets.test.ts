import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../db/tenant.ts'
import { type TestDatabase, createTestDatabase } from '../testing/database.ts'
import { databaseUrl, runSteward } from '../testing/steward.ts'
import { makeTemporaryDirectory } from '../testing/temporary.ts'
import { createCipher } from './cipher.ts'
import { openSecrets } from './installation.ts'
import { type SecretSettings, formatSecrets, parseSecrets, readSecrets } from './secrets.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const newSettings = (more: Partial<SecretSettings> = {}): SecretSettings => ({
  dataDir: makeTemporaryDirectory('steward-secrets-'),
  secrets: undefined,
  secretsFile: undefined,
  ...more,
})

test('are made once for a data directory, readable by its owner only, and are the same from settings and a file', async () => {
  const settings = newSettings()
  const [made, again] = await Promise.all([readSecrets(settings), readSecrets(settings)])
  expect(again).toEqual(made)
  expect(statSync(made.sources.sealing).mode & 0o777).toBe(0o600)
  const text = formatSecrets(made)
  const file = join(settings.dataDir, 'all.json')
  writeFileSync(file, `${text}\n`)
  expect(formatSecrets(await readSecrets(newSettings({ secretsFile: file })))).toBe(text)
  expect(formatSecrets(await readSecrets(newSettings({ secrets: parseSecrets(text) })))).toBe(text)
})

test('are refused in a sentence that does not show them', async () => {
  const settings = newSettings()
  const file = join(settings.dataDir, 'signing-key.secret')
  writeFileSync(file, 'too short')
  await expect(readSecrets(settings)).rejects.toThrow(
    `${file} has no secret of Steward. Restore the file, or remove it to create a new secret.`,
  )
  await expect(readSecrets(newSettings({ secretsFile: file }))).rejects.toThrow("doesn't have what `steward secrets show` prints.")
  await expect(readSecrets(newSettings({ secretsFile: '/nowhere/x' }))).rejects.toThrow(
    "The file /nowhere/x of STEWARD_SECRETS_FILE can't be read",
  )
  expect([parseSecrets('{}'), parseSecrets('x'), parseSecrets('{"sealing":"c2hvcnQ=","push":{}}')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('of the first server are those of the database, until others are accepted', async () => {
  const first = newSettings()
  await openSecrets(first, database.db)
  await openSecrets(first, database.db)
  const other = newSettings()
  const environment = {
    STEWARD_ENV: 'test',
    DATABASE_URL: databaseUrl(database.db.connection),
    STEWARD_DATA_DIR: other.dataDir,
  }
  await expect(openSecrets(other, database.db)).rejects.toThrow(/^The sealing key in .*\nThe push key in .*`steward secrets accept`/)
  // Only one of them is another.
  const { sealing } = await readSecrets(first)
  const half = { sealing, push: (await readSecrets(other)).push }
  await expect(openSecrets(newSettings({ secrets: half }), database.db)).rejects.toThrow(/^The push key in STEWARD_SECRETS isn't/)

  const accepted = await runSteward(['secrets', 'accept'], environment)
  expect(accepted.stdout).toBe(
    'Replaced the sealing key: everyone has to sign in again, and tenants enter their client secrets again.\n' +
      'Replaced the push key: every browser has to subscribe again.\n',
  )
  expect((await runSteward(['secrets', 'accept'], environment)).stdout).toBe('The database already uses these secrets.\n')
  await openSecrets(other, database.db)
  await expect(openSecrets(first, database.db)).rejects.toThrow('The sealing key')
})

test('of a database that an older version made are those that open its signing keys', async () => {
  const older = newSettings()
  const { sealing } = await readSecrets(older)
  await asOwner(database.db, 'maintenance', async (tx) => {
    await tx.deleteFrom('installation_secret').execute()
    const sealed = JSON.stringify(createCipher(sealing).seal({ kty: 'OKP' }))
    await tx.insertInto('signing_key').values({ key_id: 'older', public_jwk: '{}', private_jwk: sealed }).execute()
  })
  await expect(openSecrets(newSettings(), database.db)).rejects.toThrow('The sealing key')
  await openSecrets(older, database.db)
})

test('are shown without a database', async () => {
  const dataDir = makeTemporaryDirectory('steward-shown-')
  const { stdout, status } = await runSteward(['secrets', 'show'], {
    STEWARD_DATA_DIR: dataDir,
    DATABASE_URL: 'postgresql://localhost:1/x',
  })
  expect([status, parseSecrets(stdout)?.sealing.toString('base64')]).toEqual([
    0,
    readFileSync(join(dataDir, 'signing-key.secret'), 'utf8').trim(),
  ])
})
