import { problem } from '@steward/contract/errors'
import type { TenantTransaction } from '../../db/tenant.ts'
import { anchorsAmong } from './queries.ts'

/** Currencies that an undo makes inactive again. @throws currency_is_anchor */
export async function mustBeNoAnchors(tx: TenantTransaction, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return
  const [currencyCode] = await anchorsAmong(tx, codes)
  if (currencyCode !== undefined) throw problem('currency_is_anchor', { currencyCode })
}
