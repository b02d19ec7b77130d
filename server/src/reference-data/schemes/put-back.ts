import { problem } from '@steward/contract/errors'
import type { TenantTransaction } from '../../db/tenant.ts'
import { lockSchemes, readAllSchemes, readAnchored, readAnchors } from './queries.ts'

/** A scheme as an undo will leave it: of a change only the columns that differ, null if it goes. */
export interface SchemeBack {
  schemeId: string
  columns: Readonly<Record<string, unknown>> | null
  isNew: boolean
}

const movesAnchor = ({ columns, isNew }: SchemeBack): boolean => !isNew && columns !== null && 'anchor_currency_code' in columns

/** Locks the schemes of the tenant if some are put back, before anything else is. */
export async function lockSchemesFor(tx: TenantTransaction, schemes: readonly SchemeBack[]): Promise<void> {
  if (schemes.length > 0) await lockSchemes(tx)
}

/**
 * Runs work that puts locked schemes back as they were, with the rules of saving them.
 * @throws anchor_in_use, upload_running, anchor_inactive, default_scheme_required
 */
export async function puttingSchemesBack(tx: TenantTransaction, schemes: readonly SchemeBack[], work: () => Promise<void>): Promise<void> {
  const moved = schemes.filter(movesAnchor).map(({ schemeId }) => schemeId)
  const anchored = moved.length === 0 ? new Map<string, 'rates' | 'upload'>() : await readAnchored(tx, moved)
  for (const kept of anchored.values()) throw problem(kept === 'rates' ? 'anchor_in_use' : 'upload_running')
  await work()
  if (schemes.length > 0) await mustFollowRules(tx, schemes)
}

async function mustFollowRules(tx: TenantTransaction, schemes: readonly SchemeBack[]): Promise<void> {
  const all = await readAllSchemes(tx)
  if (all.length > 0 && !all.some((scheme) => scheme.is_default)) throw problem('default_scheme_required')
  const back = new Map(schemes.map((one) => [one.schemeId, one]))
  const anchors = await readAnchors(tx, [...new Set(all.map((scheme) => scheme.anchor_currency_code))])
  for (const { currency_scheme_id: id, anchor_currency_code: currencyCode, is_active: isActive } of all) {
    const one = back.get(id)
    if (one === undefined || anchors.get(currencyCode) === true) continue
    if (isActive || one.isNew || movesAnchor(one)) throw problem('anchor_inactive', { currencyCode })
  }
}
