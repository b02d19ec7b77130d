import { findProduct } from '@steward/contract/catalog/index'
import type { AttentionItem } from '@steward/contract/home/schemas'
import { executePrepared } from '../../db/prepared.ts'
import { type AttentionSource, daysUntil, laterBy, urgencyOfEnd } from './source.ts'

export interface EndingLicense {
  product_code: string
  end_date: Date
}

/** Licenses are shown this many days before they end (product decisions, "Licenses"). */
const shownDays = 60

/**
 * A row for each day on which licenses end, within 60 days. A license is left out if the product has another one that lasts longer.
 * @param licenses those that have not ended
 */
export function endingLicenses(licenses: readonly EndingLicense[], now: Date): AttentionItem[] {
  const last = new Map<string, Date>()
  for (const { product_code: code, end_date: end } of licenses) if (end > (last.get(code) ?? now)) last.set(code, end)
  const ending = [...last].filter(([, end]) => end <= laterBy(now, shownDays)).toSorted(([, a], [, b]) => a.getTime() - b.getTime())
  return [...Map.groupBy(ending, ([, end]) => end.toISOString().slice(0, 10)).values()].flatMap((licensed) => {
    const [first] = licensed
    if (first === undefined) return []
    const [productCode, end] = first
    const days = daysUntil(end, now)
    return {
      kind: 'license_ends' as const,
      urgency: urgencyOfEnd(days),
      dueAt: end.toISOString(),
      productName: findProduct(productCode)?.productName ?? productCode,
      count: licensed.length,
      days,
    }
  })
}

export const licenseSource: AttentionSource = {
  permissions: [['Navigation.Licenses']],
  async read(tx, { now }) {
    const licenses = tx.selectFrom('application_license').select(['product_code', 'end_date']).where('end_date', '>', now)
    return endingLicenses((await executePrepared(tx, licenses)).rows, now)
  },
}
