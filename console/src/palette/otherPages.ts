import { m } from '@steward/contract/paraglide/messages'
import type { ConsolePath } from '@steward/contract/rules/routes'

interface OtherPage {
  path: ConsolePath
  keywords: () => string
}

/** Pages without an entry in the side menu that the palette finds. Separate from their declaration, which is part of the first load. */
export const otherPages: readonly OtherPage[] = [
  { path: '/user-administration/access', keywords: m.palette_words_access },
  { path: '/notification-settings', keywords: m.palette_words_notifications },
  { path: '/developer-administration/tempData', keywords: m.palette_words_files },
  { path: '/reference-data/currencies/currency-schemes', keywords: m.palette_words_schemes },
  { path: '/monitoring/internal-preview', keywords: m.lanes_keywords },
]
