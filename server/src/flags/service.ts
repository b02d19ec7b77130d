import { featureFlags } from '@steward/contract/catalogue/flags'
import { asOwner } from '../db/tenant.ts'
import type { Db } from '../db/pool.ts'

/** Makes the flags of the catalogue known to the database; a default that the operator set stays. */
export async function syncFlags(db: Db): Promise<void> {
  await asOwner(db, 'operator', (tx) =>
    tx
      .insertInto('feature_flag')
      .values(featureFlags.map((flag) => ({ flag_name: flag.flagName, is_enabled: flag.isEnabled, description: flag.description })))
      .onConflict((conflict) => conflict.column('flag_name').doNothing())
      .execute(),
  )
}
