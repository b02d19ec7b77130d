import { randomBytes } from 'node:crypto'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { z } from 'zod'

/** An attachment. */
export interface Attachment {
  filename: string
  contentType: string
  content: Buffer
}

/** An email ready to send. */
export interface Mail {
  to: { name: string; address: string }
  /** Shown as the sender's name, with the address of the installation. */
  fromName: string
  subject: string
  text: string
  html: string
  attachments?: readonly Attachment[]
}

/** The mail server permanently refused this email (RFC 5321, section 4.2.1: 5yz), or it can't be sent at all. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

/** Where emails are sent. */
export interface Transport {
  /** @throws {MailRefused} if a retry won't help; on any other error it can */
  send(mail: Mail): Promise<void>
  close(): void
}

export interface TransportOptions {
  smtpUrl: string | undefined
  /** `Name <address>` or an address. */
  from: string
  /** The folder for emails without SMTP. */
  outboxDir: string
}

/** SMTP if configured, otherwise files. */
export function createMailTransport(options: TransportOptions): Transport {
  return options.smtpUrl === undefined ? outboxTransport(options) : smtpTransport(options, options.smtpUrl)
}

// Marks the email as automatic, for clients that would reply (RFC 3834, section 5), and for Exchange.
const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** The address of a sender written as `Name <address>` or bare. */
export const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()

const message = (mail: Mail, from: string) => ({
  from: { name: mail.fromName, address: addressIn(from) },
  to: mail.to,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  attachments: [...(mail.attachments ?? [])],
  headers,
  // Our emails never read content from a file or a URL.
  disableFileAccess: true,
  disableUrlAccess: true,
})

function smtpTransport({ from }: TransportOptions, smtpUrl: string): Transport {
  const smtp = createTransport(smtpUrl, { pool: true, maxConnections: 4 } as object)
  return {
    async send(mail) {
      try {
        await smtp.sendMail(message(mail, from))
      } catch (error) {
        throw isForGood(error) ? new MailRefused(error instanceof Error ? error.message : String(error), { cause: error }) : error
      }
    },
    close: () => smtp.close(),
  }
}

/** Refusals of sender, recipient or content; not a refused sign-in, which the operator can fix. */
function isForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode === undefined || responseCode >= 500)
}

const outboxMail = z.object({ date: z.string(), to: z.string(), subject: z.string(), text: z.string(), html: z.string() })
/** The metadata of an email in the outbox, stored next to its source. */
export type OutboxMail = z.output<typeof outboxMail>

function outboxTransport({ from, outboxDir }: TransportOptions): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message: content } = await composer.sendMail(message(mail, from))
      if (!Buffer.isBuffer(content)) throw new Error('The composer was told to answer a buffer')
      const date = new Date().toISOString()
      const name = path.join(outboxDir, `${date.replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`)
      // Links in emails sign users in, so other users of this machine must not read them.
      const source = () => writeFile(`${name}.eml`, content, { mode: 0o600 })
      await source().catch(async (error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
        await mkdir(outboxDir, { recursive: true, mode: 0o700 })
        await source()
      })
      const { subject, text, html } = mail
      const readable: OutboxMail = { date, to: mail.to.address, subject, text, html }
      await writeFile(`${name}.json`, JSON.stringify(readable), { mode: 0o600 })
    },
    close: () => composer.close(),
  }
}

/** The emails in the outbox by name, newest first. */
export async function listOutbox(outboxDir: string): Promise<(OutboxMail & { name: string })[]> {
  const files = await readdir(outboxDir).catch(() => [])
  const names = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length))
  const mails = await Promise.all(
    names
      .toSorted()
      .toReversed()
      .map(async (name) => {
        const mail = await readOutbox(outboxDir, name)
        return mail && { name, ...mail }
      }),
  )
  return mails.filter((mail) => mail !== undefined)
}

const nameForm = /^[\w-]+$/

/** An email in the outbox, undefined if none exists with that name. */
export async function readOutbox(outboxDir: string, name: string): Promise<OutboxMail | undefined> {
  if (!nameForm.test(name)) return undefined
  const content = await readFile(path.join(outboxDir, `${name}.json`), 'utf8').catch(() => undefined)
  return content === undefined ? undefined : outboxMail.parse(JSON.parse(content))
}
