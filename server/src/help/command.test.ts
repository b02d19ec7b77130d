import { mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTenant } from '../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { databaseUrl, runSteward } from '../testing/steward.ts'
import { makeTemporaryDirectory } from '../testing/temporary.ts'
import { insertFeedback } from './feedback/queries.ts'

describe('steward feedback', () => {
  let test: TestApp
  let tenant: TestTenant
  let other: TestTenant
  let environment: NodeJS.ProcessEnv
  const directory = makeTemporaryDirectory('steward-feedback-command-')
  const content = Buffer.from([0xff, 0xd8, 0xff, 0xe0])

  beforeAll(async () => {
    test = await startTestApp()
    tenant = await test.buildTenant({ displayName: 'Northwind Re' })
    other = await test.buildTenant()
    environment = {
      PATH: process.env['PATH'],
      STEWARD_ENV: 'test',
      STEWARD_DATA_DIR: join(directory, 'data'),
      DATABASE_URL: databaseUrl(test.db.connection),
    }
  })
  afterAll(() => test.close())

  const feedback = (...words: string[]) => runSteward(['feedback', ...words], environment)

  function build(of: TestTenant, text: string, day: string, withPicture = false): Promise<string> {
    const { userId, username } = of.administrator
    const ctx = { tenantId: of.tenantId, requestId: '', actor: { type: 'user' as const, id: userId, name: username } }
    const given = { mood: 'bad' as const, text, page: '/home/launchpad', version: '0.1.0', userAgent: 'Firefox' }
    const screenshot = withPicture ? { type: 'image/jpeg' as const, content } : undefined
    return withTenant(test.db, ctx, (tx) => insertFeedback(tx, { ...given, userId, username, screenshot }, new Date(`${day}T12:00:00Z`)))
  }

  it('says when there is no feedback', async () => {
    expect(await feedback('list')).toMatchObject({ status: 0, stdout: 'There is no feedback yet.\n' })
  })

  it('lists the newest first, filtered by tenant and day, up to a limit', async () => {
    const older = await build(tenant, 'Older', '2026-03-01')
    const newer = await build(tenant, `Newer\n${'long '.repeat(40)}`, '2026-03-14', true)
    const foreign = await build(other, 'Foreign', '2026-03-10')
    const listed = async (...words: string[]) =>
      (JSON.parse((await feedback('list', '--json', ...words)).stdout) as { feedbackId: string }[]).map(({ feedbackId }) => feedbackId)
    expect(await listed()).toEqual([newer, foreign, older])
    expect(await listed('--tenant', tenant.tenantName)).toEqual([newer, older])
    expect(await listed('--since', '2026-03-10')).toEqual([newer, foreign])
    expect(await listed('--limit', '1')).toEqual([newer])
    const { stdout } = await feedback('list', '--limit', '1')
    expect(stdout).toMatch(new RegExp(`${newer} +2026-03-14 12:00 +${tenant.tenantName} +\\S+ +bad +yes +Newer long .*…\n$`))
  })

  it('shows one in full, and writes its picture with owner-only access', async () => {
    const id = await build(tenant, 'First line.\nSecond line.', '2026-04-01', true)
    const { stdout } = await feedback('show', id)
    expect(stdout).toContain(`Tenant:   ${tenant.tenantName} (Northwind Re)`)
    expect(stdout).toMatch(/\n\nFirst line\.\nSecond line\.\n$/)
    const file = join(directory, 'shot')
    expect(JSON.parse((await feedback('show', id, '--screenshot', file, '--json')).stdout)).toMatchObject({ screenshotFile: `${file}.jpg` })
    expect(readFileSync(`${file}.jpg`).equals(content)).toBe(true)
    expect(statSync(`${file}.jpg`).mode & 0o077).toBe(0)
  })

  it('exports everything as one line each, with the pictures', async () => {
    const to = join(directory, 'export')
    mkdirSync(to)
    const { stdout } = await feedback('export', to, '--tenant', tenant.tenantName)
    const file = join(to, 'feedback.ndjson')
    expect(stdout).toBe(`Exported 3 to ${file}.\n`)
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    const [first] = lines.map((line) => JSON.parse(line) as { feedbackId: string; screenshotFile: string | null; text: string })
    expect(first).toMatchObject({ screenshotFile: `${first?.feedbackId}.jpg`, text: 'First line.\nSecond line.' })
    expect(readdirSync(to)).toHaveLength(3)
  })

  it.each([
    ['a missing entry', ['show', '0199c0de-6666-7c11-9d59-3b8f5f1c2a44'], 'There is no feedback 0199c0de'],
    ['an invalid id', ['show', '1'], 'There is no feedback 1.'],
    ['an invalid date', ['list', '--since', 'lately'], '“lately” isn’t a date.'],
    ['an invalid number', ['list', '--limit', 'many'], '“many” isn’t a valid limit.'],
    ['a missing directory', ['export', '/nowhere/at/all'], '/nowhere/at/all'],
  ])('refuses %s with a sentence and status 1', async (_, words, sentence) => {
    const { status, stderr } = await feedback(...words)
    expect(status).toBe(1)
    expect(stderr).toContain(sentence)
    expect(stderr).not.toContain('    at ')
  })
})
