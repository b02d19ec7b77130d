import { problem } from '@steward/contract/errors'
import { sharedViewsLimit } from '@steward/contract/saved-views/constants'
import type { TenantTransaction } from '../db/tenant.ts'
import { countViews } from './queries.ts'

/** After an undo created shared views again. @throws view_limit_reached */
export async function sharedViewsMustFit(tx: TenantTransaction): Promise<void> {
  if ((await countViews(tx, null)) > sharedViewsLimit) throw problem('view_limit_reached', { maximum: sharedViewsLimit })
}
