import { runSteward } from '../../server/src/testing/steward.ts'
import { testServer } from './server.ts'

/**
 * Runs `steward WORDS` beside a running server, as its operator would; throws where the command refuses. Mails that a command leaves
 * are sent by whichever of the two comes first, so it is told of the same places.
 */
export async function steward(words: readonly string[], dataDir = testServer().dataDir): Promise<string> {
  const { smtpUrl, url } = testServer()
  const ran = await runSteward(words, {
    PATH: process.env['PATH'],
    STEWARD_ENV: 'test',
    STEWARD_DATA_DIR: dataDir,
    SMTP_URL: smtpUrl,
    PUBLIC_URL: url,
  })
  if (ran.status !== 0) throw new Error(`steward ${words.join(' ')}: ${ran.stderr}`)
  return ran.stdout
}
