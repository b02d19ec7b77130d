import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail server on the loopback that keeps the mails it gets. */
export interface TestMailServer {
  url: string
  mails: Email[]
  /** Refuses the next mails with this SMTP response; undefined accepts them again. */
  refuseWith(code: number | undefined): void
  close(): Promise<void>
}

export async function startMailServer(): Promise<TestMailServer> {
  const mails: Email[] = []
  let refusal: number | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      done(refusal === undefined ? null : Object.assign(new Error('refused by the test'), { responseCode: refusal }))
    },
    onData(stream, _session, answer) {
      receive(stream, mails).then(answer, answer)
    },
  })
  server.on('error', () => undefined) // who sends can be killed
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo // it listens on TCP
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuseWith(code) {
      refusal = code
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

async function receive(stream: Readable, mails: Email[]): Promise<undefined> {
  mails.push(await PostalMime.parse(await buffer(stream)))
}
