import { runStewardProcess } from '../../server/src/testing/steward-process.ts'
import { testServer } from './server.ts'

/**
 * Runs `steward` with these arguments next to a running server, as its operator would; throws if the command fails. The
 * command gets the same mail settings, because either of the two can send the mails it queues.
 */
export async function steward(words: readonly string[], dataDir = testServer().dataDir): Promise<string> {
  const { smtpUrl, url } = testServer()
  const ran = await runStewardProcess(words, {
    PATH: process.env['PATH'],
    STEWARD_ENV: 'test',
    STEWARD_DATA_DIR: dataDir,
    SMTP_URL: smtpUrl,
    PUBLIC_URL: url,
  })
  if (ran.status !== 0) throw new Error(`steward ${words.join(' ')}: ${ran.stderr}`)
  return ran.stdout
}
