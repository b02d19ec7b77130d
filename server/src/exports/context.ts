import type { Logger } from 'pino'
import type { PermissionName } from '@steward/contract/rules/permissions'
import type { ExportInput } from '@steward/contract/exports/schemas'
import type { ExportOwner } from '../area.ts'
import type { CsvSource } from '../db/csv-copy.ts'
import type { Db } from '../db/pool.ts'
import type { TenantTransaction } from '../db/tenant.ts'
import type { Principal } from '../http/principal.ts'
import type { Message } from '../notifications/publish.ts'

/** Shared by the parts of this area. */
export interface ExportContext {
  db: Db
  log: Logger
  isGranted(principal: Principal, permission: PermissionName): Promise<boolean>
  /** The rows of an export. */
  sourceOf(tenantId: string, input: ExportInput, owner: ExportOwner): CsvSource | Promise<CsvSource>
  publish(tx: TenantTransaction, message: Message): Promise<void>
  settings: {
    publicUrl: string
    /** Total bytes that the files of a tenant can use. */
    bytesPerTenant: number
    /** Chunk size in bytes; small in tests. */
    chunkBytes?: number
    /** Counting gives up after this time; short in tests. */
    longestCountMs?: number
    now: () => Date
  }
}
