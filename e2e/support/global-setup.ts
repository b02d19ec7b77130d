import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'
import { SMTPServer } from 'smtp-server'
import { startServer } from '../../server/src/testing/process.ts'
import { startStorage } from '../../server/src/testing/s3.ts'
import { makeTemporaryDirectory } from '../../server/src/testing/temporary.ts'
import { announceServers, feedbackAddress, type TestServer } from './server.ts'

interface Started extends TestServer {
  stop: () => Promise<void>
}

/**
 * Starts what the browser tests need, once for each worker: the real server as an operator starts it, on an empty data
 * directory with its own database engine, and an SMTP server that stores its mails. Returns a function that stops them.
 */
export default async function globalSetup(config: FullConfig): Promise<() => Promise<void>> {
  const started = await Promise.all(Array.from({ length: config.workers }, startOne))
  announceServers(started)
  return async () => {
    await Promise.all(started.map(({ stop }) => stop()))
  }
}

async function startOne(): Promise<Started> {
  const directory = makeTemporaryDirectory('steward-e2e-')
  const mails = join(directory, 'mails')
  mkdirSync(mails)
  const smtp = await startMailCatcher(mails)
  const smtpUrl = `smtp://127.0.0.1:${smtp.port}`
  const storage = await startStorage()
  const settings = { ...storage.environment, STEWARD_ARCHIVED_LOGS: 'audit-log,system-log' }
  const server = await startServer({
    dataDir: join(directory, 'data'),
    showsLog: true,
    environment: {
      FEEDBACK_ADDRESS: feedbackAddress,
      SMTP_URL: smtpUrl,
      // For identity providers that tests start.
      STEWARD_INTERNAL_PROVIDERS: '127.0.0.0/8',
      STEWARD_INTERNAL_LOG_RECEIVERS: '127.0.0.0/8',
      ...settings,
    },
  })
  return {
    url: server.url,
    dataDir: server.dataDir,
    smtpUrl,
    mails,
    storage: settings,
    credentials: server.credentials,
    async stop() {
      await server.stop()
      await smtp.close()
      await storage.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function startMailCatcher(mails: string): Promise<{ port: number; close: () => Promise<void> }> {
  let count = 0
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // The server that used it has stopped by then.
    closeTimeout: 1_000,
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        // Write to a temporary name first, so that half a mail is never read.
        const arriving = `${mails}.arriving`
        writeFileSync(arriving, Buffer.concat(chunks))
        renameSync(arriving, join(mails, `${String(++count).padStart(5, '0')}.eml`))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const address = smtp.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail catcher has no port')
  return { port: address.port, close: () => new Promise((resolve) => smtp.close(resolve)) }
}
