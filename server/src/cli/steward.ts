import { Command, CommanderError } from 'commander'
import { demoCommand } from '../demo/command.ts'
import { feedbackCommand } from '../help/command.ts'
import { changeCommand } from '../changes/command.ts'
import { databaseCommands } from '../db/command.ts'
import { licenseCommand } from '../licenses/command.ts'
import { flagCommand } from '../flags/command.ts'
import { packageCommand } from '../resource-groups/command.ts'
import { secretsCommand } from '../secrets/command.ts'
import { serviceTokenCommand } from '../service-tokens/command.ts'
import { adminCommand, tenantCommand } from '../tenants/command.ts'
import { type Surroundings, ownProcess, runIn } from './surroundings.ts'

/** Runs the operator's command with these arguments, and returns its exit status. */
export async function steward(words: readonly string[], given: Omit<Surroundings, 'status'> = ownProcess): Promise<number> {
  const surroundings: Surroundings = { ...given, status: 0 }
  const program = stewardCommand()
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

function stewardCommand(): Command {
  const program = new Command('steward').description('Operate a Steward installation')
  program.addCommand(tenantCommand())
  program.addCommand(adminCommand())
  program.addCommand(flagCommand())
  program.addCommand(licenseCommand())
  program.addCommand(packageCommand())
  program.addCommand(changeCommand())
  program.addCommand(serviceTokenCommand())
  for (const command of databaseCommands()) program.addCommand(command)
  program.addCommand(secretsCommand())
  program.addCommand(feedbackCommand())
  program.addCommand(demoCommand())
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
