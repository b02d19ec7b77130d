import { sql } from 'kysely'
import type { UserEventKind } from '@steward/contract/catalog/activity'
import { problem } from '@steward/contract/errors'
import type { BodyOf, QueryOf } from '@steward/contract/http'
import type { MintedScimToken } from '@steward/contract/provisioning/schemas'
import type { createScimToken, listScimTokens } from '@steward/contract/provisioning/endpoints'
import { constraintOf } from '../db/constraint.ts'
import type { Db } from '../db/pool.ts'
import { type TenantContext, type TenantTransaction, withTenant } from '../db/tenant.ts'
import type { ExpirySource } from '../area.ts'
import { originOf, recordEvent } from '../system-log/record.ts'
import { mintPlatformToken } from '../secrets/platform-token.ts'
import { readTokenPage, toScimToken } from './token-queries.ts'
import type { Caller } from '../http/caller.ts'

/** The most active tokens of a tenant: one per provider, plus replacements. */
const tokensPerTenant = 50

/** Reads, creates and revokes the SCIM tokens of a tenant. */
export function createScimTokenService({ db, now }: { db: Db; now: () => Date }) {
  return {
    async list(ctx: TenantContext, { limit, offset, ...filter }: QueryOf<typeof listScimTokens>) {
      const { rows, totalCount } = await withTenant(db, ctx, (tx) => readTokenPage(tx, filter, { limit, offset }, now()), {
        readOnly: true,
      })
      return { count: rows.length, items: rows.map(toScimToken), limit, offset, totalCount, totalIsExact: true }
    },

    /** @throws scim_token_name_taken, scim_token_limit_reached, expiry_past */
    async create(caller: Caller, input: BodyOf<typeof createScimToken>): Promise<MintedScimToken> {
      const expiresAt = input.expiresAt === null ? null : new Date(input.expiresAt)
      if (expiresAt !== null && expiresAt <= now()) throw problem('expiry_past', {}, { field: 'expiresAt' })
      const token = mintPlatformToken('scim', caller.tenantId)
      try {
        return await withTenant(db, caller, async (tx) => {
          const { count } = await tx
            .selectFrom('scim_token')
            .select((eb) => eb.fn.countAll<number>().as('count'))
            .where('revoked_at', 'is', null)
            .executeTakeFirstOrThrow()
          if (count >= tokensPerTenant) throw problem('scim_token_limit_reached', { maximum: tokensPerTenant })
          const row = await tx
            .insertInto('scim_token')
            .values({
              tenant_id: caller.tenantId,
              token_name: input.tokenName,
              token_prefix: token.prefix,
              token_digest: token.digest,
              is_dry_run: input.isDryRun,
              created_by_name: caller.actor.name,
              expires_at: expiresAt,
            })
            .returningAll()
            .executeTakeFirstOrThrow()
          await note(tx, caller, 'scim_token_created', row)
          return { ...toScimToken(row), token: token.text }
        })
      } catch (error) {
        throw constraintOf(error) === 'scim_token_name_unique' ? problem('scim_token_name_taken', {}, { field: 'tokenName' }) : error
      }
    },

    /** Revokes a token; every process refuses it immediately. @throws not_found, also if it is already revoked */
    revoke: (caller: Caller, scimTokenId: string): Promise<void> =>
      withTenant(db, caller, async (tx) => {
        const row = await tx
          .updateTable('scim_token')
          .set({ revoked_at: now(), revoked_by_name: caller.actor.name })
          .where('scim_token_id', '=', scimTokenId)
          .where('revoked_at', 'is', null)
          .returning(['token_name', 'token_prefix'])
          .executeTakeFirst()
        if (!row) throw problem('not_found')
        await note(tx, caller, 'scim_token_revoked', row)
      }),
  }
}

export type ScimTokenService = ReturnType<typeof createScimTokenService>

const note = (tx: TenantTransaction, caller: Caller, kind: UserEventKind, row: { token_name: string; token_prefix: string }) =>
  recordEvent(tx, { kind, outcome: 'success', ...originOf(caller), details: { tokenName: row.token_name, prefix: row.token_prefix } })

/** Notifies administrators of tokens that expire soon (first specification file, section 3, ExpiringScimTokenEvent). */
export const scimTokenExpiry: ExpirySource = {
  name: 'scim_token',
  table: 'scim_token',
  messageType: 'ExpiringScimTokenEvent',
  rows: (condition) => sql`
    select tenant_id, scim_token_id::text as entity_id, jsonb_build_object('name', token_name) as label, expires_at as ends_at
      from scim_token where ${condition} and expires_at is not null and revoked_at is null`,
  nameOf: (label) => label['name'] ?? '',
  propertiesOf: (scimTokenId) => ({ ScimTokenId: scimTokenId }),
}
