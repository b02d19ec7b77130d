import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { type TenantTransaction, asOwner, tenantIdOf, withoutAnnouncing } from '../db/tenant.ts'
import type { FederationFlowTable } from '../db/types.ts'

/** Pending sign-ins: each accepts one response, and its code works once. */

export type FlowRow = Selectable<FederationFlowTable>
type NewFlow = Omit<FlowRow, 'tenant_id' | 'returned_at' | 'code_digest' | 'code_expires_at' | 'code_used_at' | 'identity'>

export async function insertFlow(tx: TenantTransaction, flow: NewFlow): Promise<void> {
  await withoutAnnouncing(tx)
    .insertInto('federation_flow')
    .values({ tenant_id: tenantIdOf(tx), ...flow })
    .execute()
}

export async function findFlow(tx: TenantTransaction, digest: Buffer): Promise<FlowRow | undefined> {
  return tx
    .selectFrom('federation_flow')
    .selectAll()
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('flow_digest', '=', digest)
    .executeTakeFirst()
}

/** Claims a flow for its one response; undefined if it is unknown, has expired, or already has a response. */
export async function claimFlow(tx: TenantTransaction, digest: Buffer, now: Date): Promise<FlowRow | undefined> {
  return withoutAnnouncing(tx)
    .updateTable('federation_flow')
    .set({ returned_at: now })
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('flow_digest', '=', digest)
    .where('returned_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}

export async function storeCode(
  tx: TenantTransaction,
  flowDigest: Buffer,
  code: { digest: Buffer; expiresAt: Date; identity: string },
): Promise<void> {
  await withoutAnnouncing(tx)
    .updateTable('federation_flow')
    .set({ code_digest: code.digest, code_expires_at: code.expiresAt, identity: code.identity })
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('flow_digest', '=', flowDigest)
    .execute()
}

/**
 * Claims a code for the browser that started the flow. Without that browser's cookie, a code is neither accepted nor used up.
 * Returns the identity and deletes it from the row.
 */
export async function claimCode(tx: TenantTransaction, digest: Buffer, browserDigest: Buffer, now: Date): Promise<FlowRow | undefined> {
  const { rows } = await sql<FlowRow>`
    update federation_flow f set code_used_at = ${now}, identity = null
      from (select tenant_id, flow_digest, identity from federation_flow
             where tenant_id = ${tenantIdOf(tx)}::uuid and code_digest = ${digest} and browser_digest = ${browserDigest}
               and code_used_at is null and code_expires_at > ${now} for update) before
     where f.tenant_id = before.tenant_id and f.flow_digest = before.flow_digest
    returning f.*, before.identity`.execute(tx)
  return rows[0]
}

export async function findByCode(tx: TenantTransaction, digest: Buffer): Promise<FlowRow | undefined> {
  return tx
    .selectFrom('federation_flow')
    .selectAll()
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('code_digest', '=', digest)
    .executeTakeFirst()
}

/** Records a one-time id; false if it was already recorded. */
export async function noteSeen(tx: TenantTransaction, digest: Buffer, until: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await withoutAnnouncing(tx)
    .insertInto('federation_seen')
    .values({ tenant_id: tenantIdOf(tx), seen_digest: digest, expires_at: until })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted === 1n
}

/** Deletes flows an hour after they expire, and one-time ids once they can no longer be replayed. */
export async function cleanFlows(db: Db, now: Date): Promise<void> {
  await asOwner(db, 'maintenance', async (tx) => {
    await sql`delete from federation_flow where expires_at < ${new Date(now.getTime() - 3_600_000)}`.execute(tx)
    await sql`delete from federation_seen where expires_at < ${now}`.execute(tx)
  })
}
