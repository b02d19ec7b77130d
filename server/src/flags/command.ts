import { Command } from 'commander'
import { type FlagName, featureFlags } from '@steward/contract/catalog/flags'
import type { FlagInput } from '@steward/contract/rules/permission-inputs'
import { type Answer, type CommandContext, CommandError, runCommand, table } from '../cli/run.ts'
import type { Db } from '../db/pool.ts'
import {
  type FlagScope,
  type FlagState,
  type FlagValue,
  decideFor,
  findUser,
  flagText,
  readFlagStates,
  setFlag,
  stopFlag,
} from './operator.ts'
import { findTenant } from '../db/find-tenant.ts'

interface ScopeOptions {
  json?: boolean
  tenant?: string
  user?: string
}

const precedence = `
What is narrower wins: stopped, then the user, the tenant, everyone, and last the default of the catalog.
A share that grows keeps the users it already has. Consoles and servers update within a second.`

/** `steward flag …` */
export function flagCommand(): Command {
  const flag = new Command('flag').description('Turn features on and off: for everyone, a tenant, a user, or a share of the users')
  scoped(flag.command('list').description('List all feature flags; with a tenant or user, their values there')).action(
    (options: ScopeOptions) => runCommand(options, (context) => list(context, options)),
  )
  scoped(flag.command('get').description('Show the settings of a flag; with a tenant or user, its value there and why'))
    .argument('<flag>')
    .action((name: string, options: ScopeOptions) => runCommand(options, (context) => get(context, knownFlag(name), options)))
  scoped(flag.command('set').description('Set a flag for everyone, a tenant or a user'))
    .argument('<flag>')
    .argument('<value>', 'on, off, or a share of the users, such as 25%')
    .addHelpText('after', precedence)
    .action((name: string, value: string, options: ScopeOptions) =>
      runCommand(options, (context) => change(context, knownFlag(name), options, valueOf(value))),
    )
  scoped(flag.command('unset').description('Remove the setting for everyone, a tenant or a user'))
    .argument('<flag>')
    .action((name: string, options: ScopeOptions) => runCommand(options, (context) => change(context, knownFlag(name), options, null)))
  for (const [verb, isStopped, description] of [
    ['stop', true, 'Turn a flag off for everyone immediately, regardless of its settings, which are kept'],
    ['resume', false, 'Use the settings of a stopped flag again'],
  ] as const) {
    flag
      .command(verb)
      .description(description)
      .argument('<flag>')
      .option('--json', 'print JSON')
      .action((name: string, options: { json?: boolean }) => runCommand(options, (context) => stop(context, knownFlag(name), isStopped)))
  }
  return flag
}

function scoped(command: Command): Command {
  return command
    .option('--tenant <name>', 'for this tenant')
    .option('--user <username>', 'for this user of the tenant')
    .option('--json', 'print JSON')
}

/** @throws {CommandError} */
function knownFlag(name: string): FlagName {
  const found = featureFlags.find((flag) => flag.flagName.toLowerCase() === name.toLowerCase())
  if (!found) throw new CommandError(`There is no feature flag called ${name}. \`steward flag list\` shows them all.`)
  return found.flagName
}

/** @throws {CommandError} */
function valueOf(text: string): FlagValue {
  if (text === 'on' || text === 'off') return { isEnabled: text === 'on', percentage: null }
  const percentage = /^(\d{1,2})%?$/.exec(text)?.[1]
  if (percentage === undefined || Number(percentage) === 0) {
    throw new CommandError(`${text} isn’t a value for a flag. Use on, off, or a share from 1% to 99%.`)
  }
  return { isEnabled: true, percentage: Number(percentage) }
}

/** @throws {CommandError} if the tenant or user doesn't exist */
async function scopeOf(db: Db, { tenant: tenantName, user: username }: ScopeOptions): Promise<FlagScope> {
  if (tenantName === undefined) {
    if (username !== undefined) throw new CommandError('--user requires --tenant.')
    return { kind: 'everyone' }
  }
  const tenant = await findTenant(db, tenantName)
  if (!tenant) throw new CommandError(`There is no tenant called ${tenantName}.`)
  const found = { tenantId: tenant.tenant_id, tenantName: tenant.tenant_name }
  if (username === undefined) return { kind: 'tenant', ...found }
  const user = await findUser(db, tenant.tenant_id, username)
  if (!user) throw new CommandError(`${tenantName} has no user called ${username}.`)
  return { kind: 'user', ...found, userId: user.user_id, username: user.username }
}

const scopeText = (scope: FlagScope): string =>
  scope.kind === 'everyone'
    ? 'everyone'
    : scope.kind === 'tenant'
      ? `tenant ${scope.tenantName}`
      : `${scope.username} of ${scope.tenantName}`

