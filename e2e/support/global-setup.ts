import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'

/**
 * Starts what the browser tests run against: the real server as an operator starts it, on an empty data directory with
 * its own database engine, and an SMTP server that keeps what it is sent. Returns how to stop all of it.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'steward-e2e-'))
  const mails = join(directory, 'mails')
  mkdirSync(mails)
  const smtp = await startMailCatcher(mails)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: new URL('../..', import.meta.url).pathname,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      STEWARD_DATA_DIR: join(directory, 'data'),
      STEWARD_ENV: 'test',
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Read, so that a full pipe never stops the server.
  server.stdout.resume()
  await answering(`${url}/readyz`, server)
  process.env['E2E_URL'] = url
  process.env['E2E_MAILS'] = mails
  process.env['E2E_CREDENTIALS'] = readFileSync(join(directory, 'data', 'demo-credentials.json'), 'utf8')
  return async () => {
    await stopped(server)
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

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

async function answering(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the server did not become ready within two minutes')
}

async function stopped(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  const hard = setTimeout(() => server.kill('SIGKILL'), 30_000)
  await ended
  clearTimeout(hard)
}
