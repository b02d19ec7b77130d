import { pino } from 'pino'
import { type Config, loadConfig } from '../config.ts'
import { exitOf } from '../exit.ts'
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
  await runWithoutDatabase(options, async (config) => {
    const program = await openProgram(config, pino({ level: 'warn' }, surroundings().stderr), { migrate: options.migrate })
    try {
      return await work({ config, program })
    } finally {
      await program.close()
    }
  })
}

/** The same for a command that only needs the settings. */
export async function runWithoutDatabase(options: { json?: boolean }, work: (config: Config) => Promise<Answer>): Promise<void> {
  const around = surroundings()
  try {
    const answer = await work(loadConfig(around.environment))
    around.stdout.write(options.json ? `${JSON.stringify(answer.data)}\n` : `${answer.text}\n`)
  } catch (error) {
    const { status, isExplained } = exitOf(error)
    const isRefusal = error instanceof CommandError || isExplained
    const message = error instanceof Error ? error.message : String(error)
    if (options.json) around.stdout.write(`${JSON.stringify({ error: message })}\n`)
    else around.stderr.write(`${isRefusal || !(error instanceof Error) ? message : error.stack}\n`)
    around.status = status
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
