import type { Logger } from 'pino'
import type { PermissionName } from '@steward/contract/rules/permissions'
import type { ChangeListener } from '../db/listen.ts'
import type { Db } from '../db/pool.ts'
import type { Principal } from '../http/principal.ts'
import type { Hub } from '../live/hub.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { ExpirySource } from '../area.ts'

/** Shared by the parts of this area. */
export interface NotificationContext {
  db: Db
  log: Logger
  changes: ChangeListener
  mailer: Pick<Mailer, 'deliver'>
  isGranted(principal: Principal, permission: PermissionName): Promise<boolean>
  /** Returns which of these users of a tenant have a permission; in a fixed number of queries. */
  usersGranted(tenantId: string, permission: PermissionName, userIds: readonly string[]): Promise<Set<string>>
  /** Everything that can expire, of every area. */
  expirySources(): readonly ExpirySource[]
  settings: {
    /** Without a trailing slash. */
    publicUrl: string
    now: () => Date
  }
}

/** The consoles of this process, available once the websocket is registered. */
export type Consoles = Pick<Hub, 'tenants' | 'usersOf' | 'tell'>
