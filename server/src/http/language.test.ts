import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '@steward/contract/session/endpoints'
import { putSetting } from '@steward/contract/tenants/endpoints'
import { createUser } from '@steward/contract/users/endpoints'
import { readMailLanguage } from '../mail/language.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { makeTemporaryDirectory } from '../testing/temporary.ts'
import { serveConsole } from './static.ts'

describe('the language of responses and emails', () => {
  let test: TestApp
  let tenant: TestTenant
  beforeAll(async () => {
    test = await startTestApp()
    tenant = await test.buildTenant()
  })
  afterAll(() => test.close())

  const refusedLogin = (language?: string) =>
    test.call(
      login,
      { body: { tenantName: tenant.tenantName, username: 'nobody@nowhere.example', password: 'wrong' } },
      { headers: language === undefined ? {} : { 'accept-language': language } },
    )

  it.each([
    [undefined, 'en', 'The email and password combination doesn’t match.'],
    ['fr-FR', 'en', 'The email and password combination doesn’t match.'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de', 'E-Mail-Adresse und Passwort passen nicht zusammen.'],
    ['ja', 'ja', 'メールアドレスとパスワードの組み合わせが正しくありません。'],
  ])('words a refusal for a caller who asks for %s in %s', async (asked, language, message) => {
    const answer = await refusedLogin(asked)
    expect(answer.body).toMatchObject({ code: 'login_failed', message })
    expect(answer.headers).toMatchObject({ 'content-language': language, vary: 'accept-language' })
  })

  it('translates field errors too', async () => {
    const token = await test.signIn(tenant, tenant.administrator)
    const body = { givenName: 'x', familyName: '', email: 'no address', groupIds: [] }
    const { body: answer } = await test.call(createUser, { body }, { token, headers: { 'accept-language': 'de' } })
    expect(answer.errors).toContainEqual(
      expect.objectContaining({ field: 'email', message: 'Geben Sie eine E-Mail-Adresse ein, z. B. name@company.com.' }),
    )
  })

  it("writes emails in the recipient's language", async () => {
    const { tenantId, administrator } = tenant
    const token = await test.signIn(tenant, administrator)
    const keep = (value: unknown) =>
      test.call(
        putSetting,
        { body: { key: 'userSettings', level: 'User', levelId: administrator.userId, value: JSON.stringify(value) } },
        { token },
      )
    const language = () => readMailLanguage(test.db, tenantId, administrator.userId)
    expect(await language()).toBe('en')
    await keep({ language: 'ja', theme: 'dark' })
    expect(await language()).toBe('ja')
    await keep({ language: 'tlh' })
    expect(await language()).toBe('en')
  })
})

describe('the page of the console', () => {
  const dist = makeTemporaryDirectory('steward-dist-')
  const app = Fastify()
  beforeAll(async () => {
    mkdirSync(join(dist, 'assets'))
    for (const [file, text] of [
      ['index.html', 'English'],
      ['index.de.html', 'Deutsch'],
      ['index.ja.html', '日本語'],
    ] as const)
      writeFileSync(join(dist, file), text)
    await app.register(cookie)
    await serveConsole(app, dist, { environment: 'test' })
  })
  afterAll(() => app.close())

  it.each([
    [{}, 'English'],
    [{ 'accept-language': 'ja' }, '日本語'],
    [{ 'accept-language': 'ja', cookie: 'steward_language=de' }, 'Deutsch'],
    [{ 'accept-language': 'ja', cookie: 'steward_language=xx' }, '日本語'],
    [{ 'accept-language': 'ja', cookie: 'steward_language=en' }, 'English'],
  ])('is chosen by cookie, then by header: %o', async (headers, page) => {
    const answer = await app.inject({ url: '/home/user-administration/users', headers })
    expect(answer.body).toBe(page)
    expect(answer.headers.vary).toBe('accept-language, cookie')
  })
})
