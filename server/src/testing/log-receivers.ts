import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { generate } from 'selfsigned'

/** Receivers of log streams on the loopback, with a certificate that this process trusts until `close`. */

export interface ReceivedBatch {
  headers: IncomingHttpHeaders
  body: string
}

export interface WebhookReceiver {
  address: string
  received: ReceivedBatch[]
  /** Answers the next batches with these statuses, then with 204 again; `hang` never answers, and `cut` closes the connection. */
  answerWith(...answers: Answer[]): void
  close(): Promise<void>
}

type Answer = number | 'hang' | 'cut'

interface Certificate {
  key: string
  cert: string
}

/** A certificate for 127.0.0.1; `distrust` puts back what this process trusted before. */
export async function trustedCertificate(): Promise<Certificate & { distrust(): void }> {
  const made = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  })
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, made.cert])
  return { key: made.private, cert: made.cert, distrust: () => setDefaultCACertificates(before) }
}

export async function startWebhookReceiver({ key, cert }: Certificate): Promise<WebhookReceiver> {
  const received: ReceivedBatch[] = []
  const answers: Answer[] = []
  const server = createServer({ key, cert }, (request, response) => {
    text(request).then(
      (body) => {
        received.push({ headers: request.headers, body })
        const answer = answers.shift() ?? 204
        if (answer === 'cut') response.destroy()
        else if (answer !== 'hang') response.writeHead(answer).end()
      },
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    address: `https://127.0.0.1:${port}/hooks/steward`,
    received,
    answerWith: (...next) => void answers.push(...next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export interface SyslogReceiver {
  address: string
  /** The messages, without their lengths. */
  messages: string[]
  close(): Promise<void>
}

/** A syslog server over TLS that reads frames by their lengths (RFC 5425, section 4.3). */
export async function startSyslogReceiver({ key, cert }: Certificate): Promise<SyslogReceiver> {
  const messages: string[] = []
  const server = createTlsServer({ key, cert }, (socket) => {
    buffer(socket).then(
      (bytes) => messages.push(...framesOf(bytes)),
      () => socket.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return { address: `127.0.0.1:${port}`, messages, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

function framesOf(bytes: Buffer): string[] {
  const frames: string[] = []
  for (let rest = bytes; rest.length > 0;) {
    const space = rest.indexOf(' ')
    const length = Number(rest.subarray(0, space).toString())
    frames.push(rest.subarray(space + 1, space + 1 + length).toString())
    rest = rest.subarray(space + 1 + length)
  }
  return frames
}
