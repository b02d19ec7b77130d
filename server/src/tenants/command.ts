import { Command } from 'commander'
import { emailAddress, userName } from '@steward/contract/rules/names'
import { CommandError, runCommand, table } from '../cli/run.ts'
import { tenantIdOf } from '../cli/tenant.ts'
import { withApp } from '../cli/with-app.ts'
import { constraintOf } from '../db/constraint.ts'
import type { Db } from '../db/pool.ts'
import { asOwner, operator } from '../db/tenant.ts'
import { isException } from '../outgoing/address.ts'
import { isTenantSettingKey, resetTenantSettings, tenantSettingKeys } from './settings/reset.ts'
import { inviteAdministrator } from './invite.ts'
import { createTenant, internalProvidersOf, listTenants, setInternalProviders, setLicenseCode, setTenantStatus } from './service.ts'
import { findTenant } from '../db/find-tenant.ts'

/** More would be a list of networks, which belongs in the settings of the installation. */
const mostInternalProviders = 100
const licenseCode = /^[\w.-]{0,100}$/

interface PersonOptions {
  json?: boolean
  givenName: string
  familyName: string
}

function checkedPerson(email: string, { givenName, familyName }: PersonOptions) {
  const address = emailAddress.safeParse(email)
  if (!address.success) throw new CommandError(`${email} isn’t an email address.`)
  for (const name of [givenName, familyName]) {
    if (!userName.safeParse(name).success) throw new CommandError(`“${name}” isn’t a valid name for a person.`)
  }
  return { email: address.data, givenName, familyName }
}

/** Sets them if any are given, and returns what is allowed then. @throws CommandError */
async function changeInternalProviders(db: Db, tenantName: string, addresses: readonly string[], isNone: boolean): Promise<string[]> {
  if (isNone && addresses.length > 0) throw new CommandError('Give either addresses or --none, not both.')
  const wrong = addresses.find((address) => !isException(address))
  if (wrong !== undefined) throw new CommandError(`“${wrong}” isn’t an address, a range such as 10.1.0.0/16, or a host name.`)
  const wanted = [...new Set(addresses.map((address) => address.toLowerCase()))]
  if (wanted.length > mostInternalProviders) throw new CommandError(`A tenant can have ${mostInternalProviders} addresses. Use ranges.`)
  const tenantId = await tenantIdOf(db, tenantName)
  if (isNone || wanted.length > 0) await setInternalProviders(db, tenantId, wanted)
  return internalProvidersOf(db, tenantId)
}

