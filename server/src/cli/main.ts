import { Command } from 'commander'
import { demoCommand } from '../demo/command.ts'
import { feedbackCommand } from '../help/command.ts'
import { databaseCommands } from '../db/command.ts'
import { licenseCommand } from '../licenses/command.ts'
import { flagCommand } from '../flags/command.ts'
import { serviceTokenCommand } from '../service-tokens/command.ts'
import { adminCommand, tenantCommand } from '../tenants/command.ts'

/** `npm run steward -- …`: the operator's command, run on the server. */
const program = new Command('steward').description('Operates a Steward installation')

program.addCommand(tenantCommand())
program.addCommand(adminCommand())
program.addCommand(flagCommand())
program.addCommand(licenseCommand())
program.addCommand(serviceTokenCommand())
for (const command of databaseCommands()) program.addCommand(command)
program.addCommand(feedbackCommand())
program.addCommand(demoCommand())

refuseWithTwo(program)
await program.parseAsync()

/** Usage errors exit with status 2; complete commands added to a parent don't inherit this from it. */
function refuseWithTwo(command: Command): void {
  command.showHelpAfterError().exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  for (const part of command.commands) refuseWithTwo(part)
}
