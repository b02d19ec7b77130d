import { type RawBuilder, sql } from 'kysely'
import { type FeatureFlag, featureFlags } from '@steward/contract/catalog/flags'
import type { FlagInput } from '@steward/contract/rules/permission-inputs'
import { type FlagSettings, evaluateFlag, placeOf } from '@steward/contract/rules/flags'

/** The subject of flags: a user, an API key, or any other targeting key, which only has a place in a share. */
export interface FlagSubject {
  type: 'user' | 'key' | 'other'
  id: string
}

/** All flags of the catalog for one principal, by name. */
export type FlagInputs = Record<string, FlagInput>

/** The values from another flag service (`remote.ts`); empty if none is configured or it has no values. */
export type ServiceFlags = ReadonlyMap<string, boolean>
export const noServiceFlags: ServiceFlags = new Map()

/** A flag with values set. */
export interface FlagRow extends Omit<FlagSettings, 'isChosenPreview'> {
  name: string
  /** The tenant chose feature previews. */
  hasPreviews: boolean
}

/** Whether the tenant's settings show unfinished features (first specification file, section 3, "Tenant settings"). */
const hasPreviews = (tenantId: string) => sql`
  select coalesce((select (value::jsonb ->> 'featurePreviewAccess')::boolean from datastore_entry
                    where tenant_id = ${tenantId}::uuid and level = 'Tenant' and level_id = ${tenantId}::uuid::text
                      and entry_key = 'tenantSettings'), false) as has_previews`

const setting = (alias: string) =>
  sql`json_build_object('isEnabled', ${sql.ref(`${alias}.is_enabled`)}, 'percentage', ${sql.ref(`${alias}.percentage`)})`

/**
 * A column `FlagRow[]`: the values for everyone, for the tenant and for a user of it. For queries that read flags along with
 * other inputs of permissions.
 */
export const flagRows = (tenantId: string, userId: string | null): RawBuilder<FlagRow[]> => sql`
  (select coalesce(json_agg(json_build_object(
            'name', f.flag_name, 'isStopped', f.is_stopped, 'everyone', case when f.is_set then ${setting('f')} end,
            'hasPreviews', p.has_previews, 'tenant', case when t.flag_name is not null then ${setting('t')} end, 'user', u.is_enabled)), '[]'::json)
     from feature_flag f
          left join feature_flag_override t on t.tenant_id = ${tenantId}::uuid and t.flag_name = f.flag_name
          left join feature_flag_user u
            on u.tenant_id = ${tenantId}::uuid and u.user_id = ${userId}::uuid and u.flag_name = f.flag_name
         cross join (${hasPreviews(tenantId)}) p
    where p.has_previews or f.is_set or f.is_stopped or t.flag_name is not null or u.flag_name is not null)`

const nothingSet: FlagSettings = { isStopped: false, everyone: null, tenant: null, user: null }

/**
 * Evaluates every flag of the catalog for a principal: the only evaluator behind permissions, OFREP and the operator's command.
 * Values of another service override our own tables, except that a stopped flag stays off.
 */
export function decideFlags(rows: readonly FlagRow[], principalId: string, service: ServiceFlags = noServiceFlags): FlagInputs {
  const set = new Map(rows.map((row) => [row.name, row]))
  return Object.fromEntries(
    featureFlags.map(({ flagName, isEnabled, isPreview }: FeatureFlag): [string, FlagInput] => {
      const row = set.get(flagName)
      const settings = row ? { ...row, isChosenPreview: row.hasPreviews && isPreview === true } : nothingSet
      const own = evaluateFlag(isEnabled, settings, placeOf(flagName, principalId))
      const said = service.get(flagName)
      return [flagName, said === undefined || own.source === 'stopped' ? own : { value: said, source: 'service' }]
    }),
  )
}
