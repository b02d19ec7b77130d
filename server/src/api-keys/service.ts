import { type ApiKeyOverlap, apiKeyOverlapHours } from '@steward/contract/api-keys/constants'
import type { ApiKey, MintedApiKey, apiKeyChange, apiKeyInput } from '@steward/contract/api-keys/schemas'
import type { listApiKeys } from '@steward/contract/api-keys/endpoints'
import type { UserEventKind } from '@steward/contract/catalog/activity'
import { type ProblemException, problem } from '@steward/contract/errors'
import type { QueryOf } from '@steward/contract/http'
import type { z } from 'zod'
import { constraintOf } from '../db/constraint.ts'
import type { RowUpdate } from '../db/types.ts'
import type { Db } from '../db/pool.ts'
import { type TenantContext, type TenantTransaction, withTenant } from '../db/tenant.ts'
import { Guard } from '../access/guard.ts'
import { originOf, recordEvent } from '../system-log/record.ts'
import { mintPlatformToken } from '../secrets/platform-token.ts'
import {
  changeKey,
  countKeys,
  deleteKey,
  findKey,
  findKeyByName,
  groupIdsOfKey,
  holderOf,
  insertKey,
  lockKey,
  readKeyPage,
  setKeyGroups,
  toApiKey,
} from './queries.ts'
import type { Caller } from '../http/caller.ts'

export interface ApiKeyOptions {
  db: Db
  now: () => Date
}

/** Maximum keys per tenant; far beyond normal use, and a bound for lists that show them all. */
const keysPerTenant = 500
const hourMs = 3_600_000

type LockedKey = Awaited<ReturnType<typeof locked>>

const refusals: Readonly<Record<string, () => ProblemException>> = {
  api_key_name_unique: () => problem('api_key_name_taken', {}, { field: 'apiKeyName' }),
  api_key_group_group_fk: () => problem('group_unknown', {}, { field: 'groups' }),
}

