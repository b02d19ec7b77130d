import type { Logger } from 'pino'
import type { PermissionName } from '@steward/contract/rules/permissions'
import type { ChangeListener } from '../db/listen.ts'
import type { Db } from '../db/pool.ts'
import type { TenantContext } from '../db/tenant.ts'
import type { Principal } from '../http/principal.ts'
import type { Hub } from '../live/hub.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { ExpirySource } from './expiry.ts'

/** What this area needs from others. */
export interface MessagesPorts {
  db: Db
  log: Logger
  changes: ChangeListener
  mailer: Pick<Mailer, 'deliver'>
  isGranted(principal: Principal, permission: PermissionName): Promise<boolean>
  /** Which of these users of a tenant have a permission; in a fixed number of queries. */
  usersGranted(tenantId: string, permission: PermissionName, userIds: readonly string[]): Promise<Set<string>>
  /** What a user agent calls itself, such as "Firefox 140 on Windows". */
  deviceName(userAgent: string): string
  /** What may end, area by area. */
  expirySources: readonly ExpirySource[]
  settings: {
    /** Without a slash at the end. */
    publicUrl: string
    /** Whom a push service may turn to (RFC 8292, section 2.1): a `mailto:` or `https:` address. */
    pushSubject: string
    /** Where the key of pushes lies. */
    pushKeyFile: string
    /** Tests send to a receiver of their own on the loopback. */
    allowLoopbackPush: boolean
    now: () => Date
  }
}

/** The consoles of this process, known once the websocket is registered. */
export type Consoles = Pick<Hub, 'tenants' | 'usersOf' | 'tell'>

/** The system's own work in a tenant. */
export const systemContext = (tenantId: string): TenantContext => ({
  tenantId,
  requestId: '',
  actor: { type: 'system', id: 'system', name: 'Steward' },
})
