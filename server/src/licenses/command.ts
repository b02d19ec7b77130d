import { Command } from 'commander'
import { skus } from '@steward/contract/catalog/packages'
import { CommandError, runCommand, table } from '../cli/run.ts'
import { tenantIdOf } from '../cli/tenant.ts'
import { listOperatorLicenses, removeLicenses, setLicense } from './operator.ts'

interface SetOptions {
  json?: boolean
  package?: string
  until: string
}

/** `steward license …` */
export function licenseCommand(): Command {
  const license = new Command('license').description('Manage the licenses of a tenant')
  license
    .command('list')
    .description('List the application licenses of a tenant')
    .argument('<tenant>')
    .option('--json', 'print JSON')
    .action((tenantName: string, options: { json?: boolean }) =>
      runCommand(options, async ({ program }) => {
        const licenses = await listOperatorLicenses(program.db, await tenantIdOf(program.db, tenantName))
        const rows = licenses.map((one) => [one.productCode, one.packageName, one.endDate, one.licensed ? 'licensed' : 'lapsed'])
        return { data: licenses, text: table(['Product', 'Package', 'Ends', 'State'], rows) }
      }),
    )
  license
    .command('set')
    .description('Add a license for a package of a product, or change when it ends; consoles update within a second')
    .argument('<tenant>')
    .argument('<product>', 'its code, such as RI-RISKMODELER')
    .requiredOption('--until <date>', 'when it ends: a date such as 2027-03-31 (midnight UTC), or an ISO 8601 time')
    .option('--package <name>', 'the package; optional if the product has only one')
    .option('--json', 'print JSON')
    .action((tenantName: string, product: string, options: SetOptions) =>
      runCommand(options, async ({ program }) => {
        const license = { ...knownPackage(product, options.package), endDate: endOf(options.until) }
        const before = await setLicense(program.db, await tenantIdOf(program.db, tenantName), license)
        const data = { tenantName, ...license, endDate: license.endDate.toISOString(), before: before?.toISOString() ?? null }
        const was = before === null ? '' : ` (was until ${before.toISOString()})`
        return { data, text: `${tenantName} is licensed for ${license.productCode} ${license.packageName} until ${data.endDate}${was}.` }
      }),
    )
  license
    .command('remove')
    .description('Remove a license immediately; no data of the product is deleted')
    .argument('<tenant>')
    .argument('<product>')
    .option('--package <name>', 'only this package')
    .option('--json', 'print JSON')
    .action((tenantName: string, product: string, options: { json?: boolean; package?: string }) =>
      runCommand(options, async ({ program }) => {
        // The catalog doesn't know every licensed package, so removal takes the stored one.
        const removed = await removeLicenses(program.db, await tenantIdOf(program.db, tenantName), product.toUpperCase(), options.package)
        if (removed === 0) throw new CommandError(`${tenantName} has no such license for ${product}.`)
        return { data: { tenantName, productCode: product.toUpperCase(), removed }, text: `Removed from ${tenantName}: ${removed}.` }
      }),
    )
  return license
}

/** @throws {CommandError} */
function knownPackage(product: string, packageName: string | undefined): { productCode: string; packageName: string } {
  const sku = skus.find((one) => one.productCode.toLowerCase() === product.toLowerCase())
  if (!sku) throw new CommandError(`There is no product ${product}. Products: ${skus.map((one) => one.productCode).join(', ')}.`)
  const names = sku.packages.map((one) => one.packageName)
  const [first] = names
  const found = packageName === undefined ? (names.length === 1 ? first : undefined) : names.find((name) => isAlike(name, packageName))
  if (found === undefined) throw new CommandError(`Choose a package of ${sku.productCode} with --package: ${names.join(', ')}.`)
  return { productCode: sku.productCode, packageName: found }
}

const isAlike = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** @throws {CommandError} */
function endOf(text: string): Date {
  const end = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text) ? new Date(text) : undefined
  if (!end || Number.isNaN(end.getTime())) throw new CommandError(`${text} isn’t a date such as 2027-03-31.`)
  return end
}
