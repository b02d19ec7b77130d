import path from 'node:path'
import { Command } from 'commander'
import { CommandError, runCommand } from '../cli/run.ts'
import type { Config } from '../config.ts'
import { lossOfSecrets, openSecrets } from '../secrets/installation.ts'
import { type LockedSecrets, lockSecrets, returningSecrets } from '../secrets/locked.ts'
import { backup } from './backup.ts'
import { migrationStatus } from './migrator.ts'
import { RestoreError, restore } from './restore.ts'

export function databaseCommand(): Command {
  const database = new Command('db').description('Manage the database schema')
  database
    .command('migrate')
    .description('Update the schema; the server also does this when it starts')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) =>
      runCommand(options, async ({ program }) => {
        const status = await migrationStatus(program.db)
        return { data: status, text: `The schema is up to date: ${status.applied.length} migrations.` }
      }),
    )
  database
    .command('status')
    .description('Show applied and missing migrations')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) =>
      runCommand({ ...options, migrate: false }, async ({ program }) => {
        const status = await migrationStatus(program.db)
        const lines = [...status.applied.map((name) => `applied  ${name}`), ...status.pending.map((name) => `pending  ${name}`)]
        return { data: status, text: lines.join('\n') }
      }),
    )
  return database
}

export function backupCommand(): Command {
  return new Command('backup')
    .description('Back up the whole database to one file, as of one point in time; the server can keep running')
    .argument('<file>', 'a .tar.gz file; it contains secrets, so only you can read it')
    .option('--json', 'print JSON')
    .action((file: string, options: { json?: boolean }) =>
      runCommand(options, async ({ config, program }) => {
        const target = path.resolve(file)
        const { backupPassphrase: passphrase } = config
        const secrets = passphrase === undefined ? undefined : await lockSecrets(await openSecrets(config, program.db), passphrase)
        const report = await backup(program.db, target, secrets).catch(refused)
        const size = new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(report.bytes / 1e6)
        const rest = secrets
          ? 'It includes the secrets, encrypted with STEWARD_BACKUP_PASSPHRASE.'
          : 'It doesn’t include the secrets: also keep the output of `steward secrets show`, or set STEWARD_BACKUP_PASSPHRASE.'
        return {
          data: { file: target, ...report, hasSecrets: secrets !== undefined },
          text: `Backed up ${report.rows} rows of ${report.tables} tables to ${target} (${size} MB).\n${rest}`,
        }
      }),
    )
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description('Restore a backup to an empty database, all or nothing; set STEWARD_DATA_DIR to a new directory')
    .argument('<file>', 'a file from `steward backup`')
    .option('--without-secrets', 'don’t restore the secrets of the backup')
    .option('--json', 'print JSON')
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
        const rest = hasSecrets ? 'Its secrets were restored, too.' : withoutSecrets
        return {
          data: { ...report, hasSecrets },
          text: `Restored ${report.rows} rows of ${report.tables} tables as of ${report.createdAt}.\n${rest}`,
        }
      }),
    )
}

const withoutSecrets =
  'The secrets were not restored: give the server the output of `steward secrets show`. ' +
  `If they are lost, \`steward secrets accept\` continues with new ones: ${lossOfSecrets}.`

function secretsFor(locked: LockedSecrets, config: Config): Promise<() => Promise<void>> {
  if (config.backupPassphrase === undefined)
    throw new CommandError(
      'The backup includes encrypted secrets. Set STEWARD_BACKUP_PASSPHRASE to its passphrase, or use --without-secrets.',
    )
  return returningSecrets(locked, config.backupPassphrase, config)
}

/** Reports files that can't be read, written or restored in a sentence. */
function refused(error: unknown): never {
  const isFile = error instanceof Error && 'syscall' in error && 'path' in error
  if (error instanceof RestoreError || isFile) throw new CommandError(error.message, { cause: error })
  throw error
}
