import { baseLanguage, isLanguage, type Language, languageSetting } from '@steward/contract/languages'
import type { Db } from '../db/pool.ts'
import { withTenant } from '../db/tenant.ts'

/** The language of a mail: its recipient's setting, else the tenant's, else English. */
export async function mailLanguage(db: Db, tenantId: string, userId: string): Promise<Language> {
  const context = { tenantId, requestId: '', actor: { type: 'system' as const, id: 'system', name: 'Steward' } }
  const rows = await withTenant(
    db,
    context,
    (tx) =>
      tx
        .selectFrom('datastore_entry')
        .select(['level', 'value'])
        .where('tenant_id', '=', tenantId)
        .where('entry_key', '=', languageSetting)
        .where((eb) =>
          eb.or([
            eb.and([eb('level', '=', 'User'), eb('level_id', '=', userId)]),
            eb.and([eb('level', '=', 'Tenant'), eb('level_id', '=', tenantId)]),
          ]),
        )
        // User before Tenant.
        .orderBy('level', 'desc')
        .execute(),
    { readOnly: true },
  )
  return rows.map(({ value }) => JSON.parse(value) as unknown).find(isLanguage) ?? baseLanguage
}
