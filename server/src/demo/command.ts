import { Command, InvalidArgumentError } from 'commander'
import { CommandError, runCommand } from '../cli/run.ts'
import { createDemo, signInHint } from './first-start.ts'
import { addUsers } from './fixtures.ts'
import { findTenant } from '../db/find-tenant.ts'

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1 || value > 10_000_000) {
    throw new InvalidArgumentError('Use a whole number from 1 to 10,000,000.')
  }
  return value
}

export function demoCommand(): Command {
  return new Command('demo')
    .description('Create the demo tenant if it doesn’t exist; with --users, add that many users to a tenant')
    .option('--users <n>', 'users to add, without history', wholeNumber)
    .option('--groups-per-user <n>', 'groups for each new user', wholeNumber, 5)
    .option('--tenant <name>', 'tenant to add them to', 'demo')
    .option('--json', 'print JSON')
    .action((options: { users?: number; groupsPerUser: number; tenant: string; json?: boolean }) =>
      runCommand(options, async ({ config, program }) => {
        const known = await findTenant(program.db, options.tenant)
        const created = !known && options.tenant === 'demo' ? await createDemo(program.db, config) : undefined
        const tenant = known ?? (await findTenant(program.db, options.tenant))
        if (!tenant) throw new CommandError(`There is no tenant called ${options.tenant}.`)
        if (!created && !options.users) throw new CommandError('The demo tenant already exists.')
        const lines = created ? [signInHint(created, config)] : []
        if (!options.users) return { data: { tenantName: options.tenant }, text: lines.join('\n') }
        const report = await addUsers(program.db, tenant.tenant_id, {
          users: options.users,
          groupsPerUser: options.groupsPerUser,
          domain: `${options.tenant}.example`,
        })
        lines.push(
          `Added ${report.users} users with ${report.memberships} memberships to ${options.tenant} in ${(report.milliseconds / 1000).toFixed(1)} s.`,
        )
        return { data: report, text: lines.join('\n') }
      }),
    )
}
