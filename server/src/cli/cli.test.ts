import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../db/free-port.ts'
import { asOwner } from '../db/tenant.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { databaseUrl, runSteward } from '../testing/steward.ts'
import { runStewardProcess } from '../testing/steward-process.ts'

describe('the steward command', { timeout: 60_000 }, () => {
  let database: TestDatabase
  let directory: string
  let environment: NodeJS.ProcessEnv

  beforeAll(async () => {
    database = await createTestDatabase()
    directory = mkdtempSync(join(tmpdir(), 'steward-cli-'))
    environment = {
      PATH: process.env['PATH'],
      STEWARD_ENV: 'test',
      STEWARD_DATA_DIR: join(directory, 'data'),
      DATABASE_URL: databaseUrl(database.db.connection),
    }
  })
  afterAll(async () => {
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  })

  const steward = (...words: string[]) => runSteward(words, environment)

  it('shows the help of each command, and all of them for one that is not known', async () => {
    const names = (help: string) =>
      [...help.matchAll(/^ {2}([a-z-]+) {2,}|^ {2}([a-z-]+) \[options\]/gm)].map(([, plain, taking]) => plain ?? taking ?? '')
    const all = names((await steward('--help')).stdout).filter((name) => name !== 'help')
    expect(all).toHaveLength(13)
    for (const name of all) {
      expect(await steward(name, '--help')).toMatchObject({
        status: 0,
        stdout: expect.stringContaining(`Usage: steward ${name}`) as string,
      })
    }
    const unknown = await steward('tennant')
    expect(unknown.status).toBe(2)
    expect(unknown.stderr).toContain('(Did you mean tenant?)')
    expect(names(unknown.stderr).filter((name) => name !== 'help')).toEqual(all)
  })

  it('resets settings of a tenant to their defaults', async () => {
    await steward('tenant', 'create', 'locked-out', '--display-name', 'Locked Out', '--admin-email', 'ada@locked-out.example')
    expect((await steward('tenant', 'reset-settings', 'locked-out')).stdout).toBe('All settings already have their defaults.\n')
    await asOwner(database.db, 'operator', async (tx) => {
      const { tenant_id: tenantId } = await tx
        .selectFrom('tenant')
        .select('tenant_id')
        .where('tenant_name', '=', 'locked-out')
        .executeTakeFirstOrThrow()
      const entry = { tenant_id: tenantId, level: 'Tenant', level_id: tenantId, value: '{}' } as const
      await tx
        .insertInto('datastore_entry')
        .values(['signInAddresses', 'sessionPolicy'].map((key) => ({ ...entry, entry_key: key })))
        .execute()
    })
    const one = await steward('tenant', 'reset-settings', 'locked-out', '--key', 'signInAddresses', '--json')
    expect(JSON.parse(one.stdout)).toEqual({ tenantName: 'locked-out', reset: ['signInAddresses'] })
    expect((await steward('tenant', 'reset-settings', 'locked-out')).stdout).toBe('Reset to defaults: sessionPolicy.\n')
    expect(await steward('tenant', 'reset-settings', 'locked-out', '--key', 'colour')).toMatchObject({ status: 1 })
    expect((await steward('tenant', 'reset-settings', 'nowhere')).stderr).toContain('There is no tenant called nowhere.')
  })

  it('creates a tenant, invites its administrator by email, lists, disables and enables it', async () => {
    const made = await steward(
      'tenant',
      'create',
      'acme',
      '--display-name',
      'Acme Insurance',
      '--admin-email',
      'root@acme.example',
      '--json',
    )
    expect(made).toMatchObject({ status: 0, stderr: '' })
    expect(JSON.parse(made.stdout)).toMatchObject({ tenantName: 'acme', email: 'root@acme.example' })

    const listed = await steward('tenant', 'list', '--json')
    expect(JSON.parse(listed.stdout)).toContainEqual(
      expect.objectContaining({ tenantName: 'acme', displayName: 'Acme Insurance', status: 'Active', userCount: 1 }),
    )
    expect((await steward('tenant', 'disable', 'acme')).stdout).toContain('Tenant acme was disabled.')
    expect((await steward('tenant', 'list')).stdout).toMatch(/acme\s+Acme Insurance\s+Disabled/)
    expect((await steward('tenant', 'enable', 'acme')).status).toBe(0)
  })

  it('sets the license code of a tenant', async () => {
    await steward('tenant', 'create', 'coded', '--display-name', 'Coded', '--admin-email', 'root@coded.example')
    expect((await steward('tenant', 'license-code', 'coded', 'MRE-2026.1')).stdout).toContain('is MRE-2026.1.')
    const listed = JSON.parse((await steward('tenant', 'list', '--json')).stdout) as object[]
    expect(listed).toContainEqual(expect.objectContaining({ tenantName: 'coded', licenseCode: 'MRE-2026.1' }))
    expect((await steward('tenant', 'license-code', 'coded', 'no code')).status).toBe(1)
    expect((await steward('tenant', 'license-code', 'nowhere', 'X')).stderr).toContain('There is no tenant called nowhere.')
  })

  it('makes a user an administrator, also a second time', async () => {
    await steward('tenant', 'create', 'invites', '--display-name', 'Invites', '--admin-email', 'root@invites.example')
    const first = await steward('admin', 'invite', 'invites', 'second@invites.example', '--json')
    expect(JSON.parse(first.stdout)).toMatchObject({ isNew: true, isPending: true })
    const again = await steward('admin', 'invite', 'invites', 'second@invites.example', '--json')
    expect(JSON.parse(again.stdout)).toMatchObject({ isNew: false, isPending: true })
  })

  it.each([
    ['a missing tenant', ['tenant', 'disable', 'nowhere'], 'There is no tenant called nowhere.'],
    [
      'an invalid name',
      ['tenant', 'create', 'Not A Name', '--display-name', 'x', '--admin-email', 'a@b.example'],
      'isn’t a valid tenant name',
    ],
    [
      'an invalid address',
      ['tenant', 'create', 'fine', '--display-name', 'x', '--admin-email', 'no-address'],
      'no-address isn’t an email address.',
    ],
    ['a missing backup', ['restore', '/nowhere/backup.tar.gz'], '/nowhere/backup.tar.gz'],
  ])('refuses %s with a sentence and status 1', async (_, words, sentence) => {
    const refused = await steward(...words)
    expect(refused.status).toBe(1)
    expect(refused.stderr).toContain(sentence)
    expect(refused.stderr).not.toContain('    at ')
    const asJson = await steward(...words, '--json')
    expect(JSON.parse(asJson.stdout)).toEqual({ error: expect.stringContaining(sentence) })
  })

  it("exits with 2 for unknown arguments, and if the installation can't be used", async () => {
    expect((await steward('tenant', 'explode')).status).toBe(2)
    expect((await steward('tenant', 'create')).status).toBe(2)
    const misspelt = await runSteward(['tenant', 'list'], { ...environment, STEWARD_DATA_DIRECTORY: 'x' })
    expect(misspelt.status).toBe(2)
    expect(misspelt.stderr).toContain('did you mean STEWARD_DATA_DIR?')
    const wrong = databaseUrl({ ...database.db.connection, password: 'wrong' })
    const refused = await runSteward(['tenant', 'list'], { ...environment, DATABASE_URL: wrong })
    expect(refused).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^DATABASE_URL: the database at [^\n]+ Check user and password\.\n$/),
    })
  })

  it('exits with 1 and a sentence where no database answers, so that the service is started again', async () => {
    const port = await freePort()
    const away = await runSteward(['tenant', 'list'], { ...environment, DATABASE_URL: `postgresql://a:b@127.0.0.1:${port}/c` })
    expect(away).toMatchObject({
      status: 1,
      stderr: `DATABASE_URL: no connection to 127.0.0.1:${port} (connect ECONNREFUSED 127.0.0.1:${port}).\n`,
    })
  })

  it('shows help for everything', async () => {
    for (const words of [
      ['tenant', 'create'],
      ['tenant', 'list'],
      ['tenant', 'license-code'],
      ['tenant', 'internal-providers'],
      ['admin', 'invite'],
      ['flag', 'list'],
      ['flag', 'get'],
      ['flag', 'set'],
      ['flag', 'unset'],
      ['flag', 'stop'],
      ['flag', 'resume'],
      ['db', 'migrate'],
      ['db', 'status'],
      ['backup'],
      ['restore'],
      ['demo'],
    ]) {
      const help = await steward(...words, '--help')
      expect(help.status, words.join(' ')).toBe(0)
      expect(help.stdout).toContain('--json')
    }
  })

  it('is a process with output and exit status', async () => {
    const run = (...words: string[]) => runStewardProcess(words, environment)
    await steward('tenant', 'create', 'outside', '--display-name', 'Outside', '--admin-email', 'root@outside.example')
    const listed = await run('tenant', 'list', '--json')
    expect(listed).toMatchObject({ status: 0, stderr: '' })
    expect(JSON.parse(listed.stdout)).toContainEqual(expect.objectContaining({ tenantName: 'outside' }))
    expect(await run('tenant', 'disable', 'nowhere')).toMatchObject({ status: 1, stderr: 'There is no tenant called nowhere.\n' })
    expect(await run('tenant', 'explode')).toMatchObject({ status: 2, stdout: '' })
  })

  it('shows the state of the schema', async () => {
    expect((await steward('db', 'migrate')).stdout).toContain('The schema is up to date')
    const status = await steward('db', 'status', '--json')
    expect(JSON.parse(status.stdout)).toMatchObject({ pending: [] })
  })

  it('adds thousands of users to a tenant, with their counts', async () => {
    await steward('tenant', 'create', 'large', '--display-name', 'Large', '--admin-email', 'root@large.example')
    const added = await steward('demo', '--tenant', 'large', '--users', '3000', '--json')
    expect(JSON.parse(added.stdout)).toMatchObject({ users: 3000 })
    const listed = JSON.parse((await steward('tenant', 'list', '--json')).stdout) as { tenantName: string; userCount: number }[]
    expect(listed.find((tenant) => tenant.tenantName === 'large')?.userCount).toBe(3001)
  })
})
