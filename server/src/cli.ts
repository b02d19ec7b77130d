import { Command } from 'commander'
import { demoCommand } from './demo/command.ts'
import { databaseCommands } from './db/command.ts'
import { adminCommand, tenantCommand } from './tenants/command.ts'

/** `npm run steward -- …`: the operator's command on the server's machine. */
const program = new Command('steward')
  .description('Operates a Steward installation')
  .showHelpAfterError()
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))

program.addCommand(tenantCommand())
program.addCommand(adminCommand())
for (const command of databaseCommands()) program.addCommand(command)
program.addCommand(demoCommand())

await program.parseAsync()
