import type { Logger } from 'pino'
import type { PermissionName } from '@steward/contract/rules/permissions'
import type { ExportInput } from '@steward/contract/exports/schemas'
import type { CsvSource } from '../db/csv-copy.ts'
import type { Db } from '../db/pool.ts'
import type { TenantTransaction } from '../db/tenant.ts'
import type { Principal } from '../http/principal.ts'
import type { Message } from '../notifications/publish.ts'

/** What the parts of this area share. */
export interface ExportContext {
  db: Db
  log: Logger
  isGranted(principal: Principal, permission: PermissionName): Promise<boolean>
  /** The rows of an export. */
  sourceOf(tenantId: string, input: ExportInput): CsvSource
  publish(tx: TenantTransaction, message: Message): Promise<void>
  settings: {
    publicUrl: string
    /** Bytes that the files of a tenant may take together. */
    bytesPerTenant: number
    /** Bytes of a file that are written and read at once; tests make them few. */
    chunkBytes?: number
    now: () => Date
  }
}
