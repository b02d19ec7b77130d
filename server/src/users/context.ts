import type { FieldFault } from '@steward/contract/errors'
import type { ChangeContext } from '../access/change.ts'
import type { TenantTransaction } from '../db/tenant.ts'
import type { Caller } from '../http/caller.ts'

/** What the services of this area share. */
export interface UserContext extends ChangeContext {
  /** Mails the invitation to each of these users, all of whom wait in FORCE_CHANGE_PASSWORD; links mailed before stop working. */
  sendActivations(tx: TenantTransaction, userIds: readonly string[]): Promise<void>
  /** Ends every session of a user. */
  endSessions(tx: TenantTransaction, userId: string, reason: 'user_deleted' | 'user_disabled'): Promise<unknown>
  /** Tells for any number of addresses why the tenant invites no one there; asked once a transaction. */
  emailRefusal(tx: TenantTransaction): Promise<(email: string) => FieldFault | undefined>
  /** Keeps the rows that an import refused, as CSV, among the caller's temporary files; undefined where there is no space. */
  keepRejectedUsers(caller: Caller, content: Buffer, rowCount: number): Promise<string | undefined>
}
