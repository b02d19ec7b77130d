import type { Logger } from 'pino'
import type { FieldFault } from '@steward/contract/errors'
import type { Db } from '../db/pool.ts'
import type { TenantTransaction } from '../db/tenant.ts'
import type { Caller } from '../http/caller.ts'

/** What the services of this area share. */
export interface UserContext {
  db: Db
  /** Emails the invitation to each of these users, all in status FORCE_CHANGE_PASSWORD; earlier links stop working. New users have none. */
  sendActivations(tx: TenantTransaction, userIds: readonly string[], options?: { areNew?: boolean }): Promise<void>
  /** Emails a link to set a new password to each of these users, who all have one. */
  sendPasswordLinks(tx: TenantTransaction, userIds: readonly string[]): Promise<void>
  /** Forgets the failed sign-ins of these users, so that they can sign in again now. */
  unlock(tx: TenantTransaction, users: readonly { user_id: string; username: string }[]): Promise<void>
  /** Ends every session of these users, as an administrator. */
  signOutEverywhere(tx: TenantTransaction, users: readonly { user_id: string; username: string }[], by: string): Promise<void>
  /** Ends every session of these users. */
  endSessions(tx: TenantTransaction, userIds: readonly string[], reason: 'user_deleted' | 'user_disabled'): Promise<unknown>
  /** Returns for any number of addresses why the tenant doesn't allow invitations there; called once per transaction. */
  emailRefusal(tx: TenantTransaction): Promise<(email: string) => FieldFault | undefined>
  log: Pick<Logger, 'warn'>
  /** Saves the rejected rows of an import as CSV in the caller's temporary files; undefined if there is no space. */
  keepRejectedUsers(caller: Caller, content: AsyncIterable<Buffer>, rowCount: number): Promise<string | undefined>
}
