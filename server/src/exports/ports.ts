import type { Logger } from 'pino'
import type { PermissionName } from '@steward/contract/rules/permissions'
import type { ExportInput } from '@steward/contract/exports/schemas'
import type { CsvSource } from '../db/csv-copy.ts'
import type { Db } from '../db/pool.ts'
import type { TenantTransaction } from '../db/tenant.ts'
import type { Principal } from '../http/principal.ts'
import type { Message } from '../notifications/index.ts'
import type { SystemEvent } from '../system-log/record.ts'
import type { SigningKeys } from '../session/signing-keys.ts'

/** What this area needs from others. */
export interface TemporaryFilesPorts {
  db: Db
  log: Logger
  keys: SigningKeys
  isGranted(principal: Principal, permission: PermissionName): Promise<boolean>
  isSessionOpen(tenantId: string, sessionId: string): Promise<boolean>
  /** What an export holds. */
  sourceOf(tenantId: string, input: ExportInput): CsvSource
  announce(tx: TenantTransaction, message: Message): Promise<void>
  recordEvent(tx: TenantTransaction, event: SystemEvent): Promise<void>
  settings: {
    publicUrl: string
    /** Bytes that the files of a tenant may take together. */
    bytesPerTenant: number
    /** Bytes of a file that are written and read at once; tests make them few. */
    chunkBytes?: number
    now: () => Date
  }
}
