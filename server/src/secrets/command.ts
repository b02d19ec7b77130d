import { Command } from 'commander'
import { runCommand, runWithoutDatabase } from '../cli/run.ts'
import { acceptSecrets } from './installation.ts'
import { formatSecrets, readSecrets } from './secrets.ts'

export function secretsCommand(): Command {
  const secrets = new Command('secrets').description('What all servers of an installation share, beside the database')
  secrets
    .command('show')
    .description('Print the secrets, as STEWARD_SECRETS and STEWARD_SECRETS_FILE take them; keep them as safe as a password')
    .option('--json', 'answer as JSON')
    .action((options: { json?: boolean }) =>
      runWithoutDatabase(options, async (config) => {
        const text = formatSecrets(await readSecrets(config))
        return { data: JSON.parse(text) as unknown, text }
      }),
    )
  secrets
    .command('accept')
    .description('Go on with the secrets that this command finds, because those of the database are lost')
    .option('--json', 'answer as JSON')
    .action((options: { json?: boolean }) =>
      runCommand(options, async ({ config, program }) => {
        const replaced = await acceptSecrets(config, program.db)
        const lines = replaced.map(({ secret, loss }) => `Replaced the ${secret} key: ${loss}.`)
        return { data: { replaced }, text: lines.join('\n') || 'The database has these secrets already.' }
      }),
    )
  return secrets
}
