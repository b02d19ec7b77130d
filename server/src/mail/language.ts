import { baseLanguage, type Language, matchLanguage } from '@steward/contract/languages'
import { userSettingsSchema } from '@steward/contract/rules/settings-schemas'
import type { Db } from '../db/pool.ts'
import { withTenant } from '../db/tenant.ts'

/** The language of an email: the one its recipient chose in the console, else English. */
export async function mailLanguage(db: Db, tenantId: string, userId: string): Promise<Language> {
  const actor = { type: 'system' as const, id: 'system', name: 'Steward' }
  const entry = await withTenant(
    db,
    { tenantId, requestId: '', actor },
    (tx) =>
      tx
        .selectFrom('datastore_entry')
        .select('value')
        .where('tenant_id', '=', tenantId)
        .where('level', '=', 'User')
        .where('level_id', '=', userId)
        .where('entry_key', '=', 'userSettings')
        .executeTakeFirst(),
    { readOnly: true },
  )
  const settings = userSettingsSchema.safeParse(entry && JSON.parse(entry.value))
  return matchLanguage(settings.data?.language === undefined ? [] : [settings.data.language]) ?? baseLanguage
}
