import type { FieldFault } from '@steward/contract/errors'
import type { Db } from '../db/pool.ts'
import type { TenantContext, TenantTransaction } from '../db/tenant.ts'
import type { FlagService } from '../flags/service.ts'
import type { SystemEvent } from '../system-log/record.ts'

/** What this area needs from others; handed in, because some of them need this area. */
export interface IdentityPorts {
  db: Db
  /** Which features are on. */
  flags: FlagService
  /** Mails the invitation to each of these users, all of whom wait in FORCE_CHANGE_PASSWORD; links mailed before stop working. */
  sendActivations(tx: TenantTransaction, userIds: readonly string[]): Promise<void>
  /** Ends every session of a user, because of `reason`. */
  endSessions(tx: TenantTransaction, userId: string, reason: 'user_deleted' | 'user_disabled'): Promise<unknown>
  /** Why the tenant lets nobody be invited at an address, or undefined; asked once a transaction for any number of addresses. */
  emailRefusal(tx: TenantTransaction): Promise<(email: string) => FieldFault | undefined>
  /** Tells who may see it, when the transaction commits, that somebody did something to a group. */
  announceGroup(tx: TenantTransaction, what: GroupAnnouncement): Promise<void>
  recordEvent(tx: TenantTransaction, event: SystemEvent): Promise<void>
  /** Keeps the rows that an import refused, as CSV, among the caller's temporary files; undefined where there is no space. */
  keepRejectedUsers(caller: Caller, content: Buffer, rowCount: number): Promise<string | undefined>
  /** What a user agent calls itself, such as "Firefox 140 on Windows". */
  deviceName(userAgent: string): string
}

/** What happened to a group, and by whom. */
export interface GroupAnnouncement {
  messageType: 'GroupCreated' | 'GroupUpdated' | 'GroupDeleted'
  groupId: string
  groupName: string
  actorName: string
}

/** What the services of this area share. */
export interface Identity extends IdentityPorts {
  /** Called after a change of this process was committed. */
  committed(tenantId: string): void
}

/** Who calls and from where: what a change is made, audited and logged under. */
export interface Caller extends TenantContext {
  address?: string
  userAgent?: string
}

/** The caller as the system log names it. */
export function originOf({ actor, address, userAgent }: Caller): Pick<SystemEvent, 'userId' | 'username' | 'address' | 'userAgent'> {
  return { userId: actor.type === 'user' ? actor.id : undefined, username: actor.name, address, userAgent }
}
