import { userInfo } from 'node:os'
import { z } from 'zod'
import { type SentPackage, sentPackageSchema } from '@steward/contract/licenses/schemas'
import type { Db } from '../db/pool.ts'
import { asOwner, operator } from '../db/tenant.ts'
import { rowFaults } from './ingest-rows.ts'
import { recordEvent } from '../system-log/record.ts'
import { type StoredPackage, derivePackages, packagesOf, writePackages } from '../resource-groups/packages.ts'

/** Packages of resource groups for the operator; not reachable over HTTP. */

const list = z.array(sentPackageSchema).min(1)

/** The packages in a file, or what is wrong with it. */
export function sentPackages(text: string): { rows?: SentPackage[]; fault: string } {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return { fault: 'it is not JSON' }
  }
  const read = list.safeParse(given)
  if (!read.success) {
    const [issue] = read.error.issues
    return { fault: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` }
  }
  const [fault] = rowFaults({ tenantName: '', kind: 'package', version: 1, mode: 'merge', rows: read.data })
  return fault ? { fault: `${fault.field}: ${fault.code}` } : { rows: read.data, fault: '' }
}

export const listOperatorPackages = (db: Db, tenantId: string, productCode: string): Promise<StoredPackage[]> =>
  asOwner(db, 'operator', (tx) => packagesOf(tx, productCode), { tenantId, readOnly: true })

/** Writes packages; with `isComplete` all others of the tenant go. Returns how many changed. */
export const setPackages = (db: Db, tenantId: string, rows: readonly SentPackage[], isComplete: boolean) =>
  asOwner(
    db,
    'operator',
    async (tx) => {
      const counts = await writePackages(tx, tenantId, rows, isComplete)
      await derivePackages(tx, tenantId)
      await recordEvent(tx, {
        kind: 'license_changed',
        outcome: 'success',
        username: `${operator.name} (${userInfo().username})`,
        userAgent: 'steward package',
        details: { change: 'packages', ...counts },
      })
      return counts
    },
    { tenantId, actor: operator },
  )
