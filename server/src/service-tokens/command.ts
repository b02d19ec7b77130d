import { Command } from 'commander'
import { type ProductCode, products } from '@steward/contract/catalog/products'
import { type ServiceScope, isProductScope, serviceScopes } from '@steward/contract/http'
import { type Answer, type CommandContext, CommandError, runCommand, table } from '../cli/run.ts'
import { constraintOf } from '../db/constraint.ts'
import { createServiceToken, listServiceTokens, revokeServiceToken } from './operator.ts'
import { findTenant } from '../db/find-tenant.ts'

interface CreateOptions {
  json?: boolean
  tenant?: string
  allTenants?: boolean
  scope: string[]
  product?: string
  expiresInDays?: string
}

/** `steward service-token …` */
export function serviceTokenCommand(): Command {
  const token = new Command('service-token').description('Manage the tokens of platform services')
  token
    .command('create')
    .description('Create a token; it is shown only once')
    .argument('<name>', 'name of the service, for audit and system logs')
    .option('--tenant <name>', 'for this tenant only')
    .option('--all-tenants', 'for every tenant, including future ones')
    .requiredOption('--scope <scope...>', `what it can send: ${serviceScopes.join(', ')}`)
    .option('--product <code>', 'the product that it reports for; required for the scopes jobs and metrics')
    .option('--expires-in-days <days>', 'days until it expires; by default it never does')
    .option('--json', 'print JSON')
    .action((name: string, options: CreateOptions) => runCommand(options, (context) => create(context, name, options)))
  token
    .command('list')
    .description('List all active tokens')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) => runCommand(options, list))
  token
    .command('revoke')
    .description('Revoke a token immediately')
    .argument('<name>')
    .option('--json', 'print JSON')
    .action((name: string, options: { json?: boolean }) =>
      runCommand(options, async ({ program }) => {
        if (!(await revokeServiceToken(program.db, name))) throw new CommandError(`There is no service token called ${name}.`)
        return { data: { tokenName: name, isRevoked: true }, text: `Service token ${name} was revoked.` }
      }),
    )
  return token
}

async function create({ program }: CommandContext, tokenName: string, options: CreateOptions): Promise<Answer> {
  if ((options.tenant === undefined) === (options.allTenants !== true)) {
    throw new CommandError('Choose whose data the token can access: --tenant <name> or --all-tenants.')
  }
  const tenant = options.tenant === undefined ? null : await findTenant(program.db, options.tenant)
  if (tenant === undefined) throw new CommandError(`There is no tenant called ${options.tenant}.`)
  const scopes = options.scope.map(knownScope)
  const productCode = productOf(options.product, scopes)
  const made = await createServiceToken(program.db, {
    tokenName,
    tenant: tenant && { tenantId: tenant.tenant_id, tenantName: tenant.tenant_name },
    scopes,
    productCode,
    expiresAt: expiryOf(options.expiresInDays),
  }).catch((error: unknown) => {
    const constraint = constraintOf(error)
    if (constraint === 'service_token_name_unique') throw new CommandError(`A service token called ${tokenName} already exists.`)
    if (constraint === 'service_token_name_form')
      throw new CommandError(`${tokenName} isn’t a valid token name. Use up to 64 letters, digits, spaces, dots and hyphens.`)
    throw error
  })
  return { data: made, text: `${made.token}\nThe token is shown only once; only its digest is stored.` }
}

/** @throws {CommandError} */
function knownScope(text: string): ServiceScope {
  const scope = serviceScopes.find((known) => known === text)
  if (!scope) throw new CommandError(`${text} isn’t a scope. Scopes: ${serviceScopes.join(', ')}.`)
  return scope
}

/** @throws {CommandError} */
function productOf(text: string | undefined, scopes: readonly ServiceScope[]): ProductCode | null {
  const scope = scopes.find(isProductScope)
  if (text === undefined) {
    if (scope !== undefined) throw new CommandError(`The scope ${scope} needs a product: --product <code>.`)
    return null
  }
  if (scope === undefined) throw new CommandError('--product needs the scope jobs or metrics.')
  const product = products.find(({ productCode }) => productCode === text.toUpperCase())
  if (!product) throw new CommandError(`There is no product ${text}.`)
  return product.productCode
}

/** @throws {CommandError} */
function expiryOf(days: string | undefined): Date | null {
  if (days === undefined) return null
  if (!/^[1-9]\d{0,3}$/.test(days)) throw new CommandError(`${days} isn’t a number of days from 1 to 9999.`)
  return new Date(Date.now() + Number(days) * 86_400_000)
}

async function list({ program }: CommandContext): Promise<Answer> {
  const tokens = await listServiceTokens(program.db)
  const rows = tokens.map((one) => [
    one.tokenName,
    `${one.prefix}…`,
    one.tenantName ?? '(all)',
    one.scopes.join(', '),
    one.productCode ?? (serviceScopes.some((scope) => isProductScope(scope) && one.scopes.includes(scope)) ? '(all)' : '-'),
    one.lastUsedAt ?? 'never',
    one.expiresAt ?? 'never',
  ])
  return { data: tokens, text: table(['Name', 'Token', 'Tenant', 'Scopes', 'Product', 'Last used', 'Expires'], rows) }
}
