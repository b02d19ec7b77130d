import { baseLanguage, type Language, matchLanguage } from '@steward/contract/languages'
import { userSettingsSchema } from '@steward/contract/rules/settings-schemas'
import { executePrepared } from '../db/prepared.ts'
import type { Db } from '../db/pool.ts'
import { type TenantTransaction, systemContext, tenantIdOf, withTenant } from '../db/tenant.ts'

/** The language of an email: the one its recipient chose in the console, else English. */
export async function mailLanguage(tx: TenantTransaction, userId: string): Promise<Language> {
  const chosen = tx
    .selectFrom('datastore_entry')
    .select('value')
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('level', '=', 'User')
    .where('level_id', '=', userId)
    .where('entry_key', '=', 'userSettings')
  const [entry] = (await executePrepared(tx, chosen)).rows
  const settings = userSettingsSchema.safeParse(entry && JSON.parse(entry.value))
  return matchLanguage(settings.data?.language === undefined ? [] : [settings.data.language]) ?? baseLanguage
}

/** The same, in a transaction of its own. */
export const readMailLanguage = (db: Db, tenantId: string, userId: string): Promise<Language> =>
  withTenant(db, systemContext(tenantId), (tx) => mailLanguage(tx, userId), { readOnly: true })
