import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHelp } from '@steward/contract/help/endpoints'
import { signOut } from '@steward/contract/session/endpoints'
import { type TestApp, type TestTenant, type TestUser, startTestApp } from '../testing/app.ts'

describe('the help', () => {
  let test: TestApp
  let tenant: TestTenant
  let user: TestUser
  let time = new Date()

  beforeAll(async () => {
    test = await startTestApp({ now: () => time })
    tenant = await test.buildTenant()
    user = await test.buildUser(tenant)
  })
  afterAll(() => test.close())

  const read = (path: string, cookie?: string, headers: Record<string, string> = {}) =>
    test.app.http.inject({ url: path, headers: { ...headers, ...(cookie ? { cookie: `steward_help=${cookie}` } : {}) } })

  async function open(token: string) {
    const answer = await test.call(openHelp, { body: { app: 'admin-console', env: 'test' } }, { token })
    return { answer, cookie: answer.cookies.find(({ name }) => name === 'steward_help')?.value ?? '' }
  }

  it("opens with a cookie for /help only that scripts can't read, for users without any permission", async () => {
    const { answer, cookie } = await open(await test.signIn(tenant, user))
    expect(answer).toMatchObject({ status: 200, body: { expiresIn: 3600 } })
    expect(answer.headers['set-cookie']).toMatch(/; Max-Age=3600; Path=\/help; HttpOnly; SameSite=Lax$/)
    const page = await read('/help/site/user-administration/users', cookie)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<h1>Users</h1>')
    expect(page.body).toContain('<a href="/help/site/user-administration/users" aria-current="page">Users</a>')
  })

  it('sends the cookie over https only, except for a server on localhost', async () => {
    const remote = await startTestApp({ environment: { PUBLIC_URL: 'https://steward.example' } })
    const there = await remote.buildTenant()
    const token = await remote.signIn(there, there.administrator)
    const answer = await remote.call(openHelp, { body: { app: 'admin-console', env: 'test' } }, { token })
    await remote.close()
    expect(answer.headers['set-cookie']).toContain('; Secure')
  })

  it('only shows the pages about signing in without the cookie', async () => {
    const closed = await read('/help/site/user-administration/users')
    expect(closed.statusCode).toBe(401)
    expect(closed.body).toContain('Open help from the console')
    expect(closed.body).not.toContain('<h1>Users</h1>')
    expect((await read('/help/site/nowhere')).statusCode).toBe(401)
    expect((await read('/help/site/login/forgot-password')).body).toContain('<h1>Forgot password</h1>')
  })

  it('leads to the console when a page is opened without a session, which signs in and comes back', async () => {
    for (const path of ['/help', '/help/', '/help/site', '/help/site/']) {
      expect((await read(path)).headers.location).toBe('/help/site/home')
    }
    const own = { 'sec-fetch-dest': 'document' }
    const led = await read('/help/site/user-administration/users', undefined, own)
    expect([led.statusCode, led.headers.location]).toEqual([302, '/home/?help=user-administration%2Fusers'])
    expect((await read('/help/site/user-administration/users?opened=', undefined, own)).statusCode).toBe(401)
    expect((await read('/help/site/user-administration/users', undefined, { 'sec-fetch-dest': 'iframe' })).statusCode).toBe(401)
    const { cookie } = await open(await test.signIn(tenant, user))
    expect((await read('/help/site/user-administration/users?opened=', cookie, own)).statusCode).toBe(200)
  })

  it('closes after an hour', async () => {
    const { cookie } = await open(await test.signIn(tenant, user))
    const before = time
    time = new Date(before.getTime() + 3_599_000)
    expect((await read('/help/site/home', cookie)).statusCode).toBe(200)
    time = new Date(before.getTime() + 3_601_000)
    expect((await read('/help/site/home', cookie)).statusCode).toBe(401)
    time = before
  })

  it('closes when the session ends', async () => {
    const token = await test.signIn(tenant, user)
    const { cookie } = await open(token)
    expect((await read('/help/site/home', cookie)).statusCode).toBe(200)
    await test.call(signOut, {}, { token })
    expect((await read('/help/site/home', cookie)).statusCode).toBe(401)
  })

  it("doesn't accept an access token as the cookie, or the cookie as an access token", async () => {
    const token = await test.signIn(tenant, user)
    const { cookie } = await open(token)
    expect((await read('/help/site/home', token)).statusCode).toBe(401)
    expect((await test.call(openHelp, { body: { app: 'a', env: 'b' } }, { token: cookie })).status).toBe(401)
    expect((await read('/help/site/home', `${cookie.slice(0, -4)}AAAA`)).statusCode).toBe(401)
  })

  it('refuses a call without the application', async () => {
    const token = await test.signIn(tenant, user)
    const answer = await test.call(openHelp, { body: { app: '', env: 'test' } }, { token })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'app' }] } })
  })

  it('has a strict policy: only its own script, and frames only in the console', async () => {
    const { headers, body } = await read('/help/site/login')
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/]{43}='; style-src 'self'/)
    expect(policy).toContain("frame-ancestors 'self'")
    expect(body.match(/<script/g)).toHaveLength(1)
    const [sheet] = /\/help\/site\/assets\/help-\w+\.css/.exec(body) ?? []
    const style = await read(sheet ?? '')
    expect(style.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect((await read('/help/site/assets/nothing.css')).statusCode).toBe(404)
    // Only the console can show it in a frame.
    expect(String((await read('/home/config.json')).headers['content-security-policy'])).toContain("frame-src 'self';")
  })

  it('returns 304 for cached pages, and a list of pages for an unknown one', async () => {
    const { cookie } = await open(await test.signIn(tenant, user))
    const { headers } = await read('/help/site/home', cookie)
    expect(headers['cache-control']).toBe('private, no-cache')
    expect((await read('/help/site/home', cookie, { 'if-none-match': String(headers['etag']) })).statusCode).toBe(304)
    const missing = await read('/help/site/nowhere', cookie)
    expect(missing.statusCode).toBe(404)
    expect(missing.body).toContain('Help page not found')
    expect((await read('/help/site/../../package.json', cookie)).statusCode).toBe(404)
    expect((await read('/help')).headers.location).toBe('/help/site/home')
  })

  it('uses the language of the reader', async () => {
    const page = await read('/help/site/login', undefined, { 'accept-language': 'de' })
    expect(page.headers['content-language']).toBe('de')
    expect(page.body).toContain('<html lang="de">')
    expect(page.body).toContain('<h1>Anmelden</h1>')
    // The console's language takes precedence over the browser's.
    const chosen = await read('/help/site/login', undefined, { 'accept-language': 'de', cookie: 'steward_language=ja' })
    expect(chosen.headers).toMatchObject({ 'content-language': 'ja', vary: 'accept-language, cookie' })
    expect(chosen.body).toContain('<html lang="ja">')
  })

  it('redirects to another site if one is configured', async () => {
    const other = await startTestApp({
      environment: { HELP_URL: 'https://help.example/steward/', HELP_API_URL: 'https://api.help.example' },
    })
    const config = await other.app.http.inject('/home/config.json')
    await other.close()
    expect(config.json().help).toEqual({ site: 'https://help.example/steward/', api: 'https://api.help.example' })
    const policy = String(config.headers['content-security-policy'])
    expect(policy).toContain("frame-src 'self' https://help.example;")
    expect(policy).toMatch(/connect-src 'self'[^;]* https:\/\/api\.help\.example;/)
  })
})
