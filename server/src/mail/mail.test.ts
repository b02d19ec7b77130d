import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { makeTemporaryDirectory } from '../testing/temporary.ts'
import { registerDevMail } from './dev-mail.ts'
import { toHtml, toText } from './layout.ts'
import { recipientSchema } from './mailer.ts'
import { type MailTenant, writeMail } from './templates.ts'
import { createMailTransport, listOutbox, readOutbox } from './transport.ts'

const tenant: MailTenant = { tenantId: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44', tenantName: 'demo', displayName: '<Nørth> & "Söhne"' }
const reset = {
  template: 'reset',
  parameters: { username: 'zoe@x.example', link: 'https://x.example/#token=a&b', expires: '2026-03-14T09:26:53.589Z' },
  tenant,
  to: { givenName: 'Zoë', familyName: 'Yamada' },
} as const
const body = writeMail(reset, 'en')
const mail = {
  to: { name: 'Zoë\r\nBcc: all@x.example', address: 'zoe@x.example' },
  fromName: tenant.displayName,
  subject: body.subject,
  text: toText(body, tenant.displayName, 'en'),
  html: toHtml(body, tenant.displayName, 'en'),
}

describe('an email', () => {
  it('has the same content in text and HTML, with the link in full and escaped values', () => {
    for (const part of ['Hello Zoë,', 'zoe@x.example', 'March 14, 2026']) {
      expect(mail.text).toContain(part)
      expect(mail.html).toContain(part)
    }
    expect(mail.text).toContain('https://x.example/#token=a&b')
    expect(mail.html).toContain('href="https://x.example/#token=a&amp;b"')
    expect(mail.html).not.toContain('<Nørth>')
    expect(mail.html).toContain('prefers-color-scheme: dark')
  })
})

test.each([
  ['en', 'Hello Zoë,'],
  ['de', 'Guten Tag Zoë Yamada,'],
  ['ja', 'Yamada Zoë 様'],
] as const)('a mail greets in the order of names of its language: %s', (language, greeting) => {
  expect(writeMail(reset, language).before[0]).toBe(greeting)
})

test('mail queued by an earlier version, with the name in one part, is still sent', () => {
  const queued = { userId: 'u', username: 'zoe@x.example', name: 'Zoë Yamada', address: 'zoe@x.example' }
  const recipient = recipientSchema.parse(queued)
  expect(writeMail({ ...reset, to: recipient }, 'en').before[0]).toBe('Hello Zoë Yamada,')
})

describe('the outbox', () => {
  let outboxDir: string
  beforeEach(async () => {
    outboxDir = join(makeTemporaryDirectory('steward-outbox-'), 'outbox')
    const transport = createMailTransport({ smtpUrl: undefined, from: 'Steward <no-reply@x.example>', outboxDir })
    await transport.send(mail)
  })

  it('contains the source of each email, readable by the owner of the process only', async () => {
    const file = readdirSync(outboxDir).find((name) => name.endsWith('.eml')) ?? ''
    const parsed = await PostalMime.parse(readFileSync(join(outboxDir, file)))
    expect(parsed).toMatchObject({
      from: { name: tenant.displayName, address: 'no-reply@x.example' },
      to: [{ address: 'zoe@x.example' }],
      subject: body.subject,
    })
    expect(parsed.bcc).toBeUndefined()
    expect(statSync(join(outboxDir, file)).mode & 0o077).toBe(0)
    expect(statSync(outboxDir).mode & 0o077).toBe(0)
  })

  it('is shown in development, without script', async () => {
    const app = Fastify()
    registerDevMail(app, outboxDir)
    const list = await app.inject('/dev/mail')
    expect(list.body).toContain('zoe@x.example')
    expect(list.body).not.toContain('<Nørth>')
    const [entry] = await listOutbox(outboxDir)
    const one = await app.inject(`/dev/mail/${entry?.name}`)
    expect(one.body).toContain('<a href="https://x.example/#token=a&amp;b">')
    const html = await app.inject(`/dev/mail/${entry?.name}/html`)
    expect(html.body).toBe(mail.html)
    expect(html.headers['content-security-policy']).toContain("default-src 'none'")
    expect((await app.inject('/dev/mail/..%2f..%2fetc%2fpasswd')).statusCode).toBe(404)
    await app.close()
  })

  it('reads no other files', async () => {
    expect(await listOutbox(join(outboxDir, 'nowhere'))).toEqual([])
    for (const name of ['../x', 'nothing', '']) expect(await readOutbox(outboxDir, name)).toBeUndefined()
  })
})
