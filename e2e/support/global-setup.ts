import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { startServer } from '../../server/src/testing/process.ts'
import { makeTemporaryDirectory } from '../../server/src/testing/temporary.ts'

/**
 * Starts what the browser tests run against: the real server as an operator starts it, on an empty data directory with
 * its own database engine, and an SMTP server that keeps what it is sent. Returns how to stop all of it.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const directory = makeTemporaryDirectory('steward-e2e-')
  const mails = join(directory, 'mails')
  mkdirSync(mails)
  const smtp = await startMailCatcher(mails)
  const server = await startServer({
    dataDir: join(directory, 'data'),
    environment: { SMTP_URL: `smtp://127.0.0.1:${smtp.port}` },
  })
  process.env['E2E_URL'] = server.url
  process.env['E2E_MAILS'] = mails
  process.env['E2E_CREDENTIALS'] = JSON.stringify(server.credentials)
  return async () => {
    await server.stop()
    await smtp.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function startMailCatcher(mails: string): Promise<{ port: number; close: () => Promise<void> }> {
  let count = 0
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        writeFileSync(join(mails, `${String(++count).padStart(5, '0')}.eml`), Buffer.concat(chunks))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const address = smtp.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail catcher has no port')
  return { port: address.port, close: () => new Promise((resolve) => smtp.close(resolve)) }
}
