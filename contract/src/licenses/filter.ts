import { z } from 'zod'
import { searchText } from '../text.ts'

/** What narrows data and model entitlements; apart from them, because exports of the first page need no more. */
export const entitlementFilter = {
  search: searchText(200).optional().meta({ description: 'Words that all stand somewhere in its text' }),
  state: z.enum(['licensed', 'lapsed']).optional(),
}
