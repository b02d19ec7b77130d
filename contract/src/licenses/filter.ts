import { z } from 'zod'
import { searchText } from '../text.ts'

/** Filters for data and model entitlements; in their own file because exports on the first page need only these. */
export const entitlementFilter = {
  search: searchText(200).optional().meta({ description: 'Words that all appear somewhere in its text' }),
  state: z.enum(['licensed', 'lapsed']).optional(),
}
