import type { FastifyInstance } from 'fastify'
import * as m from '@steward/contract/paraglide/messages'
import { problem } from '@steward/contract/errors'
import { escapeHtml } from './layout.ts'
import { type OutboxMail, listOutbox, readOutbox } from './transport.ts'

/**
 * `/dev/mail`: the emails in the outbox, for development only. Plain pages without script or style. The HTML of an email is
 * shown with its own policy: inline styles only, no other resources, no script.
 */
export function registerDevMail(app: FastifyInstance, outboxDir: string): void {
  app.get('/dev/mail', async (_request, reply) => {
    const mails = await listOutbox(outboxDir)
    const rows = mails.map(
      ({ name, date, to, subject }) =>
        `<tr><td><time>${date}</time></td><td>${escapeHtml(to)}</td><td><a href="/dev/mail/${name}">${escapeHtml(subject)}</a></td></tr>`,
    )
    const list = rows.length > 0 ? `<table>${rows.join('')}</table>` : `<p>${escapeHtml(m.mail_outbox_empty())}</p>`
    return reply.type('text/html; charset=utf-8').send(page(`<p>${escapeHtml(m.mail_outbox_hint())}</p>${list}`))
  })

  app.get<{ Params: { name: string } }>('/dev/mail/:name', async (request, reply) => {
    const { name } = request.params
    const mail = await find(outboxDir, name)
    const text = escapeHtml(mail.text).replace(/https?:\/\/\S+/g, (url) => `<a href="${url}">${url}</a>`)
    const links = `<p><a href="/dev/mail">${escapeHtml(m.mail_outbox_back())}</a> · <a href="/dev/mail/${name}/html">HTML</a></p>`
    const head = `<h2>${escapeHtml(mail.subject)}</h2><p>${escapeHtml(mail.to)} · <time>${mail.date}</time></p>`
    return reply.type('text/html; charset=utf-8').send(page(`${links}${head}<pre>${text}</pre>`))
  })

  app.get<{ Params: { name: string } }>(
    '/dev/mail/:name/html',
    {
      onSend: async (_request, reply) => {
        reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'")
      },
    },
    async (request, reply) => {
      const mail = await find(outboxDir, request.params.name)
      return reply.type('text/html; charset=utf-8').send(mail.html)
    },
  )
}

async function find(outboxDir: string, name: string): Promise<OutboxMail> {
  const mail = await readOutbox(outboxDir, name)
  if (!mail) throw problem('not_found')
  return mail
}

const page = (content: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(m.mail_outbox_title())}</title></head><body><h1>${escapeHtml(m.mail_outbox_title())}</h1>${content}</body></html>`
