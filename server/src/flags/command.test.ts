import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getPermissions } from '@steward/contract/access/endpoints'
import { liveClientMessage, liveServerMessage } from '@steward/contract/live-schemas'
import { livePath } from '@steward/contract/live'
import WebSocket from 'ws'
import { type TestApp, type TestTenant, type TestUser, startTestApp } from '../testing/app.ts'
import { databaseUrl, runSteward } from '../testing/steward.ts'
import { makeTemporaryDirectory } from '../testing/temporary.ts'

/** The operator's command, with a server on the same database. */
let app: TestApp
let tenant: TestTenant
let user: TestUser
let token: string
let environment: NodeJS.ProcessEnv

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.buildTenant()
  user = await app.buildUser(tenant)
  token = await app.signIn(tenant, user)
  environment = {
    PATH: process.env['PATH'],
    STEWARD_ENV: 'test',
    STEWARD_DATA_DIR: join(makeTemporaryDirectory('steward-flags-'), 'data'),
    DATABASE_URL: databaseUrl(app.db.connection),
  }
})
afterAll(() => app.close())

const flagName = 'ESGScoreCustomization'
const flag = (...words: string[]) => runSteward(['flag', ...words], environment)
const answerOf = async (...words: string[]) => {
  const ran = await flag(...words, '--json')
  expect(ran).toMatchObject({ status: 0, stderr: '' })
  return JSON.parse(ran.stdout)
}
const isOn = async () => (await app.call(getPermissions, {}, { token })).body.permissions[`FeatureFlags.${flagName}`]

describe('steward flag', () => {
  test('sets, shows and removes flags for everyone, a tenant, a user and a share of users', async () => {
    const inTenant = ['--tenant', tenant.tenantName]
    const forUser = [...inTenant, '--user', user.username.toUpperCase()]
    expect(await answerOf('set', flagName, 'on')).toEqual({ flagName, scope: 'everyone', value: 'on', before: 'not set', isChanged: true })
    expect(await answerOf('set', flagName, 'on')).toMatchObject({ isChanged: false })
    expect(await answerOf('set', flagName, '25%', ...inTenant)).toMatchObject({ scope: 'tenant', value: '25%' })
    expect(await answerOf('set', flagName, 'off', ...forUser)).toMatchObject({ scope: 'user', value: 'off' })
    expect(await answerOf('get', flagName)).toMatchObject({
      byDefault: false,
      everyone: { isEnabled: true, percentage: null },
      tenants: [{ tenantName: tenant.tenantName, isEnabled: true, percentage: 25 }],
      users: [{ tenantName: tenant.tenantName, username: user.username, isEnabled: false }],
    })
    expect((await flag('get', flagName)).stdout).toContain(`tenant         ${tenant.tenantName}: 25%`)
    expect((await flag('get', flagName, ...forUser)).stdout).toContain('set for the user')
    expect((await flag('get', flagName, ...inTenant)).stdout).toContain('on for 25% of its users')
    expect((await flag('list')).stdout).toMatch(new RegExp(`${flagName}\\s+on\\s+1\\s+1`))
    expect((await answerOf('list', ...forUser)).find((one: { flagName: string }) => one.flagName === flagName)).toMatchObject({
      value: false,
    })

    await answerOf('unset', flagName, ...forUser)
    await answerOf('unset', flagName, ...inTenant)
    expect(await isOn()).toBe(true)
    expect(await answerOf('stop', flagName)).toEqual({ flagName, isStopped: true, isChanged: true })
    expect(await isOn()).toBe(false)
    expect(await answerOf('resume', flagName)).toMatchObject({ isStopped: false, isChanged: true })
    expect(await answerOf('unset', flagName)).toMatchObject({ value: 'not set', before: 'on' })
    expect(await isOn()).toBe(false)
  })

  test.each([
    ['an invalid flag', ['get', 'NoSuchFlag'], 'There is no feature flag called NoSuchFlag.'],
    ['an invalid value', ['set', flagName, 'maybe'], 'maybe isn’t a value for a flag'],
    ['a share of 0%', ['set', flagName, '0%'], '0% isn’t a value for a flag'],
    ['a share of 100%', ['set', flagName, '100%'], '100% isn’t a value for a flag'],
    ['an invalid tenant', ['set', flagName, 'on', '--tenant', 'nowhere'], 'There is no tenant called nowhere.'],
    ['a user without tenant', ['set', flagName, 'on', '--user', 'a@b.example'], '--user requires --tenant'],
  ])('refuses %s with a sentence and status 1', async (_, words, sentence) => {
    const refused = await flag(...words)
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining(sentence)])
    expect(JSON.parse((await flag(...words, '--json')).stdout)).toEqual({ error: expect.stringContaining(sentence) })
  })

  test("refuses users who aren't in the tenant, and shares of a user", async () => {
    const stranger = await flag('set', flagName, 'on', '--tenant', tenant.tenantName, '--user', 'stranger@b.example')
    expect([stranger.status, stranger.stderr]).toEqual([1, expect.stringContaining('has no user called stranger@b.example')])
    const share = await flag('set', flagName, '25%', '--tenant', tenant.tenantName, '--user', user.username)
    expect([share.status, share.stderr]).toEqual([1, expect.stringContaining('For a user, a flag is on or off')])
  })

  test('says if another service decides', async () => {
    const ran = await runSteward(['flag', 'get', flagName], { ...environment, FLAGS_OFREP_URL: 'https://flags.example' })
    expect(ran.stdout).toContain('The flag service at https://flags.example decides')
  })

  test.each([
    ['everyone', () => []],
    ['its tenant', () => ['--tenant', tenant.tenantName]],
    ['one user of it', () => ['--tenant', tenant.tenantName, '--user', user.username]],
  ])('a change for %s reaches connected consoles and permissions within a second of the commit', async (_, scope) => {
    const console_ = await connect()
    await answerOf('set', flagName, 'on', ...scope())
    await console_.permissions()
    expect(await isOn()).toBe(true)
    await answerOf('unset', flagName, ...scope())
    await console_.permissions()
    expect(await isOn()).toBe(false)
    console_.close()
  })
})

/** A console's websocket, which waits for changes of permissions. */
async function connect() {
  const address =
    app.app.http.server.address() ?? (await app.app.http.listen({ host: '127.0.0.1', port: 0 }), app.app.http.server.address())
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const socket = new WebSocket(`ws://127.0.0.1:${address.port}${livePath}`)
  const heard: string[] = []
  let wake: () => void = () => undefined
  socket.on('message', (data) => {
    heard.push(liveServerMessage.parse(JSON.parse(String(data))).type)
    wake()
  })
  const next = async (type: string) => {
    while (!heard.includes(type)) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    heard.splice(0, heard.indexOf(type) + 1)
  }
  await new Promise((resolve) => socket.once('open', resolve))
  socket.send(JSON.stringify(liveClientMessage.parse({ type: 'authenticate', accessToken: token })))
  await next('ready')
  return { permissions: () => next('permissions'), close: () => socket.close() }
}
