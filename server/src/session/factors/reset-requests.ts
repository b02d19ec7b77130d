import type { Selectable } from 'kysely'
import { problem } from '@steward/contract/errors'
import { type ResetEffect, type ResetRequestRole, resetRequestHours } from '@steward/contract/rules/factors'
import type { SecondFactor } from '@steward/contract/rules/settings-schemas'
import type { ResetRequest } from '@steward/contract/session/factors-schemas'
import { type Administrator, activeAdministrators, administratorsAmong } from '../../access/guard.ts'
import { type TenantTransaction, tenantIdOf } from '../../db/tenant.ts'
import type { Database } from '../../db/types.ts'
import type { Principal } from '../../http/principal.ts'
import type { AccountRow } from '../queries.ts'
import { hourMs, laterBy } from '../settings.ts'

/** Requests to reset the second factors of an administrator, which another administrator approves (docs/adr/057). */

export type ResetRequestRow = Selectable<Database['factor_reset_request']>
/** How a request ends. */
type EndState = Exclude<ResetRequestRow['state'], 'Pending'>

/**
 * What it means that a principal resets the factors of a person. Where no one else could approve, it takes effect: otherwise an
 * administrator who lost their factor would be locked out for good.
 */
export async function resetEffectOf(
  tx: TenantTransaction,
  { requiresResetApproval }: SecondFactor,
  userId: string,
  principal: Principal,
): Promise<ResetEffect> {
  if (!requiresResetApproval || !(await administratorsAmong(tx, [userId])).has(userId)) return 'immediate'
  const others = (await activeAdministrators(tx)).filter((one) => one.userId !== userId && one.userId !== principal.id)
  return others.length > 0 ? 'approval' : 'no_approver'
}

/** The request that waits, with who the principal is to it. */
export async function pendingRequest(
  tx: TenantTransaction,
  userId: string,
  principal: Principal,
  time: Date,
): Promise<ResetRequest | null> {
  const row = await select(tx, userId).where('state', '=', 'Pending').executeTakeFirst()
  if (!row) return null
  const administrators = await activeAdministrators(tx)
  return isOpen(row, administrators, time) ? viewOf(row, roleOf(row, administrators, principal)) : null
}

/** Makes a request of the principal, who is a person. @throws factor_reset_waiting */
export async function insertRequest(
  tx: TenantTransaction,
  account: AccountRow,
  asked: { principal: Principal; reason: string; time: Date },
): Promise<ResetRequest> {
  const { principal, reason, time } = asked
  if (await pendingRequest(tx, account.user_id, principal, time)) throw problem('factor_reset_waiting')
  await endRequests(tx, account.user_id)
  const row = await tx
    .insertInto('factor_reset_request')
    .values({
      tenant_id: tenantIdOf(tx),
      user_id: account.user_id,
      username: account.username,
      reason,
      asked_by: principal.id,
      asked_by_name: principal.name,
      asked_at: time,
      expires_at: laterBy(time, resetRequestHours * hourMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return viewOf(row, 'asker')
}

/**
 * Ends a request that waits; of two decisions in the transactions of a locked user, the second fails.
 * @throws not_found, factor_reset_ended, factor_reset_own for an approval by who asked or is concerned
 */
export async function decideRequest(
  tx: TenantTransaction,
  { userId, requestId }: { userId: string; requestId: string },
  decision: 'approve' | 'refuse',
  { principal, time }: { principal: Principal; time: Date },
): Promise<ResetRequestRow> {
  const row = await select(tx, userId).where('request_id', '=', requestId).executeTakeFirst()
  if (!row) throw problem('not_found')
  const administrators = await activeAdministrators(tx)
  if (!isOpen(row, administrators, time)) throw problem('factor_reset_ended')
  if (decision === 'approve' && roleOf(row, administrators, principal) !== 'approver') throw problem('factor_reset_own')
  await end(tx, userId, decision === 'approve' ? 'Accepted' : 'Refused', principal.name)
  return row
}

/** Ends a request without a decision: its time is over, or the factors are gone. */
export const endRequests = (tx: TenantTransaction, userId: string): Promise<number> => end(tx, userId, 'Expired', null)

/** Refuses what the person did not ask for. Returns how many requests waited. */
export const refuseRequests = (tx: TenantTransaction, { user_id: userId, username }: AccountRow): Promise<number> =>
  end(tx, userId, 'Refused', username)

async function end(tx: TenantTransaction, userId: string, state: EndState, by: string | null): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('factor_reset_request')
    .set({ state, decided_by_name: by })
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('user_id', '=', userId)
    .where('state', '=', 'Pending')
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

const select = (tx: TenantTransaction, userId: string) =>
  tx.selectFrom('factor_reset_request').selectAll().where('tenant_id', '=', tenantIdOf(tx)).where('user_id', '=', userId)

const isAmong = (administrators: readonly Administrator[], userId: string) => administrators.some((one) => one.userId === userId)

/** Who asked has to be an administrator until the end: an account that was disabled as stolen asks for nothing. */
const isOpen = (row: ResetRequestRow, administrators: readonly Administrator[], time: Date): boolean =>
  row.state === 'Pending' && row.expires_at > time && isAmong(administrators, row.asked_by)

function roleOf(row: ResetRequestRow, administrators: readonly Administrator[], { type, id }: Principal): ResetRequestRole {
  if (type !== 'user' || !isAmong(administrators, id)) return 'reader'
  if (id === row.user_id) return 'person'
  return id === row.asked_by ? 'asker' : 'approver'
}

const viewOf = (row: ResetRequestRow, callerIs: ResetRequestRole): ResetRequest => ({
  requestId: row.request_id,
  reason: row.reason,
  askedBy: row.asked_by_name,
  askedTime: row.asked_at.toISOString(),
  expiresTime: row.expires_at.toISOString(),
  callerIs,
})
