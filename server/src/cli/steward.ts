import { Command, CommanderError } from 'commander'
import { type Surroundings, ownProcess, runIn } from './surroundings.ts'

/** Runs the operator's command with these arguments, and returns its exit status. */
export async function steward(words: readonly string[], given: Omit<Surroundings, 'status'> = ownProcess): Promise<number> {
  const surroundings: Surroundings = { ...given, status: 0 }
  const program = await stewardCommand(words)
  refuseWithTwo(program, surroundings)
  try {
    await runIn(surroundings, () => program.parseAsync(words, { from: 'user' }))
    return surroundings.status
  } catch (error) {
    // Thrown after its message was written; showing help is one, too.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    throw error
  }
}

/** The commands by their names. Each loads its own modules, because those of all take twice as long as most commands run. */
const commands = new Map<string, () => Promise<Command>>([
  ['tenant', async () => (await import('../tenants/command.ts')).tenantCommand()],
  ['admin', async () => (await import('../tenants/command.ts')).adminCommand()],
  ['flag', async () => (await import('../flags/command.ts')).flagCommand()],
  ['license', async () => (await import('../licenses/command.ts')).licenseCommand()],
  ['package', async () => (await import('../resource-groups/command.ts')).packageCommand()],
  ['change', async () => (await import('../changes/command.ts')).changeCommand()],
  ['service-token', async () => (await import('../service-tokens/command.ts')).serviceTokenCommand()],
  ['db', async () => (await import('../db/command.ts')).databaseCommand()],
  ['backup', async () => (await import('../db/command.ts')).backupCommand()],
  ['restore', async () => (await import('../db/command.ts')).restoreCommand()],
  ['secrets', async () => (await import('../secrets/command.ts')).secretsCommand()],
  ['feedback', async () => (await import('../help/command.ts')).feedbackCommand()],
  ['demo', async () => (await import('../demo/command.ts')).demoCommand()],
])

/** With only the command that is asked for, or all of them for help and for names that are not known. */
async function stewardCommand([name = '']: readonly string[]): Promise<Command> {
  const program = new Command('steward').description('Operate a Steward installation')
  const one = commands.get(name)
  for (const load of one ? [one] : commands.values()) program.addCommand(await load())
  return program
}

/** Usage errors exit with status 2; complete commands added to a parent don't inherit this from it. */
function refuseWithTwo(command: Command, output: Pick<Surroundings, 'stdout' | 'stderr'>): void {
  command
    .showHelpAfterError()
    .exitOverride()
    .configureOutput({ writeOut: (text) => output.stdout.write(text), writeErr: (text) => output.stderr.write(text) })
  for (const part of command.commands) refuseWithTwo(part, output)
}
