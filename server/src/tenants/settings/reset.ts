import { type TenantSettingKey, settingSchemas } from '@steward/contract/rules/settings-schemas'
import type { Db } from '../../db/pool.ts'
import { type Actor, asOwner, noteChange } from '../../db/tenant.ts'
import { deleteTenantEntries } from './queries.ts'

export const tenantSettingKeys: readonly string[] = Object.keys(settingSchemas.Tenant)

export const isTenantSettingKey = (key: string): key is TenantSettingKey => tenantSettingKeys.includes(key)

/**
 * Resets settings of a tenant to their defaults, so the operator can recover a tenant that has locked itself out. Every process
 * applies it within a second. Returns the keys that had been saved.
 */
export function resetTenantSettings(db: Db, tenantId: string, keys: readonly TenantSettingKey[], actor: Actor): Promise<string[]> {
  return asOwner(
    db,
    'operator',
    async (tx) => {
      if (keys.includes('tenantSettings')) noteChange(tx, 'feature_flag_override', { isWritten: false })
      return (await deleteTenantEntries(tx, keys)).toSorted()
    },
    { tenantId, actor },
  )
}