/** Added to every output while another service decides. */
const serviceNote = ({ config }: CommandContext): string =>
  config.flagService === undefined
    ? ''
    : `\nThe flag service at ${config.flagService.url} decides (FLAGS_OFREP_URL). These settings apply to flags it doesn’t know; stopped flags are always off.`

async function list(context: CommandContext, options: ScopeOptions): Promise<Answer> {
  const { db } = context.program
  const scope = await scopeOf(db, options)
  if (scope.kind === 'everyone') {
    const states = await readFlagStates(db, allFlags)
    const rows = states.map((state) => [
      state.flagName,
      everyoneText(state),
      ...[state.tenants, state.users].map(({ length }) => (length === 0 ? '' : String(length))),
      state.description,
    ])
    return { data: states, text: table(['Flag', 'Everyone', 'Tenants', 'Users', 'Feature'], rows) + serviceNote(context) }
  }
  const facts = await decideFor(db, scope)
  const decided = featureFlags.flatMap(({ flagName, description }) => {
    const fact = facts[flagName]
    return fact ? [{ flagName, ...fact, description }] : []
  })
  const rows = decided.map((one) => [one.flagName, valueText(one, scope), reasonText(one), one.description])
  return { data: decided, text: table(['Flag', 'Value', 'Reason', 'Feature'], rows) + serviceNote(context) }
}

const allFlags = featureFlags.map(({ flagName }) => flagName)

async function get(context: CommandContext, flagName: FlagName, options: ScopeOptions): Promise<Answer> {
  const { db } = context.program
  const scope = await scopeOf(db, options)
  if (scope.kind !== 'everyone') {
    const fact = (await decideFor(db, scope))[flagName]
    if (!fact) throw new CommandError(`There is no feature flag called ${flagName}.`)
    const text = `${flagName} is ${valueText(fact, scope)} for ${scopeText(scope)}: ${reasonText(fact)}.`
    return { data: { flagName, ...fact }, text: text + serviceNote(context) }
  }
  const [state] = await readFlagStates(db, [flagName])
  if (!state) throw new CommandError(`There is no feature flag called ${flagName}.`)
  const lines = [
    `${flagName}: ${state.description}`,
    `  default        ${state.byDefault ? 'on' : 'off'}`,
    `  everyone       ${flagText(state.everyone)}${state.isStopped ? ' (stopped)' : ''}`,
    ...state.tenants.map((one) => `  tenant         ${one.tenantName}: ${flagText(one)}`),
    ...state.users.map((one) => `  user           ${one.username} of ${one.tenantName}: ${one.isEnabled ? 'on' : 'off'}`),
  ]
  return { data: state, text: lines.join('\n') + serviceNote(context) }
}

async function change(context: CommandContext, flagName: FlagName, options: ScopeOptions, value: FlagValue | null): Promise<Answer> {
  const { db } = context.program
  const scope = await scopeOf(db, options)
  if (scope.kind === 'user' && value !== null && value.percentage !== null) {
    throw new CommandError('For a user, a flag is on or off. Only everyone or a tenant can have a share.')
  }
  const before = await setFlag(db, flagName, scope, value)
  const now = flagText(value)
  const was = flagText(before)
  const said = was === now ? 'already was' : 'is'
  const text = `${flagName} ${said} ${now} for ${scopeText(scope)}${was === now ? '' : ` (was ${was})`}.`
  return { data: { flagName, scope: scope.kind, value: now, before: was, isChanged: was !== now }, text: text + serviceNote(context) }
}

async function stop(context: CommandContext, flagName: FlagName, isStopped: boolean): Promise<Answer> {
  const isChanged = await stopFlag(context.program.db, flagName, isStopped)
  const text = isStopped
    ? `${flagName} ${isChanged ? 'is' : 'already was'} stopped: off for everyone until \`steward flag resume ${flagName}\`.`
    : `${flagName} ${isChanged ? 'uses its settings again' : 'was not stopped'}.`
  return { data: { flagName, isStopped, isChanged }, text }
}

function everyoneText(state: FlagState): string {
  if (state.isStopped) return 'stopped'
  return state.everyone === null ? `${state.byDefault ? 'on' : 'off'} (default)` : flagText(state.everyone)
}

/** A tenant as a whole has no place in a share. */
const valueText = (fact: FlagInput, scope: FlagScope): string =>
  fact.percentage !== undefined && scope.kind === 'tenant' ? `on for ${fact.percentage}% of its users` : fact.value ? 'on' : 'off'

function reasonText({ source, percentage }: FlagInput): string {
  const share = percentage === undefined ? '' : `, to ${percentage}%`
  switch (source) {
    case 'stopped':
      return 'stopped for everyone'
    case 'user':
      return 'set for the user'
    case 'tenant':
      return `set for the tenant${share}`
    case 'preview':
      return 'a preview that the tenant chose'
    case 'everyone':
      return `set for everyone${share}`
    case 'default':
      return 'the default'
    case 'service':
      return 'by the flag service'
  }
}
