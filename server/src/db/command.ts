import path from 'node:path'
import { Command } from 'commander'
import { CommandError, runCommand } from '../cli/run.ts'
import { backup } from './backup.ts'
import { migrationStatus } from './migrator.ts'
import { RestoreError, restore } from './restore.ts'

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

function backupCommand(): Command {
  return new Command('backup')
    .description('Write everything in the database into one file, as of one moment; the server may go on meanwhile')
    .argument('<file>', 'a .tar.gz file; it holds secrets, so that only you can read it')
    .option('--json', 'answer as JSON')
    .action((file: string, options: { json?: boolean }) =>
      runCommand(options, async ({ program }) => {
        const target = path.resolve(file)
        const report = await backup(program.db, target).catch(refused)
        const size = new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(report.bytes / 1e6)
        return { data: { file: target, ...report }, text: `${report.rows} rows of ${report.tables} tables are in ${target} (${size} MB).` }
      }),
    )
}

function restoreCommand(): Command {
  return new Command('restore')
    .description('Fill an empty database from a backup, all or nothing; name a new directory in STEWARD_DATA_DIR for it')
    .argument('<file>', 'what `steward backup` wrote')
    .option('--json', 'answer as JSON')
    .action((file: string, options: { json?: boolean }) =>
      // The backup brings its own schema.
      runCommand({ ...options, migrate: false }, async ({ program }) => {
        const report = await restore(program.db, path.resolve(file)).catch(refused)
        return { data: report, text: `${report.rows} rows of ${report.tables} tables are back, as they were at ${report.createdAt}.` }
      }),
    )
}

/** Reports files that can't be read, written or restored in a sentence. */
function refused(error: unknown): never {
  const isFile = error instanceof Error && 'syscall' in error && 'path' in error
  if (error instanceof RestoreError || isFile) throw new CommandError(error.message, { cause: error })
  throw error
}

export const databaseCommands = (): Command[] => [databaseCommand(), backupCommand(), restoreCommand()]
