import { Command } from 'commander'
import { runCommand, runWithoutDatabase } from '../cli/run.ts'
import { acceptSecrets } from './installation.ts'
import { formatSecrets, readSecrets } from './secrets.ts'

export function secretsCommand(): Command {
  const secrets = new Command('secrets').description('Manage the secrets that all servers of an installation share')
  secrets
    .command('show')
    .description('Print the secrets for STEWARD_SECRETS or STEWARD_SECRETS_FILE; keep them as safe as a password')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) =>
      runWithoutDatabase(options, async (config) => {
        const text = formatSecrets(await readSecrets(config))
        return { data: JSON.parse(text) as unknown, text }
      }),
    )
  secrets
    .command('accept')
    .description('Continue with the current secrets if those that the database was used with are lost')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) =>
      runCommand(options, async ({ config, program }) => {
        const replaced = await acceptSecrets(config, program.db)
        const lines = replaced.map(({ secret, loss }) => `Replaced the ${secret} key: ${loss}.`)
        return { data: { replaced }, text: lines.join('\n') || 'The database already uses these secrets.' }
      }),
    )
  return secrets
}