/** Reading and changing the API keys of a tenant. Every method runs in one transaction of the caller's tenant. */
export function createApiKeyService({ db, now }: ApiKeyOptions) {
  async function change<T>(caller: Caller, work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
    try {
      return await withTenant(db, caller, work)
    } catch (error) {
      throw refusals[constraintOf(error) ?? '']?.() ?? error
    }
  }

  /** @throws not_found */
  async function show(tx: TenantTransaction, apiKeyId: string): Promise<ApiKey> {
    const row = await findKey(tx, apiKeyId)
    if (!row) throw problem('not_found')
    return toApiKey(row, now())
  }

  return {
    async list(ctx: TenantContext, { limit, offset, ...filter }: QueryOf<typeof listApiKeys>) {
      const { rows, totalCount } = await withTenant(db, ctx, (tx) => readKeyPage(tx, filter, { limit, offset }), { readOnly: true })
      return { count: rows.length, items: rows.map((row) => toApiKey(row, now())), limit, offset, totalCount, totalIsExact: true }
    },

    /** @throws not_found */
    get: (ctx: TenantContext, keyName: string): Promise<ApiKey> =>
      withTenant(
        db,
        ctx,
        async (tx) => {
          const row = await findKeyByName(tx, keyName)
          if (!row) throw problem('not_found')
          return toApiKey(row, now())
        },
        { readOnly: true },
      ),

    /** @throws api_key_name_taken, api_key_limit_reached, group_unknown, expiry_past, administrator_only, grant_exceeds_own */
    create(caller: Caller, input: z.output<typeof apiKeyInput>): Promise<MintedApiKey> {
      mustBeAhead(input.expiresAt, now())
      return change(caller, async (tx) => {
        await new Guard(tx, caller.actor).mayGiveGroups(input.groups)
        if ((await countKeys(tx)) >= keysPerTenant) throw problem('api_key_limit_reached', { maximum: keysPerTenant })
        const token = mintPlatformToken('key', caller.tenantId)
        const apiKeyId = await insertKey(tx, {
          api_key_name: input.apiKeyName,
          key_prefix: token.prefix,
          key_digest: token.digest,
          created_by: caller.actor.type === 'user' ? caller.actor.id : null,
          created_by_name: caller.actor.name,
          ...(await holderOf(tx, caller.actor)),
          expires_at: input.expiresAt === null ? null : new Date(input.expiresAt),
        })
        await setKeyGroups(tx, apiKeyId, input.groups)
        await record(tx, caller, 'api_key_created', input.apiKeyName, token.prefix)
        return { ...(await show(tx, apiKeyId)), apiKey: token.text }
      })
    },

    /**
     * Changes the given fields.
     * @throws not_found, version_conflict, api_key_name_taken, group_unknown, expiry_past, administrator_only,
     * grant_exceeds_own
     */
    patch(caller: Caller, keyName: string, input: z.output<typeof apiKeyChange>, ifMatch: number | undefined): Promise<ApiKey> {
      const { apiKeyName, groups, expiresAt } = input
      mustBeAhead(expiresAt ?? null, now())
      return change(caller, async (tx) => {
        const key = await locked(tx, keyName, ifMatch)
        const guard = new Guard(tx, caller.actor)
        await guard.mayGiveGroups(await groupIdsOfKey(tx, key.api_key_id))
        if (groups) await guard.mayGiveGroups(groups)
        // The groups count as part of the key, so changing them alone also changes its version.
        await changeKey(tx, key.api_key_id, {
          api_key_name: apiKeyName ?? key.api_key_name,
          ...(expiresAt === undefined ? {} : { expires_at: expiresAt === null ? null : new Date(expiresAt) }),
        })
        if (groups) await setKeyGroups(tx, key.api_key_id, groups)
        return show(tx, key.api_key_id)
      })
    },

    /**
     * Deletes a key; every process refuses it immediately.
     * @throws not_found, version_conflict
     */
    remove(caller: Caller, keyName: string, ifMatch: number | undefined): Promise<void> {
      return change(caller, async (tx) => {
        const key = await locked(tx, keyName, ifMatch)
        const row = await show(tx, key.api_key_id)
        await deleteKey(tx, key.api_key_id)
        await record(tx, caller, 'api_key_deleted', row.apiKeyName, row.prefix)
      })
    },

    /**
     * Gives a key a new secret and makes the caller its owner. They can then use the key, so they must have its permissions.
     * The old secret still works for the overlap, as long as its own owner can sign in.
     * @throws not_found, version_conflict, administrator_only, grant_exceeds_own
     */
    regenerate(
      caller: Caller,
      keyName: string,
      { overlap, ifMatch }: { overlap: ApiKeyOverlap; ifMatch: number | undefined },
    ): Promise<MintedApiKey> {
      return change(caller, async (tx) => {
        const key = await locked(tx, keyName, ifMatch)
        await new Guard(tx, caller.actor).mayGiveGroups(await groupIdsOfKey(tx, key.api_key_id))
        const token = mintPlatformToken('key', caller.tenantId)
        await changeKey(tx, key.api_key_id, {
          key_prefix: token.prefix,
          key_digest: token.digest,
          last_used_at: null,
          ...previousSecret(key, overlap, now()),
          ...(await holderOf(tx, caller.actor)),
        })
        await record(tx, caller, 'api_key_regenerated', key.api_key_name, token.prefix)
        return { ...(await show(tx, key.api_key_id)), apiKey: token.text }
      })
    },

    /**
     * Stops the old secret of a regenerated key.
     * @throws not_found, version_conflict
     */
    endOverlap(caller: Caller, keyName: string, ifMatch: number | undefined): Promise<ApiKey> {
      return change(caller, async (tx) => {
        const key = await locked(tx, keyName, ifMatch)
        const before = await show(tx, key.api_key_id)
        if (before.previous === null) return before
        await changeKey(tx, key.api_key_id, noPreviousSecret)
        await record(tx, caller, 'api_key_overlap_ended', key.api_key_name, before.previous.prefix)
        return show(tx, key.api_key_id)
      })
    },
  }
}

const noPreviousSecret = {
  previous_prefix: null,
  previous_digest: null,
  previous_expires_at: null,
  previous_used_at: null,
  previous_holder_id: null,
} satisfies RowUpdate<'api_key'>

/** The current secret as the old one of a key that is regenerated. */
function previousSecret(key: LockedKey, overlap: ApiKeyOverlap, now: Date): RowUpdate<'api_key'> {
  if (overlap === 'none') return noPreviousSecret
  return {
    previous_prefix: key.key_prefix,
    previous_digest: key.key_digest,
    previous_expires_at: new Date(now.getTime() + apiKeyOverlapHours[overlap] * hourMs),
    previous_used_at: null,
    previous_holder_id: key.holder_id,
  }
}

export type ApiKeyService = ReturnType<typeof createApiKeyService>

/** @throws expiry_past */
function mustBeAhead(expiresAt: string | null, now: Date): void {
  if (expiresAt !== null && new Date(expiresAt) <= now) throw problem('expiry_past', {}, { field: 'expiresAt' })
}

/** @throws not_found, version_conflict */
async function locked(tx: TenantTransaction, keyName: string, ifMatch: number | undefined) {
  const key = await lockKey(tx, keyName)
  if (!key) throw problem('not_found')
  if (ifMatch !== undefined && ifMatch !== key.version) throw problem('version_conflict')
  return key
}

const record = (tx: TenantTransaction, caller: Caller, kind: UserEventKind, apiKeyName: string, prefix: string) =>
  recordEvent(tx, { kind, outcome: 'success', ...originOf(caller), details: { apiKeyName, prefix } })