export function tenantCommand(): Command {
  const tenant = new Command('tenant').description('Create, list, disable and enable tenants')
  tenant
    .command('create')
    .description('Create a tenant with its reserved group and role, and invite its first administrator')
    .argument('<name>', 'lowercase letters, digits and hyphens; people type it when they sign in')
    .requiredOption('--display-name <text>', 'the name of the company')
    .requiredOption('--admin-email <address>', 'email address of the first administrator, who gets an invitation')
    .option('--admin-given-name <name>', 'given name of the first administrator', 'Tenant')
    .option('--admin-family-name <name>', 'family name of the first administrator', 'Administrator')
    .option('--json', 'print JSON')
    .action(
      (
        name: string,
        options: { json?: boolean; displayName: string; adminEmail: string; adminGivenName: string; adminFamilyName: string },
      ) =>
        runCommand(options, (context) =>
          withApp(context, async (app) => {
            const person = checkedPerson(options.adminEmail, {
              givenName: options.adminGivenName,
              familyName: options.adminFamilyName,
            })
            const wanted = { tenantName: name, displayName: options.displayName, administrator: person }
            const created = await asOwner(context.program.db, 'operator', (tx) => createTenant(tx, wanted), { actor: operator }).catch(
              (error: unknown) => {
                const constraint = constraintOf(error)
                if (constraint === 'tenant_name_unique') throw new CommandError(`A tenant called ${name} already exists.`)
                if (constraint === 'tenant_name_form')
                  throw new CommandError(`${name} isn’t a valid tenant name. Use lowercase letters, digits and hyphens.`)
                throw error
              },
            )
            await asOwner(context.program.db, 'operator', (tx) => app.session.links.sendActivations(tx, [created.userId]), {
              tenantId: created.tenantId,
              actor: operator,
            })
            const { tenantId, tenantName, userId } = created
            return {
              data: { tenantId, tenantName, userId, email: person.email },
              text: `Created tenant ${tenantName} and sent an invitation to ${person.email}.`,
            }
          }),
        ),
    )
  tenant
    .command('list')
    .description('List all tenants')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) =>
      runCommand(options, async ({ program }) => {
        const tenants = await listTenants(program.db)
        const rows = tenants.map((one) => [
          one.tenantName,
          one.displayName,
          one.status,
          String(one.userCount),
          one.createdTime.slice(0, 10),
        ])
        return { data: tenants, text: table(['Name', 'Company', 'Status', 'Users', 'Since'], rows) }
      }),
    )
  for (const [verb, status, said] of [
    ['disable', 'Disabled', 'No one can sign in, and all sessions have ended.'],
    ['enable', 'Active', 'People can sign in again.'],
  ] as const) {
    tenant
      .command(verb)
      .description(
        verb === 'disable' ? 'Block sign-in to a tenant and end its sessions; nothing is deleted' : 'Allow sign-in to a tenant again',
      )
      .argument('<name>')
      .option('--json', 'print JSON')
      .action((name: string, options: { json?: boolean }) =>
        runCommand(options, async ({ program }) => {
          if (!(await setTenantStatus(program.db, name, status))) throw new CommandError(`There is no tenant called ${name}.`)
          return { data: { tenantName: name, status }, text: `Tenant ${name} was ${verb}d. ${said}` }
        }),
      )
  }
  tenant
    .command('license-code')
    .description('Set the license code of a tenant for the guidance script; an empty one removes it')
    .argument('<name>')
    .argument('<code>')
    .option('--json', 'print JSON')
    .action((name: string, code: string, options: { json?: boolean }) =>
      runCommand(options, async ({ program }) => {
        if (!licenseCode.test(code))
          throw new CommandError(`“${code}” isn’t a valid license code. Use up to 100 letters, digits, dots, hyphens and underscores.`)
        if (!(await setLicenseCode(program.db, name, code))) throw new CommandError(`There is no tenant called ${name}.`)
        const text = code === '' ? `Removed the license code of tenant ${name}.` : `The license code of tenant ${name} is ${code}.`
        return { data: { tenantName: name, licenseCode: code }, text }
      }),
    )
  tenant
    .command('internal-providers')
    .description('Allow identity providers at internal addresses for a tenant, also over plain http; without addresses, show them')
    .argument('<name>')
    .argument('[addresses...]', 'addresses, ranges and host names; they replace the current ones')
    .option('--none', 'remove them all')
    .option('--json', 'print JSON')
    .action((name: string, addresses: string[], options: { json?: boolean; none?: boolean }) =>
      runCommand(options, async ({ program }) => {
        const internalProviders = await changeInternalProviders(program.db, name, addresses, options.none ?? false)
        const text =
          internalProviders.length === 0
            ? `Tenant ${name} can use public identity providers, and those of STEWARD_INTERNAL_PROVIDERS.`
            : `Tenant ${name} can also use internal identity providers at ${internalProviders.join(', ')}.`
        return { data: { tenantName: name, internalProviders }, text }
      }),
    )
  tenant
    .command('reset-settings')
    .description('Reset settings to their defaults, for example for a tenant that has locked itself out')
    .argument('<name>')
    .option('--key <key...>', `only these: ${tenantSettingKeys.join(', ')}`)
    .option('--json', 'print JSON')
    .action((name: string, options: { json?: boolean; key?: string[] }) =>
      runCommand(options, async ({ program }) => {
        const wanted = options.key ?? [...tenantSettingKeys]
        const keys = wanted.filter(isTenantSettingKey)
        const unknown = wanted.find((key) => !isTenantSettingKey(key))
        if (unknown !== undefined) throw new CommandError(`There is no setting ${unknown}. Settings: ${tenantSettingKeys.join(', ')}.`)
        const found = await findTenant(program.db, name)
        if (!found) throw new CommandError(`There is no tenant called ${name}.`)
        const reset = await resetTenantSettings(program.db, found.tenant_id, keys, operator)
        const text = reset.length === 0 ? 'All settings already have their defaults.' : `Reset to defaults: ${reset.join(', ')}.`
        return { data: { tenantName: name, reset }, text }
      }),
    )
  return tenant
}

export function adminCommand(): Command {
  const admin = new Command('admin').description('Manage the administrators of a tenant')
  admin
    .command('invite')
    .description('Make someone an administrator and email them a link to set a password')
    .argument('<tenant>')
    .argument('<email>')
    .option('--given-name <name>', 'for a new user', 'Tenant')
    .option('--family-name <name>', 'for a new user', 'Administrator')
    .option('--json', 'print JSON')
    .action((tenantName: string, email: string, options: PersonOptions) =>
      runCommand(options, (context) =>
        withApp(context, async (app) => {
          const person = checkedPerson(email, options)
          const { links } = app.session
          const invited = await inviteAdministrator(context.program.db, { tenantName, ...person }, (tx, userIds) =>
            links.sendActivations(tx, userIds),
          )
          if (!invited) throw new CommandError(`There is no tenant called ${tenantName}.`)
          if (!invited.isPending) {
            await links.requestReset(tenantName, person.email, { address: undefined, userAgent: 'steward admin invite', requestId: '' })
          }
          const what = invited.isPending ? 'was invited' : 'is an administrator and was emailed a link to set a new password'
          return { data: { ...invited, email: person.email }, text: `${person.email} ${what}.` }
        }),
      ),
    )
  return admin
}
