import type { ResponseOf } from '@steward/contract/http'
import type { compareVintages } from '@steward/contract/reference-data/rates'

/** What differs between two vintages. */
export type Comparison = ResponseOf<typeof compareVintages>

/** As-of dates that currencies lack between their first and last. */
export const missingCount = ({ missingDates }: Pick<Comparison, 'missingDates'>): number =>
  missingDates.reduce((sum, { count }) => sum + count, 0)

export const isUnchanged = ({ addedRates, removedRates, movedRates }: Comparison): boolean => addedRates + removedRates + movedRates === 0
