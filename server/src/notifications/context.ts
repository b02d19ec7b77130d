import type { Logger } from 'pino'
import type { PermissionName } from '@steward/contract/rules/permissions'
import type { ChangeListener } from '../db/listen.ts'
import type { Db } from '../db/pool.ts'
import type { Principal } from '../http/principal.ts'
import type { Hub } from '../live/hub.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { ExpirySource } from '../area.ts'

/** What the parts of this area share. */
export interface NotificationContext {
  db: Db
  log: Logger
  changes: ChangeListener
  mailer: Pick<Mailer, 'deliver'>
  isGranted(principal: Principal, permission: PermissionName): Promise<boolean>
  /** Which of these users of a tenant have a permission; in a fixed number of queries. */
  usersGranted(tenantId: string, permission: PermissionName, userIds: readonly string[]): Promise<Set<string>>
  /** What can end, of every area. */
  expirySources(): readonly ExpirySource[]
  settings: {
    /** Without a slash at the end. */
    publicUrl: string
    now: () => Date
  }
}

/** The consoles of this process, known once the websocket is registered. */
export type Consoles = Pick<Hub, 'tenants' | 'usersOf' | 'tell'>
