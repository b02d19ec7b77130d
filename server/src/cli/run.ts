import { pino } from 'pino'
import { type Config, ConfigError, loadConfig } from '../config.ts'
import { EngineError } from '../db/engine-error.ts'
import { MigrationError } from '../db/migrator.ts'
import { type Program, openProgram } from '../program.ts'
import { surroundings } from './surroundings.ts'

/** A refusal with a message for the operator; the command exits with status 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** The context of a command: the open database, and output. */
export interface CommandContext {
  config: Config
  program: Program
}

/** A command's output: `data` for `--json`, `text` for people. */
export interface Answer {
  data: unknown
  text: string
}

/**
 * Opens the database, runs `work`, prints its output and sets the exit status: 0 done, 1 refused or failed, 2 the installation
 * can't be used.
 */
export async function runCommand(
  options: { json?: boolean; migrate?: boolean },
  work: (context: CommandContext) => Promise<Answer>,
): Promise<void> {
  const around = surroundings()
  try {
    const config = loadConfig(around.environment)
    const program = await openProgram(config, pino({ level: 'warn' }, around.stderr), { migrate: options.migrate })
    try {
      const answer = await work({ config, program })
      around.stdout.write(options.json ? `${JSON.stringify(answer.data)}\n` : `${answer.text}\n`)
    } finally {
      await program.close()
    }
  } catch (error) {
    const isInstallation = error instanceof ConfigError || error instanceof EngineError || error instanceof MigrationError
    const isRefusal = error instanceof CommandError || isInstallation
    const message = error instanceof Error ? error.message : String(error)
    if (options.json) around.stdout.write(`${JSON.stringify({ error: message })}\n`)
    else around.stderr.write(`${isRefusal || !(error instanceof Error) ? message : error.stack}\n`)
    around.status = isInstallation ? 2 : 1
  }
}

/** Columns aligned under their headers. */
export function table(titles: string[], rows: string[][]): string {
  const widths = titles.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)))
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(titles), ...rows.map(line)].join('\n')
}
