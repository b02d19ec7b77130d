import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import { packagePercentage } from '@steward/contract/rules/resource-group-packages'
import { CommandError, runCommand, table } from '../cli/run.ts'
import { tenantIdOf } from '../cli/tenant.ts'
import { listOperatorPackages, sentPackages, setPackages } from '../licenses/package-operator.ts'

/** `steward package …` */
export function packageCommand(): Command {
  const command = new Command('package').description('The packages that resource groups of a tenant can have')
  command
    .command('list')
    .description('The packages of a product, smallest id first')
    .argument('<tenant>')
    .argument('<product>', 'its code, such as RI-RISKMODELER')
    .option('--json', 'answer as JSON')
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
    .description('Set packages from a file of rows as the entitlements ingest takes them; consoles follow within a second')
    .argument('<tenant>')
    .argument('<file>', 'JSON: a list of packages')
    .option('--replace', 'remove all packages that are not in the file')
    .option('--json', 'answer as JSON')
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
    throw new CommandError(`${file} cannot be read.`)
  })
  const { rows, fault } = sentPackages(text)
  if (rows === undefined) throw new CommandError(`${file} is not a list of packages: ${fault}.`)
  return rows
}
