import { mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { screenshotLimit } from '@steward/contract/help/constants'
import { sendFeedback } from '@steward/contract/help/endpoints'
import { sendFeedbackBody } from '@steward/contract/help/schemas'
import { asOwner } from '../../db/tenant.ts'
import { makeTemporaryDirectory } from '../../testing/temporary.ts'
import { type TestApp, type TestTenant, startTestApp } from '../../testing/app.ts'
import { pictureType } from './picture.ts'
import { findScreenshot, listFeedback } from './queries.ts'
import { feedbackPerHour } from './service.ts'

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const words = { mood: 'bad', text: 'The list jumped.\nTwice.', page: '/home/user-administration/users', version: '0.1.0' }
const address = 'operators@example.org'

describe('feedback', () => {
  let test: TestApp
  let tenant: TestTenant
  let token: string
  const dataDir = makeTemporaryDirectory('steward-feedback-')

  beforeAll(async () => {
    mkdirSync(dataDir, { recursive: true })
    test = await startTestApp({ environment: { FEEDBACK_ADDRESS: address, STEWARD_DATA_DIR: dataDir } })
    tenant = await test.buildTenant({ displayName: 'Northwind Re' })
  })
  beforeEach(async () => {
    token = await test.signIn(tenant, await test.buildUser(tenant, { email: `grace.${Math.random()}@northwind.example` }))
  })
  afterAll(() => test.close())

  /** Sends a form as a browser does. */
  async function send(fields: Record<string, string | Blob>, as = token) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    const request = new Request('http://localhost/', { method: 'POST', body: form })
    const answer = await test.app.http.inject({
      method: 'POST',
      url: '/help/feedback',
      headers: { authorization: `Bearer ${as}`, 'content-type': request.headers.get('content-type') ?? '', 'user-agent': 'Firefox' },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  const picture = (content: Buffer<ArrayBuffer>, type = 'image/png') => new File([content], 'shot', { type })

  async function newestMail() {
    await test.app.background.runDue()
    const outbox = join(dataDir, 'outbox')
    const [newest] = readdirSync(outbox)
      .filter((file) => file.endsWith('.eml'))
      .sort()
      .reverse()
    return PostalMime.parse(readFileSync(join(outbox, newest ?? '')))
  }

  it('is saved with user, page and details, and emailed with the screenshot', async () => {
    const { status, body } = await send({ ...words, screenshot: picture(png) })
    expect(status).toBe(201)
    const [kept] = await listFeedback(test.db, { feedbackId: body.feedbackId })
    expect(kept).toMatchObject({
      ...words,
      tenantName: tenant.tenantName,
      company: 'Northwind Re',
      userAgent: 'Firefox',
      hasScreenshot: true,
    })
    expect(kept && (await findScreenshot(test.db, kept))?.content.equals(png)).toBe(true)

    const mail = await newestMail()
    expect(mail.to).toEqual([{ address, name: '' }])
    expect(mail.subject).toBe('Feedback from Northwind Re: Bad')
    expect(mail.text).toContain('The list jumped.\n\nTwice.')
    expect(mail.text).toContain('http://localhost:8080/home/user-administration/users')
    expect(mail.text).toContain(body.feedbackId)
    const [attached] = mail.attachments
    expect(attached).toMatchObject({ filename: 'screenshot.png', mimeType: 'image/png' })
    expect(Buffer.from(attached?.content as ArrayBuffer).equals(png)).toBe(true)
  })

  it('can be sent without a screenshot', async () => {
    const { status } = await send(words)
    expect(status).toBe(201)
    expect((await newestMail()).attachments).toEqual([])
  })

  it.each([
    ['an empty text', { ...words, text: '  ' }, 'text'],
    ['an invalid mood', { ...words, mood: 'furious' }, 'mood'],
    ['a page with a query, which can include names', { ...words, page: '/home/?q=ada' }, 'page'],
    ['a page on another site', { ...words, page: 'https://example.org/' }, 'page'],
    ['an unknown field', { ...words, email: 'somebody@else.example' }, 'email'],
    ['an unsupported picture type', { ...words, screenshot: picture(png, 'image/svg+xml') }, 'screenshot'],
    ['HTML declared as a picture', { ...words, screenshot: picture(Buffer.from('<script>alert(1)</script>')) }, 'screenshot'],
    ['a picture that is too large', { ...words, screenshot: picture(Buffer.concat([png, Buffer.alloc(screenshotLimit)])) }, 'screenshot'],
    ['text instead of a picture', { ...words, screenshot: 'words' }, 'screenshot'],
  ])('refuses %s', async (_, fields, field) => {
    const { status, body } = await send(fields)
    expect(status).toBe(400)
    expect(body.errors).toContainEqual(expect.objectContaining({ field }))
  })

  it('refuses forms that are too large or invalid, and callers without a session', async () => {
    const { status } = await send({ ...words, screenshot: picture(Buffer.alloc(4 * 1024 * 1024)) })
    expect(status).toBe(413)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' }
    const broken = await test.app.http.inject({ method: 'POST', url: '/help/feedback', headers, payload: 'nothing' })
    expect(broken.statusCode).toBe(400)
    expect((await send(words, 'nobody')).status).toBe(401)
  })

  it("doesn't let a form reach endpoints that take JSON", async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' }
    const payload = '--x\r\nContent-Disposition: form-data; name="app"\r\n\r\na\r\n--x--\r\n'
    const answer = await test.app.http.inject({ method: 'POST', url: '/help/oauth/cookie2', headers, payload })
    expect(answer.statusCode).toBe(415)
  })

  it("is limited to ten per hour and user, and doesn't affect others", async () => {
    const statuses: number[] = []
    for (let count = 0; count <= feedbackPerHour; count++) statuses.push((await send(words)).status)
    expect(statuses).toEqual([...Array.from({ length: feedbackPerHour }, () => 201), 429])
    const other = await test.signIn(tenant, await test.buildUser(tenant))
    expect((await send(words, other)).status).toBe(201)
  })

  it('is kept when its author is deleted', async () => {
    const user = await test.buildUser(tenant)
    const { body } = await send(words, await test.signIn(tenant, user))
    await asOwner(test.db, 'operator', (tx) => tx.deleteFrom('app_user').where('user_id', '=', user.userId).execute(), {
      tenantId: tenant.tenantId,
    })
    expect(await listFeedback(test.db, { feedbackId: body.feedbackId })).toMatchObject([{ username: user.username }])
  })

  it('is only saved if no recipient is configured', async () => {
    const silent = await startTestApp()
    const there = await silent.buildTenant()
    const body = sendFeedbackBody.parse(words)
    const answer = await silent.call(sendFeedback, { body }, { token: await silent.signIn(there, there.administrator) })
    await silent.app.background.runDue()
    const kept = await listFeedback(silent.db, { tenantName: there.tenantName })
    await silent.close()
    expect(answer.status).toBe(201)
    expect(kept).toHaveLength(1)
  })
})

it.each([
  ['image/png', png],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
  ['image/webp', Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
  [undefined, Buffer.from('GIF89a')],
  [undefined, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  [undefined, Buffer.alloc(0)],
])('recognizes %s by its content', (type, content) => {
  expect(pictureType(content)).toBe(type)
})
