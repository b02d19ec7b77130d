import path from 'node:path'
import { Command } from 'commander'
import { CommandError, runCommand } from '../cli/run.ts'
import type { Config } from '../config.ts'
import { lossOfSecrets, openSecrets } from '../secrets/installation.ts'
import { type LockedSecrets, lockSecrets, returningSecrets } from '../secrets/locked.ts'
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
      runCommand(options, async ({ config, program }) => {
        const target = path.resolve(file)
        const { backupPassphrase: passphrase } = config
        const secrets = passphrase === undefined ? undefined : await lockSecrets(await openSecrets(config, program.db), passphrase)
        const report = await backup(program.db, target, secrets).catch(refused)
        const size = new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(report.bytes / 1e6)
        const rest = secrets
          ? 'The secrets are in it, locked by STEWARD_BACKUP_PASSPHRASE.'
          : 'The secrets are not in it: keep what `steward secrets show` prints, too, or set STEWARD_BACKUP_PASSPHRASE.'
        return {
          data: { file: target, ...report, hasSecrets: secrets !== undefined },
          text: `${report.rows} rows of ${report.tables} tables are in ${target} (${size} MB).\n${rest}`,
        }
      }),
    )
}

function restoreCommand(): Command {
  return new Command('restore')
    .description('Fill an empty database from a backup, all or nothing; name a new directory in STEWARD_DATA_DIR for it')
    .argument('<file>', 'what `steward backup` wrote')
    .option('--without-secrets', 'leave the secrets of the backup in it')
    .option('--json', 'answer as JSON')
    .action((file: string, options: { json?: boolean; withoutSecrets?: boolean }) =>
      // The backup brings its own schema.
      runCommand({ ...options, migrate: false }, async ({ config, program }) => {
        let hasSecrets = false
        const secrets = async (locked: unknown) => {
          if (locked === undefined || options.withoutSecrets) return async () => undefined
          hasSecrets = true
          return secretsFor(locked as LockedSecrets, config) // as `lockSecrets` made it
        }
        const report = await restore(program.db, path.resolve(file), { secrets }).catch(refused)
        const rest = hasSecrets ? 'Its secrets are back, too.' : withoutSecrets
        return {
          data: { ...report, hasSecrets },
          text: `${report.rows} rows of ${report.tables} tables are back, as they were at ${report.createdAt}.\n${rest}`,
        }
      }),
    )
}

const withoutSecrets =
  'The secrets are not back: give the server what `steward secrets show` printed. ' +
  `If they are lost, \`steward secrets accept\` goes on with new ones: ${lossOfSecrets}.`

function secretsFor(locked: LockedSecrets, config: Config): Promise<() => Promise<void>> {
  if (config.backupPassphrase === undefined)
    throw new CommandError(
      'The backup has its secrets, locked. Set STEWARD_BACKUP_PASSPHRASE to its passphrase, or choose --without-secrets.',
    )
  return returningSecrets(locked, config.backupPassphrase, config)
}

/** Reports files that can't be read, written or restored in a sentence. */
function refused(error: unknown): never {
  const isFile = error instanceof Error && 'syscall' in error && 'path' in error
  if (error instanceof RestoreError || isFile) throw new CommandError(error.message, { cause: error })
  throw error
}

export const databaseCommands = (): Command[] => [databaseCommand(), backupCommand(), restoreCommand()]
