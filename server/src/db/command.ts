import { Command } from 'commander'
import { runCommand } from '../command/run.ts'
import { migrationStatus } from './migrator.ts'

function databaseCommand(): Command {
  const database = new Command('db').description('The schema of the database')
  database
    .command('migrate')
    .description('Bring the schema up to date; starting the server does so too')
    .option('--json', 'answer as JSON')
    .action((options: { json?: boolean }) =>
      runCommand(options, async ({ program }) => {
        const status = await migrationStatus(program.db)
        return { data: status, text: `The schema is up to date: ${status.applied.length} migrations.` }
      }),
    )
  database
    .command('status')
    .description('Which migrations the database has, and which it lacks')
    .option('--json', 'answer as JSON')
    .action((options: { json?: boolean }) =>
      runCommand({ ...options, migrate: false }, async ({ program }) => {
        const status = await migrationStatus(program.db)
        const lines = [...status.applied.map((name) => `applied  ${name}`), ...status.pending.map((name) => `pending  ${name}`)]
        return { data: status, text: lines.join('\n') }
      }),
    )
  return database
}

export const databaseCommands = (): Command[] => [databaseCommand()]
