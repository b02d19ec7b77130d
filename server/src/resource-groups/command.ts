import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import { packagePercentage } from '@steward/contract/rules/resource-group-packages'
import { CommandError, runCommand, table } from '../cli/run.ts'
import { tenantIdOf } from '../cli/tenant.ts'
import { listOperatorPackages, sentPackages, setPackages } from '../licenses/package-operator.ts'

/** `steward package …` */
export function packageCommand(): Command {
  const command = new Command('package').description('Manage the packages for resource groups of a tenant')
  command
    .command('list')
    .description('List the packages of a product by id')
    .argument('<tenant>')
    .argument('<product>', 'its code, such as RI-RISKMODELER')
    .option('--json', 'print JSON')
    .action((tenantName: string, product: string, options: { json?: boolean }) =>
      runCommand(options, async ({ program }) => {
        const packages = await listOperatorPackages(program.db, await tenantIdOf(program.db, tenantName), product.toUpperCase())
        const rows = packages.map((one) => [
          one.resourceGroupPackageId,
          one.packageName,
          `${packagePercentage(one.resourceGroupPackageId, packages)}%`,
          one.isUncreatable ? 'no longer offered' : 'offered',
        ])
        return { data: packages, text: table(['Id', 'Name', 'Share', 'State'], rows) }
      }),
    )
  command
    .command('set')
    .description('Set packages from a file with rows as in the entitlements ingest; consoles update within a second')
    .argument('<tenant>')
    .argument('<file>', 'JSON: a list of packages')
    .option('--replace', 'remove all packages that aren’t in the file')
    .option('--json', 'print JSON')
    .action((tenantName: string, file: string, options: { json?: boolean; replace?: boolean }) =>
      runCommand(options, async ({ program }) => {
        const rows = await packagesIn(file)
        const counts = await setPackages(program.db, await tenantIdOf(program.db, tenantName), rows, options.replace === true)
        const text = `Packages of ${tenantName}: ${counts.created} created, ${counts.updated} changed, ${counts.removed} removed.`
        return { data: { tenantName, ...counts }, text }
      }),
    )
  return command
}

/** @throws {CommandError} */
async function packagesIn(file: string) {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`Can’t read ${file}.`)
  })
  const { rows, fault } = sentPackages(text)
  if (rows === undefined) throw new CommandError(`${file} isn’t a list of packages: ${fault}.`)
  return rows
}
